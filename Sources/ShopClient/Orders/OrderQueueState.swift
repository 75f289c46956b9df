import ShopHTTP

/// Which orders are where.
struct OrderQueueState: Sendable {
    /// What delivers the orders that wait: one at a time, and never while none does.
    enum Courier: Sendable {
        case ready
        case underWay
        /// The server did not take the last one; it is left alone for a while, at least as long as it asked for.
        case restDue(atLeast: Duration?)
        case resting(Int, CancellationHandle)
    }

    /// Confirmed, and not yet sent.
    var placed: [PendingOrder] = []
    /// Orders on their first way to the server.
    var underWay = 0
    /// On disk until the server can take them, the oldest first.
    var waiting: [PendingOrder] = []
    var courier = Courier.ready
    /// Tries since the server was last there.
    var attempts = 0
    private var rests = 0
    var bell: AsyncStream<Void>.Continuation?
    weak var delegate: (any OrderQueueDelegate)?

    enum Step: Sendable {
        case send(PendingOrder)
        case deliver(PendingOrder)
        case rest(Int, attempt: Int, atLeast: Duration?, CancellationHandle)
    }

    /// What to begin now; each step is handed out once.
    mutating func takeSteps() -> [Step] {
        var steps = placed.map(Step.send)
        underWay += placed.count
        placed = []
        guard let first = waiting.first else { return steps }
        switch courier {
        case .ready:
            courier = .underWay
            steps.append(.deliver(first))
        case .restDue(let atLeast):
            rests += 1
            let interruption = CancellationHandle()
            courier = .resting(rests, interruption)
            steps.append(.rest(rests, attempt: attempts, atLeast: atLeast, interruption))
        case .underWay, .resting: break
        }
        return steps
    }

    var hasSteps: Bool {
        if !placed.isEmpty { return true }
        guard !waiting.isEmpty else { return false }
        switch courier {
        case .ready, .restDue: return true
        case .underWay, .resting: return false
        }
    }

    /// The server is there: what waits is tried now.
    mutating func serverIsThere() {
        attempts = 0
        switch courier {
        case .resting(_, let interruption):
            interruption.interrupt()
            courier = .ready
        case .restDue: courier = .ready
        case .ready, .underWay: break
        }
    }

    /// An order came back from its first way, and waits from now on.
    mutating func keep(_ order: PendingOrder, atLeast: Duration?) {
        waiting.append(order)
        guard case .ready = courier else { return }
        attempts += 1
        courier = .restDue(atLeast: atLeast)
    }

    /// The order that waited longest was tried: it is done with, or waits on.
    mutating func endDelivery(of order: PendingOrder, isDone: Bool, atLeast: Duration?) {
        if isDone {
            waiting.removeAll { $0.draft.key == order.draft.key }
            attempts = 0
            courier = .ready
        } else {
            attempts += 1
            courier = .restDue(atLeast: atLeast)
        }
    }

    mutating func endRest(_ number: Int) {
        if case .resting(number, _) = courier { courier = .ready }
    }

    /// Nothing runs any more. What is on disk stays there; what never got there is handed out.
    mutating func close() -> [PendingOrder] {
        defer { placed = [] }
        bell = nil
        delegate = nil
        waiting = []
        underWay = 0
        courier = .ready
        attempts = 0
        return placed
    }
}
