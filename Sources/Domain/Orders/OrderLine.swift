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
    public let title: PlainText
    /// The English title; `nil` if the shop provided none.
    public let titleInEnglish: PlainText?
    /// The choices that were made, in the order of the item's options.
    public let options: [ChosenOption]
    public let quantity: Int
    /// The price of one, with its options.
    public let unitPrice: Won
    /// What the guest wrote about it; `nil` if nothing.
    public let note: PlainText?

    public init(
        item: OrderedItem, title: PlainText, titleInEnglish: PlainText? = nil, options: [ChosenOption] = [],
        quantity: Int, unitPrice: Won, note: PlainText? = nil
    ) {
        self.item = item
        self.title = title
        self.titleInEnglish = titleInEnglish
        self.options = options
        self.quantity = quantity
        self.unitPrice = unitPrice
        self.note = note
    }

    public static let quantities = 1...99

    public var total: Won { Won(unitPrice.amount * quantity) }
}

extension OrderLine: Codable {
    private enum CodingKeys: String, CodingKey {
        case title, options, quantity, note
        case titleInEnglish = "title_en"
        case unitPrice = "unit_price"
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        item = try OrderedItem(from: decoder)
        title = try values.decode(PlainText.self, forKey: .title)
        titleInEnglish = values.decodeEnglish(forKey: .titleInEnglish)
        options = try values.decodeIfPresent([ChosenOption].self, forKey: .options) ?? []
        quantity = try values.decode(in: OrderLine.quantities, forKey: .quantity)
        unitPrice = Won(try values.decode(in: WireBounds.won, forKey: .unitPrice))
        note = try values.decodeText(forKey: .note)
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try item.encode(to: encoder)
        try values.encode(title, forKey: .title)
        try values.encodeIfPresent(titleInEnglish, forKey: .titleInEnglish)
        if !options.isEmpty { try values.encode(options, forKey: .options) }
        try values.encode(quantity, forKey: .quantity)
        try values.encode(unitPrice, forKey: .unitPrice)
        try values.encodeIfPresent(note, forKey: .note)
    }
}
