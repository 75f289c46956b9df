import Domain
import Foundation
import TerminalText

/// The orders of a list: those that meet every condition that is set.
public struct OrderFilter: Hashable, Sendable {
    /// The first and the last business day, as they were stored with the orders.
    public var firstDay, lastDay: Day?
    /// The earliest time of placing.
    public var since: Date?
    /// The end of the times of placing, which is not part of them.
    public var before: Date?
    public var state: OrderState?
    /// A part of the guest's name, in either case and width of Latin letters and digits; or the order's id or its number
    /// of the day, also as "#12"; or the last digits of the guest's phone number, at least three of them.
    public var text: PlainText?

    public init(
        firstDay: Day? = nil, lastDay: Day? = nil, since: Date? = nil, before: Date? = nil, state: OrderState? = nil,
        text: PlainText? = nil
    ) {
        (self.firstDay, self.lastDay, self.since, self.before) = (firstDay, lastDay, since, before)
        (self.state, self.text) = (state, text)
    }

    /// Creates the filter of `query`, where it is `now` in `calendar`. Returns `nil` if that has no such day.
    public init?(_ query: OrderQuery, in calendar: BusinessCalendar, now: Date) {
        let today = calendar.day(of: now)
        guard today != nil || ![query.since, query.until].contains(.today) else { return nil }
        self.init(
            firstDay: query.since?.day(today: today), lastDay: query.until?.day(today: today),
            since: query.since?.time, before: query.until?.time, state: query.state, text: query.text)
    }

    /// The bounds of the business days of all orders of the filter. Those of its times are at most `maxDistance` days
    /// away from the days in UTC.
    var days: (first: Day?, last: Day?) {
        func day(of time: Date?) -> Day? { time.flatMap { Day(of: $0, in: OrderFilter.calendar) } }
        let since = day(of: since)?.adding(days: -OrderFilter.maxDistance)
        let before = day(of: before)?.adding(days: OrderFilter.maxDistance)
        return ([firstDay, since].compactMap(\.self).max(), [lastDay, before].compactMap(\.self).min())
    }

    /// A zone may be half a day from UTC, a day may begin up to a day later than at midnight, and an order may have the
    /// day of the one before it, which is the next one.
    private static let maxDistance = 2

    private static let calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()

    /// The number that `text` is; `nil` if it is none.
    var number: Int? {
        guard let narrow else { return nil }
        let digits = narrow.hasPrefix("#") ? narrow.dropFirst() : narrow[...]
        return digits.allSatisfy { $0.isASCII && $0.isNumber } ? Int(digits) : nil
    }

    /// The digits of `text` if it can be the end of a phone number.
    var phoneDigits: String? {
        narrow.flatMap { Handover.isPhoneNumber($0) ? $0.filter { $0.isASCII && $0.isNumber } : nil }
    }

    /// The forms that `text` can have in a name, with lower-case ASCII letters. Names are stored precomposed, like every
    /// `PlainText`.
    var namePatterns: Set<String> {
        guard let narrow, !narrow.isEmpty else { return [] }
        let (lower, upper) = (narrow.asciiLowercased, narrow.asciiUppercased)
        return [lower, lower.fullWidth, upper.fullWidth]
    }

    /// `text` without characters of full width that ASCII has too.
    private var narrow: String? {
        text?.string.mapScalars { scalar in
            switch scalar.value {
            case 0xFF01...0xFF5E: scalar.value - CharacterForms.widthOffset
            case 0x3000: 0x20
            default: scalar.value
            }
        }
    }
}

private enum CharacterForms {
    /// The distance from a printable ASCII character to its full-width form (U+FF01 to U+FF5E).
    static let widthOffset: UInt32 = 0xFEE0
}

extension String {
    /// The same text with full-width forms of all printable ASCII characters.
    fileprivate var fullWidth: String {
        mapScalars { (0x21...0x7E).contains($0.value) ? $0.value + CharacterForms.widthOffset : $0.value }
    }

    fileprivate var asciiLowercased: String {
        mapScalars { (0x41...0x5A).contains($0.value) ? $0.value | 0x20 : $0.value }
    }

    fileprivate var asciiUppercased: String {
        mapScalars { (0x61...0x7A).contains($0.value) ? $0.value & ~0x20 : $0.value }
    }

    fileprivate func mapScalars(_ transform: (Unicode.Scalar) -> UInt32) -> String {
        var view = UnicodeScalarView()
        view.append(contentsOf: unicodeScalars.map { Unicode.Scalar(transform($0)) ?? $0 })
        return String(view)
    }
}

/// The condition of a statement, with the values of its parameters.
struct SQLCondition {
    private var parts: [String] = []
    private(set) var values: [(any SQLValue)?] = []

    var text: String { parts.joined(separator: " AND ") }

    /// Returns the parameter that stands for `value`.
    mutating func parameter(_ value: any SQLValue) -> String {
        values.append(value)
        return "$\(values.count)"
    }

    mutating func add(_ part: String) { parts.append(part) }
}

extension SQLCondition {
    /// Creates the condition of an order of `filter` whose number is above `first` and at most `last`.
    init(_ filter: OrderFilter, above first: Int, through last: Int) {
        add("id > \(parameter(first))")
        add("id <= \(parameter(last))")
        // As an expression, so that its index is not used: orders are read in the order of their numbers, and not sorted.
        if let day = filter.firstDay { add("day || '' >= \(parameter(day.text))") }
        if let day = filter.lastDay { add("day || '' <= \(parameter(day.text))") }
        if let since = filter.since { add("placed_at >= \(parameter(since.wholeSeconds(.up)))") }
        if let before = filter.before { add("placed_at < \(parameter(before.wholeSeconds(.up)))") }
        if let state = filter.state { add("state = \(parameter(state.rawValue))") }
        let finds = finds(filter)
        if !finds.isEmpty { add("(\(finds.joined(separator: " OR ")))") }
    }

    /// Returns the conditions of which one has to hold so that `filter` finds its text.
    private mutating func finds(_ filter: OrderFilter) -> [String] {
        var finds = filter.namePatterns.sorted().map { pattern in
            "lower(who) LIKE \(parameter("%\(pattern.escapedPattern)%")) ESCAPE '\\'"
        }
        if let number = filter.number.map({ parameter($0) }) { finds += ["id = \(number)", "day_number = \(number)"] }
        if let digits = filter.phoneDigits {
            let phone = [" ", "-", ".", "(", ")"].reduce("phone") { "replace(\($0), '\($1)', '')" }
            finds.append("\(phone) LIKE \(parameter("%\(digits)"))")
        }
        return finds
    }
}

extension String {
    /// The text with escapes for all that has a meaning in a pattern of LIKE.
    fileprivate var escapedPattern: String {
        unicodeScalars.map { ["\\", "%", "_"].contains($0) ? "\\\($0)" : String($0) }.joined()
    }
}
