import Domain
import Foundation

extension StoreTransaction {
    /// Adapts the messages about an order that was just cancelled. If nobody can have been told of the order, its
    /// message is dropped; otherwise the message becomes one about the cancellation. If the order's message was
    /// delivered, one about the cancellation is added, provided that orders are `announced` now.
    public func announceCancellation(of order: Order, isAnnounced: Bool, at time: Date = .now) throws {
        guard var message = try message(aboutOrder: order.id) else {
            guard isAnnounced, try hasMessages(aboutOrder: order.id) else { return }
            return try addMessage(.cancellation, order: order.id, at: time)
        }
        guard message.kind == .order else { return }
        if message.failure != nil { try change([.undeliveredOrders]) }
        guard message.mayHaveArrived else { return try removeMessage(message.id) }
        // A lease stays: the message about the order may be on its way, and is settled by its sender.
        (message.kind, message.addedAt) = (.cancellation, time)
        (message.failure, message.failedAt) = (nil, nil)
        message.nextAt = Date(timeIntervalSince1970: 0)
        try update(message)
    }
}
