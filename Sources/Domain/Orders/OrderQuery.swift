import Foundation
import TerminalText

/// The orders that a keeper asks for, by conditions that must all hold: the query of `GET /orders`, and the options of
/// `banchan orders`.
public struct OrderQuery: Hashable, Sendable {
    /// Orders placed on that day or later, or at that time or later.
    public var since: TimeBound?
    /// Orders placed on that day or earlier, or before that time.
    public var until: TimeBound?
    public var state: OrderState?
    /// A text to find, as `OrderFilter.text` says.
    public var text: PlainText?

    /// The maximum number of scalars of `text`.
    public static let maxText = 100

    public init(
        since: TimeBound? = nil, until: TimeBound? = nil, state: OrderState? = nil, text: PlainText? = nil
    ) {
        (self.since, self.until, self.state, self.text) = (since, until, state, text)
    }
}

/// A bound of a range of times, as people write it.
public enum TimeBound: Hashable, Sendable {
    /// The business day that it is now.
    case today
    case day(Day)
    case time(Date)

    /// Parses "today", a day such as "2026-11-22", or an ISO 8601 time such as "2026-11-22T18:00:00+09:00". Returns
    /// `nil` for anything else.
    public init?(_ text: String) {
        if text == "today" {
            self = .today
        } else if let day = Day(dashed: text) {
            self = .day(day)
        } else if let time = Date(wireText: text) {
            self = .time(time)
        } else {
            return nil
        }
    }

    /// The text from which it can be parsed again.
    public var text: String {
        switch self {
        case .today: "today"
        case .day(let day): day.dashed
        case .time(let time): time.formatted(.iso8601)
        }
    }

    /// Returns the business day, where it is `today` now; `nil` for a time.
    public func day(today: Day?) -> Day? {
        switch self {
        case .today: today
        case .day(let day): day
        case .time: nil
        }
    }

    /// The time; `nil` for a business day.
    public var time: Date? { if case .time(let time) = self { time } else { nil } }
}
