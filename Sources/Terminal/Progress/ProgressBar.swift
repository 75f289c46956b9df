import TerminalText

/// The progress of long work as one line of text.
public struct ProgressBar: Hashable, Sendable {
    public let title: String
    /// The finished fraction from 0 to 1; `nil` if the end is unknown.
    public let fraction: Double?
    /// The finished and total counts as text; empty if items are not counted.
    public let count: String
    /// The remaining or elapsed time as text; empty if it is not shown.
    public let time: String

    private static let gap = 2
    /// Limits of the bar's width in columns: a narrower bar says nothing, a wider one says no more.
    private static let minBarWidth = 8
    private static let maxBarWidth = 40
    private static let minTitleWidth = 4

    public init(title: String, fraction: Double?, count: String, time: String) {
        self.title = title
        self.fraction = fraction.map { min(max(0, $0), 1) }
        self.count = count
        self.time = time
    }

    /// The style of a part of the line.
    public enum Style: Hashable, Sendable { case plain, done, toDo }

    /// Returns the parts of the line, at most `columns` wide. If room is short, the time is dropped first, then the
    /// bar, then the end of the title.
    public func parts(columns: Int) -> [(text: String, style: Style)] {
        let count = self.count.truncated(columns: max(0, columns))
        let room = columns - ProgressBar.columns(of: count)
        let title = room < ProgressBar.minTitleWidth ? "" : self.title.truncated(columns: room)
        var free = room - title.columns
        let bar = barColumns(free)
        free -= bar == 0 ? 0 : ProgressBar.gap + ProgressBar.minBarWidth
        let showsTime = !time.isEmpty && free >= ProgressBar.gap + time.columns
        let cells = min(bar, (showsTime ? free - ProgressBar.gap - time.columns : free) + ProgressBar.minBarWidth)
        let texts = [[(title, Style.plain)], cells > 0 ? ticks(cells) : [], [(count, .plain)]]
        return ProgressBar.joined(texts + [showsTime ? [(time, .plain)] : []])
    }

    /// Returns the line without styles.
    public func text(columns: Int) -> String { parts(columns: columns).map(\.text).joined() }

    private static func columns(of text: String) -> Int { text.isEmpty ? 0 : text.columns + gap }

    /// Returns the bar's width if `free` columns are left; 0 if it does not fit.
    private func barColumns(_ free: Int) -> Int {
        guard fraction != nil, free >= ProgressBar.gap + ProgressBar.minBarWidth else { return 0 }
        return min(ProgressBar.maxBarWidth, free - ProgressBar.gap)
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
