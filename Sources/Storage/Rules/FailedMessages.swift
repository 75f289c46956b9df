import Domain
import Foundation

extension StoreReader {
    /// Returns the orders about which messages are held up: those that failed or have waited for long, oldest first.
    public func undeliveredOrders(at now: Date = .now) throws -> [UndeliveredOrder] {
        try heldMessages(addedBefore: now - HeldMessages.grace, limit: HeldMessages.most).map { message in
            UndeliveredOrder(
                order: message.order, kind: message.kind, attempts: message.attempts, since: message.addedAt,
                isRefused: message.failedAt != nil, failure: message.failure)
        }
    }

    /// Returns how many messages are held up and since when, or `nil` if none is.
    public func outboxBacklog(at now: Date = .now) throws -> OutboxBacklog? {
        try backlog(addedBefore: now - HeldMessages.grace)
    }
}

extension StoreTransaction {
    /// Makes the messages about those orders that failed, or all that failed if `nil`, due at once, so that whichever
    /// server sends messages sends them again. Returns the numbers of those orders.
    public func resendFailed(orders: [Int]?, at now: Date = .now) throws -> [Int] {
        let wanted = orders.map { Set($0) }
        let failed = try heldMessages(addedBefore: HeldMessages.atOnce, limit: HeldMessages.most).filter { message in
            message.leasedUntil <= now && wanted?.contains(message.order.id) ?? true
        }
        for var message in failed {
            (message.failedAt, message.attempts) = (nil, 0)
            (message.nextAt, message.leasedUntil) = (HeldMessages.atOnce, HeldMessages.atOnce)
            try update(message)
        }
        if !failed.isEmpty { try change([.undeliveredOrders]) }
        return failed.map(\.order.id)
    }
}

private enum HeldMessages {
    /// The maximum number of messages listed or resent at once, more than anybody reads.
    static let most = 1_000
    /// In seconds. A message that waits for longer is held up, whatever the reason.
    static let grace = 60.0
    static let atOnce = Date(timeIntervalSince1970: 0)
}
