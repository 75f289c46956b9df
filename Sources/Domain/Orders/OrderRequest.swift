import Foundation
import TerminalText

/// An order as a guest confirmed it: the body of `POST /orders`, whatever way it was placed. The shop computes titles,
/// prices, the fee and the total itself, and refuses the order if one of them differs.
public struct OrderRequest: Hashable, Sendable {
    /// One item with everything that the guest was shown of it.
    public struct Line: Hashable, Sendable {
        public let item: OrderedItem
        /// The title that the guest was shown: a counter may use an item's identifier for something else by now.
        public var title: PlainText
        public var options: [ChosenOption]
        public var quantity: Int
        /// The price of one, with its options.
        public var unitPrice: Won
        public var note: PlainText?

        public init(
            item: OrderedItem, title: PlainText, options: [ChosenOption] = [], quantity: Int, unitPrice: Won,
            note: PlainText? = nil
        ) {
            self.item = item
            self.title = title
            self.options = options
            self.quantity = quantity
            self.unitPrice = unitPrice
            self.note = note
        }
    }

    /// Who orders: 1 to 64 characters.
    public var who: String
    /// How the guest gets the order, and what the shop asks for that.
    public var handover: Handover
    /// From 1 to 50 (`Order.maxLines`).
    public var lines: [Line]
    public var deliveryFee: Won
    /// The price of all lines and the delivery fee.
    public var total: Won

    /// The maximum length of `who` in characters.
    public static let maxNameLength = 64

    public init(
        who: String, handover: Handover = Handover(.pickup), lines: [Line], deliveryFee: Won = Won(0),
        total: Won? = nil
    ) {
        self.who = who
        self.handover = handover
        self.lines = lines
        self.deliveryFee = deliveryFee
        // The shop refuses a total that differs from its own, whatever it is: a sum that overflows as well.
        self.total = total ?? Won(lines.reduce(deliveryFee.amount) { $0 &+ $1.unitPrice.amount &* $1.quantity })
    }
}

/// How a guest gets an order, and the details that the shop asks for it.
public struct Handover: Hashable, Sendable {
    public var fulfillment: Fulfillment
    public var phone: PlainText?
    public var address: PlainText?
    /// The time for which the guest wants it, in whole seconds; `nil` for as soon as possible.
    public var wantedAt: Date?
    /// What the guest wrote about the whole order.
    public var note: PlainText?

    public init(
        _ fulfillment: Fulfillment, phone: PlainText? = nil, address: PlainText? = nil, wantedAt: Date? = nil,
        note: PlainText? = nil
    ) {
        self.fulfillment = fulfillment
        self.phone = phone
        self.address = address
        self.wantedAt = wantedAt
        self.note = note
    }

    /// The maximum lengths in characters.
    public static let (maxNoteLength, maxPhoneLength, maxAddressLength) = (200, 32, 200)

    /// Whether a shop can call that number: digits, at least 3 of them, with spaces, hyphens, dots and parentheses
    /// between them and a plus sign in front.
    public static func isPhoneNumber(_ text: String) -> Bool {
        let digits = text.unicodeScalars.filter { ("0"..."9").contains($0) }.count
        return (3...20).contains(digits)
            && text.unicodeScalars.enumerated().allSatisfy { index, scalar in
                ("0"..."9").contains(scalar) || " -.()".unicodeScalars.contains(scalar) || index == 0 && scalar == "+"
            }
    }

    /// Returns a text that a guest entered; `nil` if it has nothing to display. Its length in characters was checked
    /// before: it may have many scalars.
    public static func text(_ text: String) -> PlainText? {
        let plain = PlainText(text, limit: maxScalars)
        return plain.isEmpty ? nil : plain
    }

    private static let maxScalars = 16 * maxNoteLength

    /// Whether it holds something that is erased some time after the order is finished.
    var hasPersonalData: Bool { phone != nil || address != nil || note != nil }

    /// The same without phone number, address and note.
    var withoutPersonalData: Handover { Handover(fulfillment, wantedAt: wantedAt) }
}

// What guests write with an order: it is erased some time after the order is finished.
extension Order {
    public var hasPersonalData: Bool { handover.hasPersonalData || lines.contains { $0.note != nil } }

    /// Erases phone number, address and notes.
    public mutating func erasePersonalData() {
        handover = handover.withoutPersonalData
        for index in lines.indices { lines[index].note = nil }
    }

    /// The same without phone number, address and notes.
    public var withoutPersonalData: Order {
        var order = self
        order.erasePersonalData()
        return order
    }

    /// Returns the order with what `other`, the same order at another time, has of phone number, address and notes.
    public func withPersonalData(of other: Order) -> Order {
        var order = self
        order.handover = other.handover
        for (index, line) in zip(lines.indices, other.lines) { order.lines[index].note = line.note }
        return order
    }
}

/// Encoded as `receive`, `phone`, `address`, `wanted_at` and `note`, beside the other keys of an order. Keys without a
/// value are left out.
extension Handover: Codable {
    private enum CodingKeys: String, CodingKey {
        case fulfillment = "receive"
        case phone, address, note
        case wantedAt = "wanted_at"
    }

    /// Decodes the handover of an order that was placed before: whatever guests wrote, it stays readable.
    init(placedIn decoder: any Decoder) throws {
        try self.init(from: decoder) { try $0.decodePlacedText(forKey: $1, limit: $2) }
    }

    /// Decodes what a guest entered. Throws `GuestTextFailure`.
    public init(from decoder: any Decoder) throws {
        try self.init(from: decoder) { try $0.decodeEnteredText(forKey: $1, limit: $2) }
        guard phone.map({ Handover.isPhoneNumber($0.string) }) ?? true else { throw GuestTextFailure.notAPhoneNumber }
    }

    private init(
        from decoder: any Decoder, text: (KeyedDecodingContainer<CodingKeys>, CodingKeys, Int) throws -> PlainText?
    ) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        fulfillment = try values.decode(Fulfillment.self, forKey: .fulfillment)
        phone = try text(values, .phone, Handover.maxPhoneLength)
        address = try text(values, .address, Handover.maxAddressLength)
        wantedAt = try values.decodeIfPresent(WireTime.self, forKey: .wantedAt)?.wrappedValue
        note = try text(values, .note, Handover.maxNoteLength)
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(fulfillment, forKey: .fulfillment)
        try values.encodeIfPresent(phone, forKey: .phone)
        try values.encodeIfPresent(address, forKey: .address)
        try values.encodeIfPresent(wantedAt.map { WireTime(wrappedValue: $0) }, forKey: .wantedAt)
        try values.encodeIfPresent(note, forKey: .note)
    }
}

/// Why a text that a guest entered is not accepted. `key` is its key in the order.
public enum GuestTextFailure: Error, Hashable, Sendable {
    /// It has more characters than `limit`.
    case tooLong(key: String, limit: Int)
    /// It has control characters other than line breaks and tabs, or marks that change the direction of text.
    case undisplayable(key: String)
    case notAPhoneNumber

    /// Returns the failure of `text` as a guest's text of at most `limit` characters; `nil` if it is accepted. What is
    /// displayed of it counts as well: where a mark or a filler is left out, one character may become several.
    public static func of(_ text: String, key: String, limit: Int) -> GuestTextFailure? {
        if max(text.count, Handover.text(text)?.string.count ?? 0) > limit { return .tooLong(key: key, limit: limit) }
        let isRefused = text.unicodeScalars.contains {
            $0.properties.isBidiControl || $0.properties.generalCategory == .control && !$0.properties.isWhitespace
        }
        return isRefused ? .undisplayable(key: key) : nil
    }
}

extension KeyedDecodingContainer {
    /// Decodes a text that a guest may have entered; `nil` if it is absent, null, or has nothing to display. Throws
    /// `GuestTextFailure`.
    func decodeEnteredText(forKey key: Key, limit: Int = Handover.maxNoteLength) throws -> PlainText? {
        guard let text = try decodeIfPresent(String.self, forKey: key) else { return nil }
        if let failure = GuestTextFailure.of(text, key: key.stringValue, limit: limit) { throw failure }
        return Handover.text(text)
    }

    /// Decodes a text of an order that was placed before. It is shortened instead of refused: one order whose text is
    /// not accepted any more would hide all others.
    func decodePlacedText(forKey key: Key, limit: Int = Handover.maxNoteLength) throws -> PlainText? {
        guard let text = try decodeIfPresent(String.self, forKey: key).flatMap(Handover.text) else { return nil }
        return text.string.count <= limit ? text : Handover.text(String(text.string.prefix(limit)))
    }
}

extension OrderRequest: Codable {
    private enum CodingKeys: String, CodingKey {
        case who, lines, total
        case deliveryFee = "delivery_fee"
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            who: try values.decode(String.self, forKey: .who), handover: try Handover(from: decoder),
            lines: try values.decode([Line].self, forKey: .lines),
            deliveryFee: try values.decode(Won.self, forKey: .deliveryFee),
            total: try values.decode(Won.self, forKey: .total))
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(who, forKey: .who)
        try handover.encode(to: encoder)
        try values.encode(lines, forKey: .lines)
        try values.encode(deliveryFee, forKey: .deliveryFee)
        try values.encode(total, forKey: .total)
    }
}

/// The item is encoded as `counter` and `item`.
extension OrderRequest.Line: Codable {
    private enum CodingKeys: String, CodingKey {
        case title, options, quantity, note
        case unitPrice = "unit_price"
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            item: try OrderedItem(from: decoder), title: try values.decode(PlainText.self, forKey: .title),
            options: try values.decodeIfPresent([ChosenOption].self, forKey: .options) ?? [],
            quantity: try values.decode(Int.self, forKey: .quantity),
            unitPrice: try values.decode(Won.self, forKey: .unitPrice),
            note: try values.decodeEnteredText(forKey: .note))
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try item.encode(to: encoder)
        try values.encode(title, forKey: .title)
        if !options.isEmpty { try values.encode(options, forKey: .options) }
        try values.encode(quantity, forKey: .quantity)
        try values.encode(unitPrice, forKey: .unitPrice)
        try values.encodeIfPresent(note, forKey: .note)
    }
}
