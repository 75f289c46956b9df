import Canvas
import TerminalText

/// How far the help page is scrolled.
public struct HelpState: Hashable, Sendable {
    public private(set) var top = 0

    mutating func scroll(_ move: ListCursor.Move, screen: Size) {
        let visible = HelpPage.visibleLines(screen: screen)
        let last = max(0, HelpPage.entries.count - visible)
        switch move {
        case .rows(let rows): top += rows
        case .pages(let pages): top += pages * visible
        default: break
        }
        top = min(max(0, top), last)
    }
}

/// The help page, made from the key table.
struct HelpPage {
    let words: Words

    static let entries = KeyTable.list.filter { !$0.label.isEmpty }

    /// Lines that the title and the space around it take.
    private static let titleLines = 2

    static func visibleLines(screen: Size) -> Int {
        let height = MenuLayout(screen: screen).height
        return max(1, height - (height > 8 ? titleLines : 0))
    }

    func panel(_ state: HelpState, layout: MenuLayout) -> Panel {
        let visible = HelpPage.visibleLines(screen: layout.screen)
        var lines: [Line] = []
        if layout.height > visible { lines = [title(layout), .blank] }
        lines += HelpPage.entries.dropFirst(state.top).prefix(visible).map { entry($0, layout) }
        lines += Array(repeating: .blank, count: max(0, layout.height - lines.count))
        return Panel(region: Region("help"), origin: layout.origin, width: layout.width, lines: lines)
    }

    private func title(_ layout: MenuLayout) -> Line {
        var builder = LineBuilder(width: layout.width, margin: layout.margin)
        builder.left(words.helpTitle, Style(.accent, .bold))
        return builder.line
    }

    private func entry(_ binding: KeyBinding, _ layout: MenuLayout) -> Line {
        let column = (HelpPage.entries.map(\.label.columns).max() ?? 0) + 2
        var builder = LineBuilder(width: layout.width, margin: layout.margin)
        builder.left(binding.label, .bold, gap: max(2, column - binding.label.columns))
        builder.left(words.help(binding.command), .plain)
        return builder.line
    }
}
