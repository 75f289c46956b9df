import Foundation
import TerminalText

/// Whether a shop takes orders now, or what is wanted at a later time, and if not, when it does next.
public struct ShopStatus: Hashable, Sendable {
    /// Whether the shop is within its hours.
    public var isOpen: Bool
    /// The keeper's pause; `nil` if there is none.
    public var pause: ShopPause?
    /// When a shop that takes no orders now takes them again; `nil` if it takes them, or if that is not known.
    public var opensAt: ZonedTime?
    /// The time for which an order is wanted at which the shop is not open, though it may be now; `nil` if the status is the
    /// present one.
    public var wantedAt: ZonedTime?

    public init(
        isOpen: Bool = true, pause: ShopPause? = nil, opensAt: ZonedTime? = nil, wantedAt: ZonedTime? = nil
    ) {
        self.isOpen = isOpen
        self.pause = pause
        self.opensAt = opensAt
        self.wantedAt = wantedAt
    }

    public static let open = ShopStatus()

    public var takesOrders: Bool { isOpen && pause == nil }
}

extension ShopStatus: Codable {
    private enum CodingKeys: String, CodingKey {
        case isOpen = "open"
        case pause = "paused"
        case opensAt = "opens_at"
        case wantedAt = "wanted_at"
    }

    /// A shop that does not say whether it is open is.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        isOpen = try values.decodeIfPresent(Bool.self, forKey: .isOpen) ?? true
        pause = try values.decodeIfPresent(ShopPause.self, forKey: .pause)
        opensAt = try values.decodeIfPresent(ZonedTime.self, forKey: .opensAt)
        wantedAt = try values.decodeIfPresent(ZonedTime.self, forKey: .wantedAt)
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(isOpen, forKey: .isOpen)
        try values.encodeIfPresent(pause, forKey: .pause)
        try values.encodeIfPresent(opensAt, forKey: .opensAt)
        try values.encodeIfPresent(wantedAt, forKey: .wantedAt)
    }
}

/// A keeper's pause, in which the shop takes no orders. The body of `PUT /shop/pause`.
public struct ShopPause: Hashable, Sendable, Codable {
    /// What guests are told; `nil` if the keeper gave no reason.
    public var reason: PlainText?
    /// When it ends by itself; `nil` if it does not.
    public var until: ZonedTime?

    /// The maximum number of characters of a reason.
    public static let maxReasonLength = 100
    /// How far ahead it may end, in seconds: 30 days.
    public static let longest = 30.0 * 24 * 3_600

    public init(reason: PlainText? = nil, until: ZonedTime? = nil) {
        self.reason = reason.flatMap { $0.isEmpty ? nil : $0 }
        self.until = until
    }

    /// Whether it has not ended by itself at that time.
    public func isActive(at time: Date) -> Bool { until.map { $0.date > time } ?? true }
}

/// The response to `GET /shop`: what the shop says of itself, and whether it takes orders now.
public struct PresentShop: Hashable, Sendable, Codable {
    public let profile: ShopProfile
    public let status: ShopStatus

    public init(_ profile: ShopProfile, _ status: ShopStatus = .open) {
        self.profile = profile
        self.status = status
    }

    public init(from decoder: any Decoder) throws {
        self.init(try ShopProfile(from: decoder), try ShopStatus(from: decoder))
    }

    public func encode(to encoder: any Encoder) throws {
        try profile.encode(to: encoder)
        try status.encode(to: encoder)
    }
}

extension ShopProfile {
    /// Returns whether the shop takes orders at that time. A pause that has ended by then does not count.
    public func status(at time: Date, pause: ShopPause?) -> ShopStatus {
        let pause = pause.flatMap { $0.isActive(at: time) ? $0 : nil }
        guard let hours else { return ShopStatus(pause: pause, opensAt: pause?.until) }
        let zone = calendar.zone
        let isOpen = hours.isOpen(at: time, in: zone)
        guard !isOpen || pause != nil else { return .open }
        let from = pause.map { $0.until?.date } ?? time
        let opening = from.flatMap { hours.opening(from: $0, in: zone) }
        return ShopStatus(isOpen: isOpen, pause: pause, opensAt: opening.map { ZonedTime($0, in: zone) })
    }

    /// Returns when `status` differs next without anybody's change; `nil` if it never does.
    public func nextStatusChange(after time: Date, pause: ShopPause?) -> Date? {
        let end = pause.flatMap { $0.isActive(at: time) ? $0.until?.date : nil }
        guard let hours else { return end }
        let zone = calendar.zone
        let change =
            hours.isOpen(at: time, in: zone)
            ? hours.closing(after: time, in: zone) : hours.opening(from: time, in: zone)
        return [end, change].compactMap(\.self).min()
    }

    /// Returns the state of the shop in which it refuses an order placed at `time`; `nil` if it takes it. A shop outside
    /// its hours takes what is wanted at a time within them, where it asks for a time.
    public func refusal(of handover: Handover, at time: Date, pause: ShopPause?) -> ShopStatus? {
        let status = status(at: time, pause: pause)
        guard status.pause == nil, let hours else { return status.takesOrders ? nil : status }
        let wanted = asks(for: .wantedAt, when: handover.fulfillment) ? handover.wantedAt : nil
        guard let wanted, wanted > time else { return status.isOpen ? nil : status }
        let zone = calendar.zone
        guard !hours.isOpen(at: wanted, in: zone, untilEnd: true) else { return nil }
        let opening = hours.opening(from: wanted, in: zone)
        return ShopStatus(
            isOpen: false, opensAt: opening.map { ZonedTime($0, in: zone) }, wantedAt: ZonedTime(wanted, in: zone))
    }
}

/// An instant in whole seconds with the offset of a clock that shows it, encoded as ISO 8601:
/// "2026-11-28T11:00:00+09:00".
public struct ZonedTime: Hashable, Sendable {
    public let date: Date
    /// The offset of the clock from UTC in seconds.
    public let offset: Int

    public init(_ date: Date, in zone: TimeZone) {
        self.date = Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down))
        offset = zone.secondsFromGMT(for: date)
    }

    public init(_ date: Date, offset: Int) { (self.date, self.offset) = (date, offset) }

    /// The encoded form.
    public var text: String {
        date.formatted(
            Date.ISO8601FormatStyle(timeZoneSeparator: .colon, timeZone: TimeZone(secondsFromGMT: offset) ?? .gmt))
    }

    /// What the clock shows.
    public var clock: (day: Day?, time: TimeOfDay) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(secondsFromGMT: offset) ?? .gmt
        let parts = calendar.dateComponents([.hour, .minute], from: date)
        return (Day(of: date, in: calendar), TimeOfDay(minutes: (parts.hour ?? 0) * 60 + (parts.minute ?? 0)))
    }
}

extension ZonedTime: Codable {
    /// Throws `DecodingError` if the text is not an ISO 8601 time.
    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        let text = try value.decode(String.self)
        guard let date = Date(wireText: text), let offset = ZonedTime.offset(of: text) else {
            throw DecodingError.dataCorruptedError(in: value, debugDescription: "not a time")
        }
        (self.date, self.offset) = (date, offset)
    }

    public func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        try value.encode(text)
    }

    /// Returns the offset at the end of a valid ISO 8601 time: "Z", "+09:00", "+0900" or "+09". Returns `nil` if it is
    /// of more than a day.
    private static func offset(of text: String) -> Int? {
        guard !text.hasSuffix("Z"), let sign = text.lastIndex(where: { $0 == "+" || $0 == "-" }) else { return 0 }
        let digits = text[text.index(after: sign)...].filter { $0 != ":" }
        guard digits.count >= 2, let hours = Int(digits.prefix(2)),
            let minutes = Int("0" + digits.dropFirst(2).prefix(2)),
            hours < 24, minutes < 60
        else { return nil }
        return (text[sign] == "-" ? -1 : 1) * (hours * 3_600 + minutes * 60)
    }
}
