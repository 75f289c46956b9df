import Foundation

/// The business days of a shop: a day begins at `dayStarts` in its time zone.
public struct BusinessCalendar: Hashable, Sendable {
    public let zone: TimeZone
    public let dayStarts: TimeOfDay

    public init(zone: TimeZone, dayStarts: TimeOfDay = .midnight) {
        self.zone = zone
        self.dayStarts = dayStarts
    }

    private var calendar: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        return calendar
    }

    /// Returns the business day of `date`: the last one that has begun. Returns `nil` if its year is outside 1900 to
    /// 9999.
    public func day(of date: Date) -> Day? {
        guard let day = Day(of: date, in: calendar) else { return nil }
        // The next day may have begun already: some clocks are put back from 00:01 to 23:01. The day before may be one
        // that the zone left out.
        return [1, 0, -1, -2].lazy.map { day.adding(days: $0) }.first { start(of: $0).map { $0 <= date } ?? false }
    }

    /// Returns the times of the business day, which end where the next one begins. Returns `nil` for a day that the
    /// zone left out.
    public func times(of day: Day) -> Range<Date>? {
        guard let first = start(of: day), let next = start(of: day.adding(days: 1)), first < next else { return nil }
        return first..<next
    }

    /// The time at which the business day begins. Where clocks are put forward over it, it is later by as much; where it
    /// is there twice, it is the first one.
    private func start(of day: Day) -> Date? {
        calendar.date(
            from: DateComponents(
                year: day.year, month: day.month, day: day.day, hour: dayStarts.hour, minute: dayStarts.minute))
    }
}

/// A time of day in minutes, encoded as "HH:MM".
public struct TimeOfDay: Hashable, Sendable, Comparable {
    /// 0 to 1,439.
    public let minutes: Int

    public var hour: Int { minutes / 60 }
    public var minute: Int { minutes % 60 }

    public static let midnight = TimeOfDay(minutes: 0)

    package init(minutes: Int) { self.minutes = minutes }

    /// Parses "HH:MM". Returns `nil` for anything else.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 5, bytes[2] == UInt8(ascii: ":"), let hour = Int(text.prefix(2)),
            let minute = Int(text.suffix(2)), (0..<24).contains(hour), (0..<60).contains(minute),
            [0, 1, 3, 4].allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[$0]) })
        else { return nil }
        minutes = hour * 60 + minute
    }

    public static func < (left: TimeOfDay, right: TimeOfDay) -> Bool { left.minutes < right.minutes }
}

extension TimeOfDay: CustomStringConvertible {
    public var description: String {
        let digits = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
        return "\(digits(hour)):\(digits(minute))"
    }
}

extension TimeOfDay: Codable {
    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        guard let time = TimeOfDay(try value.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: value, debugDescription: "not a time of day")
        }
        self = time
    }

    public func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        try value.encode(description)
    }
}
