import Foundation

/// A calendar day, encoded as eight digits, yyyyMMdd: "20261121". Earlier days compare as less.
public struct Day: Hashable, Sendable, Comparable, CustomStringConvertible {
    public let year: Int
    public let month: Int
    public let day: Int

    /// Returns `nil` if the calendar has no such day or the year is outside 1900 to 9999.
    public init?(year: Int, month: Int, day: Int) {
        guard Day.years.contains(year), (1...12).contains(month), day >= 1, day <= Day.days(in: month, of: year)
        else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// Parses eight digits, yyyyMMdd. Returns `nil` for anything else.
    public init?(text: String) {
        guard text.utf8.count == 8, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let value = Int(text)
        else { return nil }
        self.init(year: value / 10_000, month: value / 100 % 100, day: value % 100)
    }

    /// The day of `date` in `calendar` and its time zone. Returns `nil` if the year is outside 1900 to 9999.
    public init?(of date: Date, in calendar: Calendar) {
        let parts = calendar.dateComponents([.year, .month, .day], from: date)
        guard let year = parts.year, let month = parts.month, let day = parts.day else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// The encoded form: "20261121".
    public var text: String { String(year * 10_000 + month * 100 + day) }

    public var description: String { text }

    public static func < (left: Day, right: Day) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }

    private static let years = 1900...9999

    private static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 2: (year.isMultiple(of: 4) && !year.isMultiple(of: 100)) || year.isMultiple(of: 400) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

extension Day {
    /// Returns the day that many days later, or this day if the result is outside the supported years.
    public func adding(days: Int) -> Day {
        var (seconds, parts) = (noon + days * Day.seconds, tm())
        guard gmtime_r(&seconds, &parts) != nil else { return self }
        return Day(parts) ?? self
    }

    /// Returns the number of days from this day to `other`; negative if that is earlier.
    public func days(until other: Day) -> Int { (other.noon - noon) / Day.seconds }

    private init?(_ parts: tm) {
        self.init(year: Int(parts.tm_year) + Day.firstYearOfC, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
    }

    /// The seconds from 1970 to the middle of the day in UTC.
    private var noon: Int {
        var parts = tm()
        (parts.tm_year, parts.tm_mon) = (Int32(year - Day.firstYearOfC), Int32(month - 1))
        (parts.tm_mday, parts.tm_hour) = (Int32(day), 12)
        return timegm(&parts)
    }

    private static let firstYearOfC = 1900
    private static let seconds = 86_400
}

extension Day: Codable {
    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        guard let day = Day(text: try value.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: value, debugDescription: "not a day")
        }
        self = day
    }

    public func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        try value.encode(text)
    }
}
