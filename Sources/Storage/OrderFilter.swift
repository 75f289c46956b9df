import Domain
import Foundation
import TerminalText

/// The orders of a list: those that meet every condition that is set.
public struct OrderFilter: Hashable, Sendable {
    /// The earliest time of placing.
    public var since: Date?
    /// The end of the times of placing, which is not part of them.
    public var before: Date?
    public var state: OrderState?
    /// A part of the guest's name, in either case and width of Latin letters and digits; or the order's id, also as
    /// "#12".
    public var text: PlainText?

    public init(since: Date? = nil, before: Date? = nil, state: OrderState? = nil, text: PlainText? = nil) {
        (self.since, self.before, self.state, self.text) = (since, before, state, text)
    }

    /// Creates the filter of `query`, with the business days of `calendar`. Returns `nil` if that has no such days.
    public init?(_ query: OrderQuery, in calendar: BusinessCalendar, now: Date) {
        let (since, until) = (
            query.since?.times(in: calendar, now: now), query.until?.times(in: calendar, now: now)
        )
        guard (since == nil) == (query.since == nil), (until == nil) == (query.until == nil) else { return nil }
        self.init(since: since?.lowerBound, before: until?.upperBound, state: query.state, text: query.text)
    }

    /// The number that `text` is; `nil` if it is none.
    var number: Int? {
        guard let digits = text.map({ $0.string.hasPrefix("#") ? $0.string.dropFirst() : $0.string[...] }),
            digits.allSatisfy({ $0.isASCII && $0.isNumber })
        else { return nil }
        return Int(digits)
    }

    /// The forms that `text` can have in a name, with lower-case ASCII letters. Names are stored precomposed, like every
    /// `PlainText`.
    var namePatterns: Set<String> {
        guard let text, !text.isEmpty else { return [] }
        let narrow = text.string.mapScalars { scalar in
            switch scalar.value {
            case 0xFF01...0xFF5E: scalar.value - CharacterForms.widthOffset
            case 0x3000: 0x20
            default: scalar.value
            }
        }
        let (lower, upper) = (narrow.asciiLowercased, narrow.asciiUppercased)
        return [lower, lower.fullWidth, upper.fullWidth]
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
        // With a sign, no index of times is used: orders are read in the order of their numbers, and not sorted.
        if let since = filter.since { add("+placed_at >= \(parameter(since.wholeSeconds(.up)))") }
        if let before = filter.before { add("+placed_at < \(parameter(before.wholeSeconds(.up)))") }
        if let state = filter.state { add("state = \(parameter(state.rawValue))") }
        let finds = finds(filter)
        if !finds.isEmpty { add("(\(finds.joined(separator: " OR ")))") }
    }

    /// Returns the conditions of which one has to hold so that `filter` finds its text.
    private mutating func finds(_ filter: OrderFilter) -> [String] {
        let names = filter.namePatterns.sorted().map { pattern in
            "lower(who) LIKE \(parameter("%\(pattern.escapedPattern)%")) ESCAPE '\\'"
        }
        return filter.number.map { ["id = \(parameter($0))"] + names } ?? names
    }
}

extension String {
    /// The text with escapes for all that has a meaning in a pattern of LIKE.
    fileprivate var escapedPattern: String {
        unicodeScalars.map { ["\\", "%", "_"].contains($0) ? "\\\($0)" : String($0) }.joined()
    }
}
