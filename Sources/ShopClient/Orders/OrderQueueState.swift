import Foundation
import ShopHTTP

/// Which orders are where.
struct OrderQueueState: Sendable {
    /// What delivers the orders that wait: one at a time, and never while none does.
    enum Delivery: Sendable {
        case ready
        case underWay
        /// The server did not take the last one; it is left alone for a while, at least as long as it asked for.
        case backOffDue(atLeast: Duration?)
        case backingOff(Int, CancellationHandle)
    }

    /// Confirmed, and not yet sent.
    var placed: [PendingOrder] = []
    /// Orders on their first way to the server.
    var underWay: [PendingOrder] = []
    /// Those that the shop refused after they had waited, the oldest first.
    var refused: [PendingOrder] = []
    /// On disk until the server can take them, the oldest first.
    var waiting: [PendingOrder] = []
    var delivery = Delivery.ready
    /// Tries since the server was last there.
    var attempts = 0
    private var backOffs = 0
    var wakeUp: AsyncStream<Void>.Continuation?
    weak var delegate: (any OrderQueueDelegate)?

    enum Step: Sendable {
        case send(PendingOrder)
        case deliver(PendingOrder)
        case backOff(Int, attempt: Int, atLeast: Duration?, CancellationHandle)
    }

    /// What to begin now; each step is handed out once.
    mutating func takeSteps() -> [Step] {
        var steps = placed.map(Step.send)
        underWay += placed.map { $0.at(.sending) }
        placed = []
        guard let first = waiting.first else { return steps }
        switch delivery {
        case .ready:
            delivery = .underWay
            steps.append(.deliver(first))
        case .backOffDue(let atLeast):
            backOffs += 1
            let cancellation = CancellationHandle()
            delivery = .backingOff(backOffs, cancellation)
            steps.append(.backOff(backOffs, attempt: attempts, atLeast: atLeast, cancellation))
        case .underWay, .backingOff: break
        }
        return steps
    }

    var hasSteps: Bool {
        if !placed.isEmpty { return true }
        guard !waiting.isEmpty else { return false }
        switch delivery {
        case .ready, .backOffDue: return true
        case .underWay, .backingOff: return false
        }
    }

    /// The server is there: what waits is tried now.
    mutating func serverIsThere() {
        attempts = 0
        switch delivery {
        case .backingOff(_, let cancellation):
            cancellation.cancel()
            delivery = .ready
        case .backOffDue: delivery = .ready
        case .ready, .underWay: break
        }
    }

    /// An order came back from its first way, and waits from now on.
    mutating func keep(_ order: PendingOrder, atLeast: Duration?) {
        waiting.append(order)
        guard case .ready = delivery else { return }
        attempts += 1
        delivery = .backOffDue(atLeast: atLeast)
    }

    /// The order that waited longest was tried: it is done with, or waits on.
    mutating func endDelivery(of order: PendingOrder, isDone: Bool, atLeast: Duration?) {
        if isDone {
            waiting.removeAll { $0.id == order.id }
            attempts = 0
            delivery = .ready
        } else {
            if let place = waiting.firstIndex(where: { $0.id == order.id }) { waiting[place] = order }
            attempts += 1
            delivery = .backOffDue(atLeast: atLeast)
        }
    }

    /// All that are here and not at the shop.
    var here: [PendingOrder] { underWay + waiting + refused }

    /// The first way of an order is over.
    mutating func endSending(_ order: PendingOrder) { underWay.removeAll { $0.id == order.id } }

    /// The shop does not take an order that had waited.
    mutating func refuse(_ order: PendingOrder) { refused.append(order.at(.refused)) }

    /// Forgets an order that waits and is not under way, or that was refused; `nil` where the shop may have it.
    mutating func takeBack(_ key: UUID) -> PendingOrder? {
        if let place = refused.firstIndex(where: { $0.id == key }) { return refused.remove(at: place) }
        guard let place = waiting.firstIndex(where: { $0.id == key }), !waiting[place].mayHaveArrived else {
            return nil
        }
        if case .underWay = delivery, place == 0 { return nil }
        return waiting.remove(at: place)
    }

    mutating func endBackOff(_ number: Int) {
        if case .backingOff(number, _) = delivery { delivery = .ready }
    }

    /// Nothing runs any more. What is on disk stays there; what never got there is handed out.
    mutating func close() -> [PendingOrder] {
        defer { placed = [] }
        wakeUp = nil
        delegate = nil
        waiting = []
        refused = []
        underWay = []
        delivery = .ready
        attempts = 0
        return placed
    }
}
