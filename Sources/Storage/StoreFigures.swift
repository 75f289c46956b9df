import Domain
import Foundation

/// How much a store keeps.
public struct StoreFigures: Hashable, Sendable {
    /// States without orders may be missing.
    public var orders: [OrderState: Int]
    public var waitingMessages: Int
    public var failedMessages: Int
    /// When the oldest order was placed whose message waits.
    public var oldestWaiting: Date?

    public init(
        orders: [OrderState: Int], waitingMessages: Int, failedMessages: Int, oldestWaiting: Date? = nil
    ) {
        self.orders = orders
        self.waitingMessages = waitingMessages
        self.failedMessages = failedMessages
        self.oldestWaiting = oldestWaiting
    }
}
