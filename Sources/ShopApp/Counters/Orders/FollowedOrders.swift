import Domain

/// The last known states of a guest's own orders, and whether the guest has yet to see what became of them.
struct FollowedOrders: Hashable, Sendable {
    private var states: [Int: OrderState] = [:]
    /// Whether the guest's orders were fetched.
    private(set) var isKnown = false
    /// Whether the shop changed an order since the guest last saw the list.
    private(set) var hasNews = false

    /// Adds an order that was just placed.
    mutating func add(_ id: Int) { states[id] = states[id] ?? .received }

    mutating func markAsSeen() { hasNews = false }

    /// Updates the states. Returns the orders that the shop has moved since, oldest first.
    mutating func take(_ orders: [Order]) -> [Order] {
        let moved = orders.filter { order in
            guard order.isTracked, let known = states[order.id] else { return false }
            return known != order.state && order.steps.last?.by != .guest
        }
        states = Dictionary(orders.map { ($0.id, $0.state) }) { first, _ in first }
        isKnown = true
        hasNews = hasNews || !moved.isEmpty
        return moved.sorted { $0.id < $1.id }
    }
}

extension Order {
    /// Whether there is nothing left to wait for: it can be fetched, was handed over or cancelled.
    var endsWaiting: Bool { state == .ready || !state.isOpen }
}
