import Domain
import Foundation

/// The orders of a queue by state, and the rules by which they change.
struct OrderQueueState: Sendable {
    /// The state of the delivery of waiting orders: one at a time, and idle while none waits.
    enum Delivery: Sendable {
        case ready
        case underWay
        /// The server did not accept the last one: a back-off is due, at least as long as the server asked for.
        case backOffDue(atLeast: Duration?)
        case backingOff(Int, CancellationHandle)
    }

    /// Confirmed orders that have not been sent yet.
    var placed: [PendingOrder] = []
    /// Orders that are being sent for the first time.
    var underWay: [PendingOrder] = []
    /// Orders that the shop refused after they had waited, oldest first.
    var refused: [PendingOrder] = []
    /// Orders on disk until the server can accept them, oldest first.
    var waiting: [PendingOrder] = []
    var delivery = Delivery.ready
    /// Failed attempts since the server was last reachable.
    var attempts = 0
    private var backOffs = 0
    /// The time before which nothing may have been confirmed that is still kept; `nil` if that was never said.
    private(set) var keptSince: Date?
    /// Where events go; `nil` while the queue does not run.
    var event: AsyncStream<OrderEvent>.Continuation?

    enum Step: Sendable {
        case send(PendingOrder)
        case deliver(PendingOrder)
        case backOff(Int, attempt: Int, atLeast: Duration?, CancellationHandle)
    }

    /// Returns the steps to start now; each step is returned once.
    mutating func nextSteps() -> [Step] {
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

    /// Resets the back-off, so that waiting orders are tried now.
    mutating func serverBecameReachable() {
        attempts = 0
        switch delivery {
        case .backingOff(_, let cancellation):
            cancellation.cancel()
            delivery = .ready
        case .backOffDue: delivery = .ready
        case .ready, .underWay: break
        }
    }

    /// Adds an order that could not be delivered at its first sending.
    mutating func keep(_ order: PendingOrder, atLeast: Duration?) {
        waiting.append(order)
        guard case .ready = delivery else { return }
        attempts += 1
        delivery = .backOffDue(atLeast: atLeast)
    }

    /// Records an attempt to deliver the oldest waiting order: the order is done, or waits on after a back-off.
    mutating func endDelivery(of order: PendingOrder, isDone: Bool, atLeast: Duration?) {
        if isDone {
            waiting.removeAll { $0.id == order.id }
            attempts = 0
            delivery = .ready
        } else {
            if let index = waiting.firstIndex(where: { $0.id == order.id }) { waiting[index] = order }
            attempts += 1
            delivery = .backOffDue(atLeast: atLeast)
        }
    }

    /// All orders that are on this device and not at the shop.
    var here: [PendingOrder] { underWay + waiting + refused }

    /// Records the end of the first sending of an order.
    mutating func endSending(_ order: PendingOrder) { underWay.removeAll { $0.id == order.id } }

    /// Records that the shop refused an order that had waited.
    mutating func refuse(_ order: PendingOrder) { refused.append(order.at(.refused)) }

    /// Returns an order that was refused, or that waits and is not under way. Returns `nil` if there is none or the shop
    /// may have it.
    func withdrawable(_ key: UUID) -> PendingOrder? {
        if let order = refused.first(where: { $0.id == key }) { return order }
        guard let index = waiting.firstIndex(where: { $0.id == key }), !waiting[index].mayHaveArrived else {
            return nil
        }
        if case .underWay = delivery, index == 0 { return nil }
        return waiting[index]
    }

    mutating func remove(_ key: UUID) {
        refused.removeAll { $0.id == key }
        waiting.removeAll { $0.id == key }
    }

    /// Removes and returns the orders that wait or were refused and were confirmed before that time.
    mutating func forget(confirmedBefore time: Date) -> [PendingOrder] {
        keptSince = time
        let delivered = if case .underWay = delivery { waiting.first?.id } else { UUID?.none }
        let old = (waiting + refused).filter { $0.confirmedAt < time && $0.id != delivered }
        let ids = Set(old.map(\.id))
        waiting.removeAll { ids.contains($0.id) }
        refused.removeAll { ids.contains($0.id) }
        return old
    }

    mutating func endBackOff(_ number: Int) {
        if case .backingOff(number, _) = delivery { delivery = .ready }
    }

    /// Resets the state when the queue stops. Orders on disk stay there; those that were never written are returned.
    mutating func close() -> [PendingOrder] {
        defer { placed = [] }
        event = nil
        waiting = []
        refused = []
        underWay = []
        delivery = .ready
        attempts = 0
        return placed
    }
}
