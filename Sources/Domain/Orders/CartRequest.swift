import TerminalText

/// An order of several lines: the body of `POST /orders`, beside `OrderRequest`.
public struct CartRequest: Hashable, Sendable, Codable {
    /// Who orders: 1 to 64 characters.
    public var who: String
    /// From 1 to 50 (`Order.mostLines`).
    public var lines: [CartLine]
    /// What the guest was told that delivery costs.
    public var deliveryFee: Won

    public init(who: String, lines: [CartLine], deliveryFee: Won) {
        self.who = who
        self.lines = lines
        self.deliveryFee = deliveryFee
    }

    private enum CodingKeys: String, CodingKey {
        case who, lines
        case deliveryFee = "delivery_fee"
    }
}

/// A line of what a guest asks for, at the price that was shown. On the wire the item is `detail_hash`,
/// `juice`, or of any counter `counter` and `item`.
public struct CartLine: Hashable, Sendable {
    public let item: OrderedItem
    /// One of `OrderLine.quantities`.
    public var quantity: Int
    /// What the guest was told that one costs.
    public var unitPrice: Won

    public init(item: OrderedItem, quantity: Int, unitPrice: Won) {
        self.item = item
        self.quantity = quantity
        self.unitPrice = unitPrice
    }
}

extension CartLine: Codable {
    private enum CodingKeys: String, CodingKey {
        case juice, counter, item, quantity
        case detailHash = "detail_hash"
        case unitPrice = "unit_price"
    }

    /// Throws `DecodingError` where not exactly one item is named.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let counter = try values.decodeIfPresent(SalesCounter.self, forKey: .counter)
        let named: [(SalesCounter, CodingKeys)] = [(.menu, .detailHash), (.juice, .juice), (counter ?? .menu, .item)]
        let items = try named.compactMap { counter, key in
            try values.decodeIfPresent(String.self, forKey: key).map { OrderedItem(counter, $0) }
        }
        guard items.count == 1, values.contains(.item) == (counter != nil) else {
            throw DecodingError.dataCorruptedError(forKey: .detailHash, in: values, debugDescription: "no one item")
        }
        item = items[0]
        quantity = try values.decode(Int.self, forKey: .quantity)
        unitPrice = try values.decode(Won.self, forKey: .unitPrice)
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        switch item.counter {
        case .menu: try values.encode(item.id, forKey: .detailHash)
        case .juice: try values.encode(item.id, forKey: .juice)
        default:
            try values.encode(item.counter, forKey: .counter)
            try values.encode(item.id, forKey: .item)
        }
        try values.encode(quantity, forKey: .quantity)
        try values.encode(unitPrice, forKey: .unitPrice)
    }
}

/// The body of a 409 or 404 to `POST /orders` with several lines: what of it cannot be ordered as it was shown. Nothing
/// was ordered.
public struct CartConflict: Hashable, Sendable, Codable {
    public let error: String
    /// Those lines that differ, in their order.
    public let lines: [CartLineConflict]
    /// What delivery costs now; `nil` where it costs what was shown, or where lines differ.
    public let deliveryFee: Won?

    public init(error: String, lines: [CartLineConflict], deliveryFee: Won?) {
        self.error = error
        self.lines = lines
        self.deliveryFee = deliveryFee
    }

    private enum CodingKeys: String, CodingKey {
        case error, lines
        case deliveryFee = "delivery_fee"
    }
}

/// What is the matter with one line.
public struct CartLineConflict: Hashable, Sendable {
    /// Its place in the request, counting from 0.
    public let line: Int
    /// Empty for an item that the shop does not know.
    public let title: PlainText
    /// What one costs now; `nil` for an item that the shop does not know.
    public let unitPrice: Won?
    public let isSoldOut: Bool
    /// How many are missing of each fruit that there is too little of, after the lines before took theirs.
    public let missing: [FruitID: Int]

    public init(
        line: Int, title: PlainText, unitPrice: Won?, isSoldOut: Bool = false, missing: [FruitID: Int] = [:]
    ) {
        self.line = line
        self.title = title
        self.unitPrice = unitPrice
        self.isSoldOut = isSoldOut
        self.missing = missing
    }
}

extension CartLineConflict: Codable {
    private enum CodingKeys: String, CodingKey {
        case line, title, missing
        case unitPrice = "unit_price"
        case isSoldOut = "sold_out"
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        line = try values.decode(in: 0...Order.mostLines, forKey: .line)
        title = try values.decode(PlainText.self, forKey: .title)
        unitPrice = try values.decodeIfPresent(Won.self, forKey: .unitPrice)
        isSoldOut = try values.decode(Bool.self, forKey: .isSoldOut)
        missing = try values.decodeIfPresent([FruitID: Int].self, forKey: .missing) ?? [:]
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(line, forKey: .line)
        try values.encode(title, forKey: .title)
        try values.encode(unitPrice, forKey: .unitPrice)
        try values.encode(isSoldOut, forKey: .isSoldOut)
        if !missing.isEmpty { try values.encode(missing, forKey: .missing) }
    }
}
