import Canvas
import TerminalText

/// Draws a toast as a framed panel at the bottom centre, or at the top if it would hide the selected row or the caret.
struct ToastView {
    let words: Words
    /// The columns beside the panel, and between its frame and the text.
    private static let outside = 1
    private static let inside = 1
    /// Fewer columns than that on each side show no word or price whole: the panel covers them.
    private static let leastBeside = 12
    private static let maxLines = 4
    /// The least height of the list that leaves room for a frame.
    private static let minFramedHeight = 6

    /// Returns the toast's panel, clear of the rows `kept` where there is room. Returns `nil` if there is no room at all.
    func panel(_ toast: Toast, layout: ListLayout, clearOf kept: Range<Int>) -> Panel? {
        let isFramed = layout.height >= ToastView.minFramedHeight
        let frame = isFramed ? 2 : 0
        let room = layout.screen.width - 2 * (ToastView.outside + ToastView.inside) - frame - toast.kind.indent
        let height = layout.height - 1 - frame
        guard room > 0, height > 0 else { return nil }
        let texts = texts(of: toast, columns: room, limit: height)
        let columns = (texts.map(\.columns).max() ?? 0) + toast.kind.indent
        let least = columns + 2 * ToastView.inside + frame
        let isWide = layout.screen.width - least < 2 * ToastView.leastBeside
        let width = isWide ? layout.screen.width - 2 * ToastView.outside : least
        let inner = texts.enumerated().map { line($0.element, isFirst: $0.offset == 0, toast.kind, isFramed, width) }
        let lines = isFramed ? Border(width: width, ink: toast.kind.ink).around(inner) : inner
        return Panel(
            region: Region("toast"),
            origin: Point(
                column: (layout.screen.width - width) / 2, row: row(height: lines.count, layout, clearOf: kept)),
            width: width, lines: lines.clickable(ShellTarget.toast))
    }

    private func texts(of toast: Toast, columns: Int, limit: Int) -> ArraySlice<String> {
        toast.text[words.language].flatMap { $0.wrapped(columns: columns, limit: ToastView.maxLines) }.prefix(limit)
    }

    private func line(
        _ text: String, isFirst: Bool, _ kind: Toast.Kind, _ isFramed: Bool, _ width: Int
    ) -> Line {
        let weight: Weight = isFramed ? [] : .reverse
        var builder = LineBuilder(
            width: width, margin: ToastView.inside + (isFramed ? 1 : 0), fill: Style(.standard, weight))
        if let mark = kind.mark {
            builder.left(isFirst ? mark : " ", Style(kind.ink, weight.union(.bold)), gap: 1)
        }
        builder.left(text, Style(.standard, isFirst || !isFramed ? weight.union(.bold) : weight))
        return builder.line
    }

    /// Returns the first row of the panel.
    private func row(height: Int, _ layout: ListLayout, clearOf kept: Range<Int>) -> Int {
        let margin = layout.height > height + 1 ? 1 : 0
        let top = layout.origin.row
        let bottom = top + layout.height - height - margin
        let isClear = { (row: Int) in !(row..<row + height).overlaps(kept) }
        return isClear(bottom) || !isClear(top + margin) ? bottom : top + margin
    }
}

extension Toast.Kind {
    fileprivate var ink: Ink {
        switch self {
        case .note: .accent
        case .done: .good
        case .failed: .bad
        }
    }

    /// The mark before the first line, one column wide in every terminal; `nil` if there is none.
    fileprivate var mark: String? {
        switch self {
        case .note: nil
        case .done: "✓"
        case .failed: "!"
        }
    }

    /// The columns of the mark and the blank after it.
    fileprivate var indent: Int { mark == nil ? 0 : 2 }
}
