import Domain
import Foundation

extension StoreReader {
    /// Returns the orders whose messages failed, oldest first.
    public func undeliveredOrders() throws -> [UndeliveredOrder] {
        try failedMessages(after: 0, limit: FailedMessages.most).map { message in
            UndeliveredOrder(
                order: message.order, attempts: message.attempts, failedAt: message.failedAt ?? message.nextAt)
        }
    }
}

extension StoreTransaction {
    /// Resets the failed messages about those orders, or all if `nil`, so that whichever server sends messages sends
    /// them again. Returns the numbers of those orders.
    public func resendFailed(orders: [Int]?) throws -> [Int] {
        let wanted = orders.map { Set($0) }
        let failed = try failedMessages(after: 0, limit: FailedMessages.most).filter { message in
            wanted?.contains(message.order.id) ?? true
        }
        for var message in failed {
            (message.failedAt, message.attempts) = (nil, 0)
            (message.nextAt, message.leasedUntil) = (FailedMessages.atOnce, FailedMessages.atOnce)
            try update(message)
        }
        if !failed.isEmpty { try change([.undeliveredOrders]) }
        return failed.map(\.order.id)
    }
}

private enum FailedMessages {
    /// The maximum number of failed messages listed or resent at once, more than anybody reads.
    static let most = 1_000
    static let atOnce = Date(timeIntervalSince1970: 0)
}

extension SectionID {
    /// The orders whose messages failed. Nothing shows this section; its versions wake the senders.
    fileprivate static let undeliveredOrders = SectionID(path: "orders/undelivered")
}
