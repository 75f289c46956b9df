import Domain

extension Store {
    /// Adds messages about the orders that were taken while nobody was to be told, but for those that were cancelled.
    public func announceMissedOrders() async throws {
        while try await transaction({ try $0.announceMissedOrders(limit: MissedOrders.atOnce) }) {}
    }
}

private enum MissedOrders {
    /// Orders of one transaction, so that others need not wait long.
    static let atOnce = 500
}

extension StoreTransaction {
    /// Whether there may be more of them.
    fileprivate func announceMissedOrders(limit: Int) throws -> Bool {
        let missed = try unannouncedOrders(limit: limit)
        for order in missed {
            if order.state != .cancelled { try addMessage(order: order.id) }
            try setAnnounced(order: order.id)
        }
        return missed.count == limit
    }
}
