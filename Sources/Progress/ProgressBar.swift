import TerminalText

/// How far long work is, as one line of text.
public struct ProgressBar: Hashable, Sendable {
    /// What is being done.
    public let title: String
    /// How much of it is done, from 0 to 1; `nil` where the end is not known.
    public let fraction: Double?
    /// How many are done, and of how many; empty where they are not counted.
    public let count: String
    /// How long it takes yet, or has taken, in words; empty where that is not told.
    public let time: String

    private static let gap = 2
    /// Columns of a bar: fewer say nothing, more say no more.
    private static let narrowestBar = 8
    private static let widestBar = 40
    private static let shortestTitle = 4

    public init(title: String, fraction: Double?, count: String, time: String) {
        self.title = title
        self.fraction = fraction.map { min(max(0, $0), 1) }
        self.count = count
        self.time = time
    }

    /// How a part of the line looks.
    public enum Style: Hashable, Sendable { case plain, done, toDo }

    /// The line, at most so many columns wide. What there is no room for goes: first the time, then the bar, then the end of
    /// the title.
    public func parts(columns: Int) -> [(text: String, style: Style)] {
        let count = self.count.truncated(columns: max(0, columns))
        let room = columns - ProgressBar.columns(of: count)
        let title = room < ProgressBar.shortestTitle ? "" : self.title.truncated(columns: room)
        var free = room - title.columns
        let bar = barColumns(free)
        free -= bar == 0 ? 0 : ProgressBar.gap + ProgressBar.narrowestBar
        let showsTime = !time.isEmpty && free >= ProgressBar.gap + time.columns
        let cells = min(bar, (showsTime ? free - ProgressBar.gap - time.columns : free) + ProgressBar.narrowestBar)
        let texts = [[(title, Style.plain)], cells > 0 ? ticks(cells) : [], [(count, .plain)]]
        return ProgressBar.joined(texts + [showsTime ? [(time, .plain)] : []])
    }

    /// The line without its styles.
    public func text(columns: Int) -> String { parts(columns: columns).map(\.text).joined() }

    private static func columns(of text: String) -> Int { text.isEmpty ? 0 : text.columns + gap }

    /// Columns of the bar where so many are free; 0 where there is none.
    private func barColumns(_ free: Int) -> Int {
        guard fraction != nil, free >= ProgressBar.gap + ProgressBar.narrowestBar else { return 0 }
        return min(ProgressBar.widestBar, free - ProgressBar.gap)
    }

    private func ticks(_ columns: Int) -> [(String, Style)] {
        let done = Int((fraction ?? 0) * Double(columns))
        return [(String(repeating: "━", count: done), .done), (String(repeating: "─", count: columns - done), .toDo)]
    }

    private static func joined(_ groups: [[(String, Style)]]) -> [(text: String, style: Style)] {
        let filled = groups.map { $0.filter { !$0.0.isEmpty } }.filter { !$0.isEmpty }
        let gap = [(String(repeating: " ", count: gap), Style.plain)]
        return filled.enumerated().flatMap { $0.offset == 0 ? $0.element : gap + $0.element }
            .map { (text: $0.0, style: $0.1) }
    }
}
