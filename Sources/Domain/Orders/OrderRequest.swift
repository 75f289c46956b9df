import TerminalText

/// An order as a guest confirmed it: the body of `POST /orders`, whatever way it was placed. The shop computes titles,
/// prices and the fee itself, and refuses the order if one of them differs.
public struct OrderRequest: Hashable, Sendable, Codable {
    /// One item with everything that the guest was shown of it.
    public struct Line: Hashable, Sendable {
        public let item: OrderedItem
        /// The title that the guest was shown: a counter may use an item's identifier for something else by now.
        public var title: PlainText
        public var quantity: Int
        public var unitPrice: Won

        public init(item: OrderedItem, title: PlainText, quantity: Int, unitPrice: Won) {
            self.item = item
            self.title = title
            self.quantity = quantity
            self.unitPrice = unitPrice
        }
    }

    /// Who orders: 1 to 64 characters.
    public var who: String
    /// From 1 to 50 (`Order.maxLines`).
    public var lines: [Line]
    public var deliveryFee: Won

    /// The maximum length of `who` in characters.
    public static let maxNameLength = 64

    public init(who: String, lines: [Line], deliveryFee: Won) {
        self.who = who
        self.lines = lines
        self.deliveryFee = deliveryFee
    }

    private enum CodingKeys: String, CodingKey {
        case who, lines
        case deliveryFee = "delivery_fee"
    }
}

/// The item is encoded as `counter` and `item`.
extension OrderRequest.Line: Codable {
    private enum CodingKeys: String, CodingKey {
        case title, quantity
        case unitPrice = "unit_price"
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            item: try OrderedItem(from: decoder), title: try values.decode(PlainText.self, forKey: .title),
            quantity: try values.decode(Int.self, forKey: .quantity),
            unitPrice: try values.decode(Won.self, forKey: .unitPrice))
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try item.encode(to: encoder)
        try values.encode(title, forKey: .title)
        try values.encode(quantity, forKey: .quantity)
        try values.encode(unitPrice, forKey: .unitPrice)
    }
}
