/// A page of a list of orders, newest first: the response to `GET /orders/board/{state}` and `GET /orders/mine`.
public struct OrderList: Hashable, Sendable, Codable {
    public let orders: [Order]
    /// The number of all orders of the list, whichever of them this page holds.
    public let count: Int

    public init(_ orders: [Order], count: Int) {
        self.orders = orders
        self.count = count
    }

    /// The number of orders in a page of which nobody said how long it is.
    public static let defaultLength = 200
    /// The lengths that a page may have.
    public static let lengths = 1...500
}
