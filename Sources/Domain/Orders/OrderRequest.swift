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
