import TerminalText

/// An item that a guest can order, as shown in a list.
public struct SaleItem: Hashable, Sendable, Identifiable {
    /// Identifies what a guest chose: a counter may use an item's identifier for something with another title by now.
    public struct ID: Hashable, Sendable {
        public let item: OrderedItem
        public let title: PlainText
        /// The identifiers of the chosen options, each with its choice.
        public let choices: [[String]]
    }

    /// Identifies an item as a list shows it, whatever its options.
    public struct ListedID: Hashable, Sendable {
        public let item: OrderedItem
        public let title: PlainText
    }

    public let item: OrderedItem
    public let title: PlainText
    /// The English title; `nil` if the shop provides none.
    public let titleInEnglish: PlainText?
    /// The choices of its options.
    public let options: [ChosenOption]
    /// The price of one, with its options.
    public let price: Won
    /// Whether the item is sold out for now. Not encoded: the shop checks the items of a cart when it is ordered.
    public let isSoldOut: Bool
    /// What its guest is asked before it is ordered; empty for what was asked already. Not encoded.
    public let offered: [ItemOption]

    public init(
        _ item: OrderedItem, title: PlainText, titleInEnglish: PlainText? = nil, options: [ChosenOption] = [],
        price: Won, isSoldOut: Bool = false, offered: [ItemOption] = []
    ) {
        self.item = item
        self.title = title
        self.titleInEnglish = titleInEnglish
        self.options = options
        self.price = price
        self.isSoldOut = isSoldOut
        self.offered = offered
    }

    public var listedID: ListedID { ListedID(item: item, title: title) }

    /// Items with the same identifier are the same, even if their prices differ by now.
    public var id: ID { ID(item: item, title: title, choices: options.map { [$0.option, $0.choice] }) }
}

extension SaleItem: Codable {
    private enum CodingKeys: String, CodingKey {
        case title, options, price
        case titleInEnglish = "title_en"
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        item = try OrderedItem(from: decoder)
        title = try values.decode(PlainText.self, forKey: .title)
        titleInEnglish = values.decodeEnglish(forKey: .titleInEnglish)
        options = try values.decodeIfPresent([ChosenOption].self, forKey: .options) ?? []
        price = try values.decode(Won.self, forKey: .price)
        (isSoldOut, offered) = (false, [])
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try item.encode(to: encoder)
        try values.encode(title, forKey: .title)
        try values.encodeIfPresent(titleInEnglish, forKey: .titleInEnglish)
        if !options.isEmpty { try values.encode(options, forKey: .options) }
        try values.encode(price, forKey: .price)
    }
}
