import Canvas
import TerminalText

/// The message shown in place of a list: why there is none, and what to do about it.
struct EmptyState {
    let reason: LocalizedText
    /// The text of the hint; it names keys as configured in the words.
    let hint: @Sendable (Words) -> String
    /// Whether the reason is a failure.
    let isFailure: Bool

    /// The divisor that gives the part of the free lines placed above the text.
    private static let partAbove = 3

    func panel(layout: ListLayout, _ words: Words) -> Panel {
        let width = max(1, layout.width - 2 * layout.margin)
        func lines(_ text: String) -> [String] { text.wrapped(columns: width, limit: layout.height) }
        let texts =
            lines(reason[words.language]).map { ($0, isFailure ? Style(.bad) : .bold) }
            + lines(hint(words)).map { ($0, Style.dim) }
        // Slightly above the middle, where users look first.
        let above = max(0, (layout.height - texts.count) / EmptyState.partAbove)
        let lines =
            Array(repeating: Line.blank, count: above)
            + texts.map { text, style in
                var line = LineBuilder(
                    width: layout.width, margin: layout.margin + max(0, width - text.columns) / 2)
                line.left(text, style)
                return line.line
            }
        return Panel(
            region: Region("empty"),
            place: Rectangle(
                column: layout.origin.column, row: layout.origin.row, width: layout.width, height: layout.height),
            lines: lines)
    }
}

extension EmptyState {
    /// The search found nothing.
    static let noMatch = EmptyState(
        reason: LocalizedText("검색 결과가 없습니다.", "Nothing found."),
        hint: { words in
            let key = words.keyName(.clearSearch, in: .searching, at: .text)
            return LocalizedText(
                "초성으로도 찾을 수 있습니다. \(key) 키를 누르면 모두 보입니다.", "Press \(key) to see everything again.")[words.language]
        },
        isFailure: false)
}
