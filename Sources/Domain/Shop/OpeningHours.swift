import Foundation

/// When a shop is open: spans of the days of a week, in the wall time of its zone. A day without a span is closed.
///
/// In JSON, `{"mon": ["11:00-14:30", "17:00-21:00"], …}`.
public struct OpeningHours: Hashable, Sendable {
    public enum Weekday: String, Hashable, Sendable, CaseIterable, CodingKey {
        case mon, tue, wed, thu, fri, sat, sun
    }

    /// A span that begins on its day and lasts at most 24 hours by the clock: "17:00-02:00" ends on the next day,
    /// "00:00-24:00" is the whole day.
    public struct Span: Hashable, Sendable {
        public let opens: TimeOfDay
        /// In minutes after the midnight at which the day begins, above those of `opens`; from 1,440 on, it ends on the
        /// next day.
        package let end: Int
    }

    /// The spans of the days, each day's in the order in which the file has them.
    public let spans: [Weekday: [Span]]

    /// The maximum number of spans of a day.
    public static let maxSpans = 8
    /// The days, before and after that of an instant, of which a span may hold it: a span may begin the day before, and
    /// clocks may be put back over midnight.
    private static let days = -2...1
    /// A week and a day that a zone leaves out, behind which the hours repeat.
    private static let horizon = 9

    public init(_ spans: [Weekday: [Span]]) { self.spans = spans.filter { !$0.value.isEmpty } }

    /// Whether the shop is open at that instant. The instant at which a span ends belongs to it only with
    /// `untilEnd`.
    public func isOpen(at time: Date, in zone: TimeZone, untilEnd: Bool = false) -> Bool {
        times(around: time, OpeningHours.days, in: zone).contains {
            $0.contains(time) || untilEnd && $0.upperBound == time
        }
    }

    /// Returns the first instant from `time` on at which the shop is open; `nil` if it never is.
    public func opening(from time: Date, in zone: TimeZone) -> Date? {
        let times = times(around: time, OpeningHours.days.lowerBound...OpeningHours.horizon, in: zone)
        return times.filter { $0.upperBound > time }.map { max($0.lowerBound, time) }.min()
    }

    /// Returns the first instant after `time` at which the shop, open at `time`, is closed; `nil` if it is open for more
    /// than a week.
    public func closing(after time: Date, in zone: TimeZone) -> Date? {
        let times = times(around: time, OpeningHours.days.lowerBound...OpeningHours.horizon, in: zone)
        var end = time
        while let longer = times.first(where: { $0.lowerBound <= end && $0.upperBound > end }) {
            end = longer.upperBound
        }
        let isKnown = end.timeIntervalSince(time) < OpeningHours.week
        return isKnown ? end : nil
    }

    private static let week = 7 * 24 * 3_600.0

    /// Returns the times of the spans that begin on those days, counted from the day of `time`.
    private func times(around time: Date, _ days: ClosedRange<Int>, in zone: TimeZone) -> [Range<Date>] {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        guard let today = Day(of: time, in: calendar) else { return [] }
        return days.flatMap { offset -> [Range<Date>] in
            let day = today.adding(days: offset)
            let spans = spans[day.weekday] ?? []
            return spans.compactMap { span in
                guard let start = calendar.date(of: day, minutes: span.opens.minutes),
                    let end = calendar.date(of: day, minutes: span.end), start < end
                else { return nil }
                return start..<end
            }
        }
    }
}

extension OpeningHours.Span {
    /// Parses "HH:MM-HH:MM", where the end may be "24:00". Returns `nil` for anything else, and for an end that equals
    /// the beginning.
    public init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let opens = TimeOfDay(String(parts[0])) else { return nil }
        let closes = parts[1] == "24:00" ? OpeningHours.Span.day : TimeOfDay(String(parts[1]))?.minutes
        guard let closes, closes != opens.minutes else { return nil }
        self.opens = opens
        end = closes > opens.minutes ? closes : closes + OpeningHours.Span.day
    }

    private static let day = 24 * 60

    public var text: String {
        let minutes = end > OpeningHours.Span.day ? end - OpeningHours.Span.day : end
        let digits = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
        return "\(opens)-\(digits(minutes / 60)):\(digits(minutes % 60))"
    }
}

extension OpeningHours.Span: Codable {
    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        guard let span = OpeningHours.Span(try value.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: value, debugDescription: "not two times")
        }
        self = span
    }

    public func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        try value.encode(text)
    }
}

extension OpeningHours: Codable {
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: FieldName.self)
        var spans: [Weekday: [Span]] = [:]
        for key in values.namesWithoutComments {
            func invalid(_ reason: String) -> DecodingError {
                .dataCorruptedError(forKey: key, in: values, debugDescription: reason)
            }
            guard let weekday = Weekday(rawValue: key.stringValue) else { throw invalid("not a day of the week") }
            let ofDay = try values.decode([Span].self, forKey: key)
            guard ofDay.count <= OpeningHours.maxSpans else { throw invalid("too many") }
            spans[weekday] = ofDay
        }
        self.init(spans)
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Weekday.self)
        for (day, spans) in spans { try values.encode(spans, forKey: day) }
    }
}

extension Day {
    /// The day of the week. 1 January 1900 was a Monday.
    public var weekday: OpeningHours.Weekday {
        let days = Day.first.map { $0.days(until: self) } ?? 0
        return OpeningHours.Weekday.allCases[days % 7]
    }

    private static let first = Day(year: 1900, month: 1, day: 1)
}

extension Calendar {
    /// Returns the instant at which a clock shows that many minutes after midnight of the day, also of the next day.
    /// Where clocks are put forward over it, it is later by as much; where it is there twice, it is the first one.
    fileprivate func date(of day: Day, minutes: Int) -> Date? {
        let (days, minutes) = minutes.quotientAndRemainder(dividingBy: 24 * 60)
        let day = day.adding(days: days)
        return date(
            from: DateComponents(
                year: day.year, month: day.month, day: day.day, hour: minutes / 60, minute: minutes % 60))
    }
}
