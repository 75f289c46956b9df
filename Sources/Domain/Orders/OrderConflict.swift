import TerminalText

/// The body of a 409 or 404 to `POST /orders`: the parts of the order that differ from what was shown. Nothing was
/// ordered.
public struct OrderConflict: Hashable, Sendable, Codable {
    public let error: String
    /// The lines that differ, in the order of the request.
    public let lines: [OrderLineConflict]
    /// The current delivery fee; `nil` if it is the one that was shown, or if lines differ.
    public let deliveryFee: Won?

    public init(error: String, lines: [OrderLineConflict], deliveryFee: Won?) {
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
public struct OrderLineConflict: Hashable, Sendable {
    /// The line's index in the request, counting from 0.
    public let line: Int
    /// The current title; empty if the shop does not know the item.
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

extension OrderLineConflict: Codable {
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
