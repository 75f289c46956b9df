import Domain
import Foundation

extension Store {
    /// Adds messages about the orders that were placed while announcements were off, except cancelled ones.
    public func announceMissedOrders() async throws {
        while try await transaction({ try $0.announceMissedOrders(limit: MissedOrders.atOnce) }) {}
    }
}

private enum MissedOrders {
    /// The number of orders in one transaction, small so that others need not wait long.
    static let atOnce = 500
}

extension StoreTransaction {
    /// Adds the messages for at most `limit` orders. Returns whether there may be more.
    fileprivate func announceMissedOrders(limit: Int) throws -> Bool {
        let missed = try unannouncedOrders(limit: limit)
        for order in missed {
            if order.state != .cancelled { try addMessage(.order, order: order.id, at: .now) }
            try setAnnounced(order: order.id)
        }
        return missed.count == limit
    }
}
