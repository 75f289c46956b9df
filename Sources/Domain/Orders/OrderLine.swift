import TerminalText

public struct OrderedItem: Hashable, Sendable {
    public let counter: SalesCounter
    /// The counter's identifier of the item: the detail hash of a dish, the id of a juice or of a drink. Empty in
    /// orders from before items were stored.
    public let id: String

    public init(_ counter: SalesCounter, _ id: String) {
        self.counter = counter
        self.id = PlainText(id, limit: OrderedItem.maxIDLength).string
    }

    private static let maxIDLength = 256
}

/// Encoded as `counter` and `item`, beside the other keys of the line that names it.
extension OrderedItem: Codable {
    private enum CodingKeys: String, CodingKey {
        case counter
        case id = "item"
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(try values.decode(SalesCounter.self, forKey: .counter), try values.decode(String.self, forKey: .id))
    }
}

/// A line of an order: an item, its quantity and its unit price.
public struct OrderLine: Hashable, Sendable {
    public let item: OrderedItem
    /// The name of the section that listed it when it was ordered; `nil` of a counter without sections.
    public let section: String?
    public let title: PlainText
    /// The English title; `nil` if the shop provided none.
    public let titleInEnglish: PlainText?
    /// The choices that were made, in the order of the item's options.
    public let options: [ChosenOption]
    /// 1 to 99; 0 if the whole line was taken out.
    public private(set) var quantity: Int
    /// The number of pieces that were taken out after the order was placed.
    public private(set) var removed: Int
    /// The price of one, with its options.
    public let unitPrice: Won
    /// What the guest wrote about it; `nil` if nothing.
    public internal(set) var note: PlainText?

    public init(
        item: OrderedItem, section: String? = nil, title: PlainText, titleInEnglish: PlainText? = nil,
        options: [ChosenOption] = [], quantity: Int, removed: Int = 0, unitPrice: Won, note: PlainText? = nil
    ) {
        self.item = item
        self.section = section.map { PlainText($0, limit: OrderLine.maxSectionLength).string }
        self.title = title
        self.titleInEnglish = titleInEnglish
        self.options = options
        self.quantity = quantity
        self.removed = removed
        self.unitPrice = unitPrice
        self.note = note
    }

    public static let quantities = 1...99
    /// The prices of one, with its choices, in won.
    public static let unitPrices = WireBounds.prices
    private static let maxSectionLength = 256

    public var total: Won { Won(unitPrice.amount * quantity) }

    mutating func reduce(to quantity: Int) {
        removed += self.quantity - quantity
        self.quantity = quantity
    }
}

extension OrderLine: Codable {
    private enum CodingKeys: String, CodingKey {
        case section, title, options, quantity, removed, note
        case titleInEnglish = "title_en"
        case unitPrice = "unit_price"
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        item = try OrderedItem(from: decoder)
        section = (try values.decodeIfPresent(String.self, forKey: .section)).map {
            PlainText($0, limit: OrderLine.maxSectionLength).string
        }
        title = try values.decode(PlainText.self, forKey: .title)
        titleInEnglish = values.decodeEnglish(forKey: .titleInEnglish)
        options = try values.decodeIfPresent([ChosenOption].self, forKey: .options) ?? []
        let pieces = 0...OrderLine.quantities.upperBound
        quantity = try values.decode(in: pieces, forKey: .quantity)
        removed = values.contains(.removed) ? try values.decode(in: pieces, forKey: .removed) : 0
        guard OrderLine.quantities.contains(quantity + removed) else {
            throw DecodingError.dataCorruptedError(forKey: .quantity, in: values, debugDescription: "out of bounds")
        }
        unitPrice = Won(try values.decode(in: WireBounds.prices, forKey: .unitPrice))
        note = try values.decodePlacedText(forKey: .note)
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try item.encode(to: encoder)
        try values.encodeIfPresent(section, forKey: .section)
        try values.encode(title, forKey: .title)
        try values.encodeIfPresent(titleInEnglish, forKey: .titleInEnglish)
        if !options.isEmpty { try values.encode(options, forKey: .options) }
        try values.encode(quantity, forKey: .quantity)
        if removed > 0 { try values.encode(removed, forKey: .removed) }
        try values.encode(unitPrice, forKey: .unitPrice)
        try values.encodeIfPresent(note, forKey: .note)
    }
}
