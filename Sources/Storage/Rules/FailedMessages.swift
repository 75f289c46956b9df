import Domain
import Foundation

extension StoreReader {
    /// The orders whose messages failed, oldest first.
    public func undeliveredOrders() throws -> [UndeliveredOrder] {
        try failedMessages(after: 0, limit: FailedMessages.most).map { message in
            UndeliveredOrder(
                order: message.order, attempts: message.attempts, failedAt: message.failedAt ?? message.nextAt)
        }
    }
}

extension StoreTransaction {
    /// Has the failed messages about those orders sent again, `nil` meaning all, by whatever server sends; the numbers
    /// of those that will be.
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
    /// More than anybody reads.
    static let most = 1_000
    static let atOnce = Date(timeIntervalSince1970: 0)
}

extension SectionID {
    /// The orders whose messages failed. Nobody shows it; its versions wake those who send.
    fileprivate static let undeliveredOrders = SectionID(path: "orders/undelivered")
}
