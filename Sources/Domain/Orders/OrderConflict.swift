import TerminalText

/// The body of a 409 or 404 to `POST /orders`: the parts of the order that differ from what was shown. Nothing was
/// ordered.
public struct OrderConflict: Hashable, Sendable, Codable {
    public let error: String
    /// The lines that differ, in the order of the request.
    public let lines: [OrderLineConflict]
    /// What differs besides.
    public let terms: OrderTermsConflict

    public init(error: String, lines: [OrderLineConflict], terms: OrderTermsConflict = OrderTermsConflict()) {
        self.error = error
        self.lines = lines
        self.terms = terms
    }

    private enum CodingKeys: CodingKey { case error, lines }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        error = try values.decode(String.self, forKey: .error)
        lines = try values.decode([OrderLineConflict].self, forKey: .lines)
        terms = try OrderTermsConflict(from: decoder)
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(error, forKey: .error)
        try values.encode(lines, forKey: .lines)
        try terms.encode(to: encoder)
    }
}

/// What of an order differs from what was shown, besides its lines; `nil` for what does not. Prices and fees are stated
/// only if no line differs.
public struct OrderTermsConflict: Hashable, Sendable, Codable {
    /// The current delivery fee.
    public var deliveryFee: Won?
    /// The current total.
    public var total: Won?
    /// The lowest price of all lines that is delivered; the order's is lower.
    public var minimum: Won?
    /// The ways in which the shop hands orders over; the order's is none of them.
    public var receive: [Fulfillment]?
    /// Why the shop takes no such order now: it is closed, or paused.
    public var shop: ShopStatus?

    public init(
        deliveryFee: Won? = nil, total: Won? = nil, minimum: Won? = nil, receive: [Fulfillment]? = nil,
        shop: ShopStatus? = nil
    ) {
        self.deliveryFee = deliveryFee
        self.total = total
        self.minimum = minimum
        self.receive = receive
        self.shop = shop
    }

    public var isEmpty: Bool { self == OrderTermsConflict() }

    private enum CodingKeys: String, CodingKey {
        case total, minimum, receive, shop
        case deliveryFee = "delivery_fee"
    }
}

/// The reasons why one line cannot be ordered.
public struct OrderLineConflict: Hashable, Sendable {
    /// The line's index in the request, counting from 0.
    public let line: Int
    /// The current title; empty if the shop does not know the item.
    public let title: PlainText
    /// The current price of one, with the options that are still offered; `nil` if the shop does not know the item.
    public let unitPrice: Won?
    /// The options of the line as they are now, if they differ: those that are still offered.
    public let options: [ChosenOption]?
    public let isSoldOut: Bool
    /// How many are left, if these are fewer than the line asks for.
    public let left: Int?
    /// How many of each fruit are missing after the preceding lines took theirs.
    public let missing: [FruitID: Int]

    public init(
        line: Int, title: PlainText, unitPrice: Won?, options: [ChosenOption]? = nil, isSoldOut: Bool = false,
        left: Int? = nil,
        missing: [FruitID: Int] = [:]
    ) {
        self.line = line
        self.title = title
        self.unitPrice = unitPrice
        self.options = options
        self.isSoldOut = isSoldOut
        self.left = left
        self.missing = missing
    }
}

extension OrderLineConflict: Codable {
    private enum CodingKeys: String, CodingKey {
        case line, title, options, left, missing
        case unitPrice = "unit_price"
        case isSoldOut = "sold_out"
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        line = try values.decode(in: 0...Order.maxLines, forKey: .line)
        title = try values.decode(PlainText.self, forKey: .title)
        unitPrice = try values.decodeIfPresent(Won.self, forKey: .unitPrice)
        options = try values.decodeIfPresent([ChosenOption].self, forKey: .options)
        isSoldOut = try values.decode(Bool.self, forKey: .isSoldOut)
        left = try values.decodeIfPresent(Int.self, forKey: .left)
        missing = try values.decodeIfPresent([FruitID: Int].self, forKey: .missing) ?? [:]
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(line, forKey: .line)
        try values.encode(title, forKey: .title)
        try values.encode(unitPrice, forKey: .unitPrice)
        try values.encodeIfPresent(options, forKey: .options)
        try values.encode(isSoldOut, forKey: .isSoldOut)
        try values.encodeIfPresent(left, forKey: .left)
        if !missing.isEmpty { try values.encode(missing, forKey: .missing) }
    }
}
