import Foundation

/// What a shop says of itself: `shop.json` beside `menu/`, where every key may be missing, and the response to
/// `GET /shop`.
public struct ShopProfile: Hashable, Sendable {
    public var head: ShopHead
    /// The IANA name of the shop's time zone, such as "Asia/Seoul".
    public var timeZone: String
    /// The time at which a business day begins.
    public var dayStarts: TimeOfDay
    /// When the shop is open; `nil` if it always is.
    public var hours: OpeningHours?
    /// The ways in which guests get an order; at least one. The first is the default.
    public var receive: [Fulfillment]
    /// The rule of delivery for all dishes; `nil` if the dishes' own texts apply.
    public var delivery: DeliveryRule?
    /// The ways to get an order for which each detail is asked. A detail that is missing here is never asked.
    public var ask: [GuestDetail: [Fulfillment]]
    /// The number of days after which phone numbers, addresses and notes of finished orders are erased.
    public var keepGuestDataDays: Int
    /// The counters that have a tab, in the order of the tabs; at least one.
    public var counters: [CounterName]
    /// The sections of the menu in their order; at least one.
    public var sections: [MenuSection]

    public static let keepGuestDataBounds = 1...3_650

    public init(
        head: ShopHead = ShopHead(), timeZone: String = TimeZone.current.identifier, dayStarts: TimeOfDay = .midnight,
        hours: OpeningHours? = nil, receive: [Fulfillment] = [.pickup, .delivery],
        delivery: DeliveryRule? = nil, ask: [GuestDetail: [Fulfillment]] = ShopProfile.defaultQuestions,
        keepGuestDataDays: Int = 30, counters: [CounterName] = CounterName.allCases,
        sections: [MenuSection] = MenuSection.standard
    ) {
        self.head = head
        self.timeZone = timeZone
        self.dayStarts = dayStarts
        self.hours = hours
        self.receive = receive
        self.delivery = delivery
        self.ask = ask
        self.keepGuestDataDays = keepGuestDataDays
        self.counters = counters
        self.sections = sections
    }

    public static let defaultQuestions: [GuestDetail: [Fulfillment]] = [
        .phone: [.delivery], .address: [.delivery], .wantedAt: [.pickup], .note: Fulfillment.allCases,
    ]

    /// Whether the order form shows a field for the detail.
    public func asks(for detail: GuestDetail, when fulfillment: Fulfillment) -> Bool {
        ask[detail]?.contains(fulfillment) ?? false
    }

    /// Whether an order without the detail is refused: phone number and address, where they are asked.
    public func requires(_ detail: GuestDetail, when fulfillment: Fulfillment) -> Bool {
        detail.isRequiredWhereAsked && asks(for: detail, when: fulfillment)
    }

    /// Whether an order may have an address: it is delivered, or the shop asks for one.
    public func takesAddress(when fulfillment: Fulfillment) -> Bool {
        fulfillment == .delivery || asks(for: .address, when: fulfillment)
    }

    /// The way in which a guest gets what is not delivered: the first that is offered besides delivery, if there is one.
    public var defaultFulfillmentAtCounter: Fulfillment { receive.first { $0 != .delivery } ?? .delivery }

    /// Whether a name is all that a guest has to enter for what is ordered at a counter: it is not delivered, and no
    /// phone number is asked.
    public var needsOnlyNameAtCounter: Bool {
        let way = defaultFulfillmentAtCounter
        return way != .delivery && !GuestDetail.allCases.contains { requires($0, when: way) }
    }

    /// Returns what delivering `lines` together costs, each with the fee that its item states, `nil` if it states none.
    /// The shop's own rule goes before the items' fees.
    public func deliveryFee(
        for lines: [(fee: DeliveryFee?, total: Won)], when fulfillment: Fulfillment
    ) -> Won {
        guard fulfillment == .delivery else { return Won(0) }
        return deliveryTerms(for: lines.map(\.fee)).charged(for: lines.map { (pieces: 1, total: $0.total) })
    }

    /// The terms on which lines are delivered whose items state these fees.
    public func deliveryTerms(for fees: [DeliveryFee?]) -> DeliveryTerms { DeliveryTerms(rule: delivery, fees: fees) }

    /// The business days of the shop.
    public var calendar: BusinessCalendar {
        BusinessCalendar(zone: TimeZone(identifier: timeZone) ?? .gmt, dayStarts: dayStarts)
    }

    public enum CodingKeys: String, CodingKey, CaseIterable {
        case name, owner, phone, address
        case englishName = "name_en"
        case businessNumber = "business_number"
        case receiptFoot = "receipt_foot"
        case showsVAT = "vat"
        case hours, receive, delivery, ask
        case timeZone = "time_zone"
        case dayStarts = "day_starts"
        case keepGuestDataDays = "keep_guest_data_days"
        case counters, sections
    }
}

extension ShopProfile: Codable {
    /// Decodes a profile in which every key may be missing. Throws `DecodingError` for a value that is not valid; keys
    /// that are not known are ignored.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        func invalid(_ key: CodingKeys, _ reason: String) -> DecodingError {
            .dataCorruptedError(forKey: key, in: values, debugDescription: reason)
        }
        let zone = try values.decodeIfPresent(String.self, forKey: .timeZone)
        if let zone, TimeZone(identifier: zone) == nil { throw invalid(.timeZone, "unknown time zone") }
        let days = try values.decodeIfPresent(Int.self, forKey: .keepGuestDataDays)
        if let days, !ShopProfile.keepGuestDataBounds.contains(days) {
            throw invalid(.keepGuestDataDays, "out of bounds")
        }
        let receive = try values.decodeIfPresent([Fulfillment].self, forKey: .receive)
        if let receive, receive.isEmpty || Set(receive).count < receive.count {
            throw invalid(.receive, "none, or one twice")
        }
        self.init(
            head: try ShopHead(from: values), timeZone: zone ?? TimeZone.current.identifier,
            dayStarts: try values.decodeIfPresent(TimeOfDay.self, forKey: .dayStarts) ?? .midnight,
            hours: try values.decodeIfPresent(OpeningHours.self, forKey: .hours),
            receive: receive ?? [.pickup, .delivery],
            delivery: try values.decodeIfPresent(DeliveryRule.self, forKey: .delivery),
            ask: try ShopProfile.questions(in: values) ?? ShopProfile.defaultQuestions,
            keepGuestDataDays: days ?? 30, counters: try CounterName.decode(from: values),
            sections: try MenuSection.decode(from: values))
    }

    /// Decodes the details that are asked; `nil` if the profile says nothing of them.
    private static func questions(
        in values: KeyedDecodingContainer<CodingKeys>
    ) throws -> [GuestDetail: [Fulfillment]]? {
        guard values.contains(.ask), try !values.decodeNil(forKey: .ask) else { return nil }
        let details = try values.nestedContainer(keyedBy: FieldName.self, forKey: .ask)
        return try details.namesWithoutComments.reduce(into: [:]) { questions, name in
            guard let detail = GuestDetail(rawValue: name.stringValue) else {
                throw DecodingError.dataCorruptedError(forKey: name, in: details, debugDescription: "unknown detail")
            }
            questions[detail] = try details.decode([Fulfillment].self, forKey: name)
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try head.encode(to: &values)
        try values.encode(timeZone, forKey: .timeZone)
        try values.encode(dayStarts, forKey: .dayStarts)
        try values.encodeIfPresent(hours, forKey: .hours)
        try values.encode(receive, forKey: .receive)
        try values.encodeIfPresent(delivery, forKey: .delivery)
        try values.encode(ask, forKey: .ask)
        try values.encode(keepGuestDataDays, forKey: .keepGuestDataDays)
        try values.encode(counters, forKey: .counters)
        try values.encode(sections, forKey: .sections)
    }
}

/// A way in which a guest gets an order. The raw value is its encoded name.
public enum Fulfillment: String, Hashable, Sendable, Codable, CaseIterable {
    case here, pickup, delivery
}

/// A detail that an order form may ask of the guest besides a name. The raw value is its encoded name.
public enum GuestDetail: String, Hashable, Sendable, Codable, CaseIterable, CodingKeyRepresentable {
    case phone, address
    case wantedAt = "wanted_at"
    case note

    var isRequiredWhereAsked: Bool { self == .phone || self == .address }
}

/// What a shop charges for delivering an order.
public struct DeliveryRule: Hashable, Sendable, Codable {
    public var fee: Won
    /// The subtotal from which delivery is free; `nil` if it never is.
    public var freeFrom: Won?
    /// The lowest subtotal that is delivered; `nil` if there is none.
    public var minimum: Won?

    public init(fee: Won, freeFrom: Won? = nil, minimum: Won? = nil) {
        self.fee = fee
        self.freeFrom = freeFrom
        self.minimum = minimum
    }

    /// Returns what delivering an order of that subtotal costs.
    public func charged(for subtotal: Won) -> Won {
        freeFrom.map { subtotal >= $0 } ?? false ? Won(0) : fee
    }

    /// Throws `DecodingError` for an amount below 0 or above a billion won.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            fee: try values.decode(WireWon.self, forKey: .fee).wrappedValue,
            freeFrom: try values.decodeIfPresent(WireWon.self, forKey: .freeFrom)?.wrappedValue,
            minimum: try values.decodeIfPresent(WireWon.self, forKey: .minimum)?.wrappedValue)
    }

    private enum CodingKeys: String, CodingKey {
        case fee, minimum
        case freeFrom = "free_from"
    }
}
