import Domain
import Foundation

/// The number of orders and messages in a store.
public struct StoreFigures: Hashable, Sendable {
    /// States without orders may be missing.
    public var orders: [OrderState: Int]
    public var waitingMessages: Int
    public var failedMessages: Int
    /// The time since which the oldest waiting message is to be sent; `nil` if none waits.
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
