/// An order of one dish: the body of `POST /orders`.
public struct OrderRequest: Hashable, Sendable, Codable {
    /// Who orders: 1 to 64 characters.
    public var who: String
    /// The dish's `detail_hash` in the menu.
    public var detailHash: String
    /// 1 to 99.
    public var quantity: Int
    /// The price of one that the guest was shown.
    public var unitPrice: Won

    /// The maximum length of `who` in characters.
    public static let maxNameLength = 64
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
