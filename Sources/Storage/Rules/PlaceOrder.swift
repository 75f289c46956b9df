import Domain

extension StoreReader {
    /// Returns the order that the same request placed before; `nil` when the key is new. Throws `KeyTaken`.
    public func earlierOrder(under key: IdempotencyKey) throws -> Order? {
        guard let stored = try self.key(key.id) else { return nil }
        guard case .order(let id) = stored.outcome, stored.request == key.request else { throw KeyTaken() }
        guard let order = try order(id) else { throw StoreError.damaged }
        return order
    }
}

extension StoreTransaction {
    /// Keeps the order with its key and, where it is to be announced, its message. An order that was placed under the key
    /// before is returned, and no other is made. `order` takes what it needs, and throws where there is too little of it.
    public func place(
        _ order: @autoclosure () throws -> NewOrder, under key: IdempotencyKey
    ) throws -> KeyedAnswer<Order> {
        if let earlier = try earlierOrder(under: key) { return KeyedAnswer(earlier, isNew: false) }
        let placed = try keep(order())
        try remember(key, order: placed.id)
        return KeyedAnswer(placed, isNew: true)
    }

    /// Keeps the order and its message, but no key, and has the keeper's board and the terminal of the order told.
    public func keep(_ order: NewOrder) throws -> Order {
        let placed = try insert(order, change: addVersion(of: order.state.board).number)
        if order.isAnnounced { try addMessage(order: placed.id) }
        return placed
    }

    /// Keeps an order that was moved, and has both sections of the board and the terminal of the order told. `from` is the
    /// state that it was in.
    public func keep(_ order: Order, movedFrom state: OrderState) throws {
        try change([state.board])
        try update(order, change: addVersion(of: order.state.board).number)
    }
}
