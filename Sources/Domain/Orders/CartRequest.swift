import TerminalText

/// An order of several lines: the body of `POST /orders`, beside `OrderRequest`.
public struct CartRequest: Hashable, Sendable, Codable {
    /// Who orders: 1 to 64 characters.
    public var who: String
    /// From 1 to 50 (`Order.maxLines`).
    public var lines: [CartLine]
    /// The delivery fee that the guest was shown.
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

/// A line of an order request, with the price that was shown. The item is encoded as `detail_hash`, as `juice`, or, for
/// any counter, as `counter` and `item`.
public struct CartLine: Hashable, Sendable {
    public let item: OrderedItem
    /// The number of pieces, in `OrderLine.quantities`.
    public var quantity: Int
    /// The price of one that the guest was shown.
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

    /// Throws `DecodingError` unless exactly one item is named.
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
        default: try item.encode(to: encoder)
        }
        try values.encode(quantity, forKey: .quantity)
        try values.encode(unitPrice, forKey: .unitPrice)
    }
}

/// The body of a 409 or 404 to `POST /orders` with several lines: the parts of the order that differ from what was
/// shown. Nothing was ordered.
public struct CartConflict: Hashable, Sendable, Codable {
    public let error: String
    /// The lines that differ, in the order of the request.
    public let lines: [CartLineConflict]
    /// The current delivery fee; `nil` if it is the one that was shown, or if lines differ.
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

/// The reasons why one line cannot be ordered.
public struct CartLineConflict: Hashable, Sendable {
    /// The line's index in the request, counting from 0.
    public let line: Int
    /// The title; empty if the shop does not know the item.
    public let title: PlainText
    /// The current price of one; `nil` if the shop does not know the item.
    public let unitPrice: Won?
    public let isSoldOut: Bool
    /// How many of each fruit are missing after the preceding lines took theirs.
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
        line = try values.decode(in: 0...Order.maxLines, forKey: .line)
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
