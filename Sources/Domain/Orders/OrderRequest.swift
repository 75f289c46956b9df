import Foundation

/// What a guest asks for: the body of `POST /orders`.
public struct OrderRequest: Hashable, Sendable, Codable {
    /// Who orders: 1 to 64 characters.
    public var who: String
    /// Names the dish, as the menu does.
    public var detailHash: String
    /// 1 to 99.
    public var quantity: Int
    /// What the guest was told that one costs.
    public var unitPrice: Won

    /// Characters that `who` may have.
    public static let longestName = 64
    public static let quantities = OrderLine.quantities

    public init(who: String, detailHash: String, quantity: Int, unitPrice: Won) {
        self.who = who
        self.detailHash = detailHash
        self.quantity = quantity
        self.unitPrice = unitPrice
    }

    private enum CodingKeys: String, CodingKey {
        case who, quantity
        case detailHash = "detail_hash"
        case unitPrice = "unit_price"
    }
}

/// The answer to `POST /orders`, as readers of orders of one line see it: some of the keys of `Order`.
public struct PlacedOrder: Hashable, Sendable, Codable, Identifiable {
    /// Grows with every order of the shop.
    public let id: Int
    public let who: String
    public let title: String
    public let quantity: Int
    public let unitPrice: Won
    public let total: Won
    @WireTime public var placedAt: Date

    public init(id: Int, who: String, title: String, quantity: Int, unitPrice: Won, total: Won, placedAt: Date) {
        self.id = id
        self.who = who
        self.title = title
        self.quantity = quantity
        self.unitPrice = unitPrice
        self.total = total
        _placedAt = WireTime(wrappedValue: placedAt)
    }

    private enum CodingKeys: String, CodingKey {
        case id, who, title, quantity, total
        case unitPrice = "unit_price"
        case placedAt = "placed_at"
    }
}
