import Canvas
import ShopClient
import ShopModels
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
        let texts = paragraphs(toast).flatMap { $0.wrapped(columns: room, limit: ToastView.mostLines) }
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
        return Panel(region: Region("toast"), origin: origin, width: width, lines: lines)
    }

    private func paragraphs(_ toast: Toast) -> [String] {
        switch toast.content {
        case .dish(let title, let price): [title.string, price.text]
        case .emptySection(let heading, let failure):
            [heading.title, failure.map { words.failure($0) } ?? words.emptySection(heading)]
        case .connectionLost: [words.connectionLost]
        case .connectionBack: [words.connectionBack]
        case .order(let report): words.order.report(report)
        case .juiceMade(let juice): [JuiceSentences.made(juice)]
        case .juiceFailed(let report): [report.draft.name.string, words.juice.failed(report.outcome)]
        case .stock(let report): [words.juice.report(report.outcome)]
        case .drink(let report): words.drinks.report(report)
        case .noChange: [words.drinks.noChange]
        case .noneExpired(let name): [name.string, words.drinks.noneExpired]
        case .contact(let toast): words.contacts.paragraphs(toast)
        }
    }
}
