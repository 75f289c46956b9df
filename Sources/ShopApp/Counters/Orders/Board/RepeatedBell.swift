/// The bell for new orders on the keeper's board: it rings again until each of them was moved, a bounded number of
/// times, unless it is muted.
struct RepeatedBell: Hashable, Sendable {
    /// The time between two rings.
    static let pause = Duration.seconds(30)
    /// How often it rings after the latest order has come: for five minutes.
    static let repetitions = 10

    /// The IDs of the new orders that nobody has moved yet.
    private(set) var orders: Set<Int> = []
    private(set) var isMuted = false
    private var left = 0
    private var isWaiting = false

    /// Begins to ring for new orders. Returns whether it rings now.
    mutating func begin(for new: some Sequence<Int>) -> Bool {
        orders.formUnion(new)
        left = RepeatedBell.repetitions
        return !isMuted
    }

    /// Forgets the orders that are not among those with these IDs.
    mutating func update(received: some Sequence<Int>) { orders.formIntersection(received) }

    mutating func toggle() { isMuted.toggle() }

    /// Returns whether a pause has to begin after which it rings again.
    mutating func beginPause() -> Bool {
        guard !isWaiting, rings else { return false }
        isWaiting = true
        return true
    }

    /// Ends the pause. Returns whether it rings.
    mutating func endPause() -> Bool {
        isWaiting = false
        guard rings else { return false }
        left -= 1
        return true
    }

    private var rings: Bool { !orders.isEmpty && left > 0 && !isMuted }
}

// The bell of the board.
extension OrdersCounter {
    /// Returns the request for the pause after which the bell rings again, if it does.
    mutating func pauseOfBell() -> [OrdersRequest] { bell.beginPause() ? [.pauseBell] : [] }

    mutating func toggleBell(_ shell: inout ShellContext) -> [OrdersRequest] {
        bell.toggle()
        shell.show(.bell(isMuted: bell.isMuted, shell.words))
        return pauseOfBell()
    }
}
