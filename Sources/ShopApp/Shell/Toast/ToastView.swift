import Canvas
import TerminalText

/// The toast as a panel at the bottom centre.
struct ToastView {
    let words: Words
    private static let padding = 2
    private static let mostLines = 4

    /// `nil` where there is no room.
    func panel(_ toast: Toast, layout: ListLayout) -> Panel? {
        let room = layout.width - 2 * ToastView.padding
        let height = layout.height - 1
        guard room > 0, height > 0 else { return nil }
        let texts = toast.text[words.language].flatMap { $0.wrapped(columns: room, limit: ToastView.mostLines) }
            .prefix(height)
        let width = (texts.map(\.columns).max() ?? 0) + 2 * ToastView.padding
        let style = Style(toast.isError ? .bad : .standard, [.reverse, .bold])
        let lines = texts.map { text in
            var builder = LineBuilder(width: width, margin: (width - text.columns) / 2, fill: style)
            builder.left(text, style)
            return builder.line
        }
        let origin = Point(
            column: layout.origin.column + (layout.width - width) / 2,
            row: layout.origin.row + layout.height - lines.count - (height > lines.count ? 1 : 0))
        return Panel(region: Region("toast"), origin: origin, width: width, lines: lines.clickable(ShellTarget.toast))
    }
}
