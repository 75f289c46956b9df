import Domain

extension StoreReader {
    /// Returns the order that the same request placed before, or `nil` if the key is new. Throws `KeyTaken`.
    public func earlierOrder(under key: IdempotencyKey) throws -> Order? {
        guard let stored = try self.key(key.id) else { return nil }
        guard case .order(let id) = stored.outcome, stored.request == key.request else { throw KeyTaken() }
        guard let order = try order(id) else { throw StoreError.damaged }
        return order
    }
}

extension StoreTransaction {
    /// Stores the order with its key and, if it is to be announced, its message. If an order was placed under the key
    /// before, returns that one and stores no other. `order` takes what it needs from the stock, and throws if there is
    /// too little.
    public func place(
        _ order: @autoclosure () throws -> NewOrder, under key: IdempotencyKey
    ) throws -> KeyedAnswer<Order> {
        if let earlier = try earlierOrder(under: key) { return KeyedAnswer(earlier, isNew: false) }
        let placed = try keep(order())
        try remember(key, order: placed.id)
        return KeyedAnswer(placed, isNew: true)
    }

    /// Stores the order and its message without a key, and notifies the shop keeper's board and the order's terminal.
    public func keep(_ order: NewOrder) throws -> Order {
        let placed = try insert(order, change: addVersion(of: order.state.board).number)
        if order.isAnnounced { try addMessage(.order, order: placed.id, at: placed.placedAt) }
        return placed
    }

    /// Stores an order that changed its state, and notifies both sections of the board and the order's terminal. `from`
    /// is the previous state.
    public func keep(_ order: Order, movedFrom state: OrderState) throws {
        try change([state.board])
        try update(order, change: addVersion(of: order.state.board).number)
    }
}
