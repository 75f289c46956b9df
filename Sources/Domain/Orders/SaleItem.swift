import TerminalText

/// Something that a guest can order, as a list shows it.
public struct SaleItem: Hashable, Sendable {
    /// Two of the same name are the same thing, whatever they cost by now.
    public let id: OrderedItem
    public let title: PlainText
    /// The title in English, where the shop has it so.
    public let titleInEnglish: PlainText?
    /// What one of it costs.
    public let price: Won
    /// Whether it cannot be ordered for now. Not kept: what is in a cart is asked for when it is ordered.
    public let isSoldOut: Bool

    public init(
        _ id: OrderedItem, title: PlainText, titleInEnglish: PlainText? = nil, price: Won, isSoldOut: Bool = false
    ) {
        self.id = id
        self.title = title
        self.titleInEnglish = titleInEnglish
        self.price = price
        self.isSoldOut = isSoldOut
    }
}

extension SaleItem: Codable {
    private enum CodingKeys: String, CodingKey {
        case counter, item, title, price
        case titleInEnglish = "title_en"
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let counter = try values.decode(SalesCounter.self, forKey: .counter)
        id = OrderedItem(counter, try values.decode(String.self, forKey: .item))
        title = try values.decode(PlainText.self, forKey: .title)
        titleInEnglish = values.decodeEnglish(forKey: .titleInEnglish)
        price = try values.decode(Won.self, forKey: .price)
        isSoldOut = false
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(id.counter, forKey: .counter)
        try values.encode(id.id, forKey: .item)
        try values.encode(title, forKey: .title)
        try values.encodeIfPresent(titleInEnglish, forKey: .titleInEnglish)
        try values.encode(price, forKey: .price)
    }
}
