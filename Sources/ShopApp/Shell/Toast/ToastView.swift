import Canvas
import TerminalText

/// Draws a toast as a panel at the bottom centre, or at the top if it would hide the caret.
struct ToastView {
    let words: Words
    private static let padding = 2
    private static let maxLines = 4

    /// Returns the toast's panel, placed clear of `caret`. Returns `nil` if there is no room.
    func panel(_ toast: Toast, layout: ListLayout, caret: Point?) -> Panel? {
        let room = layout.screen.width - 2 * ToastView.padding
        let height = layout.height - 1
        guard room > 0, height > 0 else { return nil }
        let texts = toast.text[words.language].flatMap { $0.wrapped(columns: room, limit: ToastView.maxLines) }
            .prefix(height)
        let width = (texts.map(\.columns).max() ?? 0) + 2 * ToastView.padding
        let style = Style(toast.isError ? .bad : .standard, [.reverse, .bold])
        let lines = texts.map { text in
            var builder = LineBuilder(width: width, margin: (width - text.columns) / 2, fill: style)
            builder.left(text, style)
            return builder.line
        }
        let margin = height > lines.count ? 1 : 0
        let bottom = layout.origin.row + layout.height - lines.count - margin
        let hidesCaret = caret.map { (bottom..<bottom + lines.count).contains($0.row) } ?? false
        let origin = Point(
            column: (layout.screen.width - width) / 2,
            row: hidesCaret ? layout.origin.row + margin : bottom)
        return Panel(region: Region("toast"), origin: origin, width: width, lines: lines.clickable(ShellTarget.toast))
    }
}
