import Canvas
import TerminalText

/// The welcome of a first visit: keys to begin with, in three lines above the lower edge.
struct WelcomeView: Equatable {
    struct Hint: Equatable {
        let key: String
        let text: String
        var columns: Int { key.columns + 1 + text.columns }
    }

    let lines: [[Hint]]
    let layout: ListLayout
    /// The shop's own name; `nil` if it has none.
    private let name: String?

    /// The columns between two hints, and from the frame to them.
    private static let gap = 3
    private static let side = 2
    private static let maxPerLine = 5
    /// The rows of the list that stay in view.
    private static let rowsLeft = 4

    init(_ state: ShopState, _ words: Words) {
        let keys = state.usefulKeys
        layout = state.list.layout
        name = state.appearance.name(in: words.language)
        func hint(_ labels: [String], _ separator: String, _ text: LocalizedText) -> Hint? {
            let labels = labels.filter { !$0.isEmpty }
            return labels.isEmpty
                ? nil : Hint(key: labels.joined(separator: separator), text: text[words.language])
        }
        func hints(_ kept: (Command) -> Bool) -> [Hint] {
            keys.hints.filter { kept($0.binding.command) }.prefix(WelcomeView.maxPerLine).map { hint in
                Hint(key: hint.label, text: hint.binding.command.hint?[words.language] ?? "")
            }
        }
        // What works later is named as well: nothing is in a new guest's cart.
        let cart = hint([state.keyTable.label(of: .openCart)], "", LocalizedText("장바구니", "cart"))
        let ofShop: Set<Command> = [.find, .palette, .help, .quit]
        let ofSections: Set<Command> = [.refetch, .refetchAll]
        let looking = [
            hint([Command.up, .down].map(keys.label), " ", LocalizedText("둘러보기", "look around")),
            hint([Command.previousSection, .nextSection].map(keys.label), " ", LocalizedText("구역", "sections")),
        ].compactMap(\.self)
        let isUsual = state.tabKeys == state.tabs.indices.map { "\($0 + 1)" }
        let tabKeys = isUsual ? [state.tabKeys.first, state.tabKeys.last].compactMap(\.self) : state.tabKeys
        let counters = hint(tabKeys, isUsual ? "-" : " ", LocalizedText("코너", "counters"))
        lines = [
            looking + (state.tabs.count > 1 ? [counters].compactMap(\.self) : []),
            hints { !ofShop.contains($0) && !ofSections.contains($0) && $0 != .openCart }.dropLast(cart == nil ? 0 : 1)
                + [cart].compactMap(\.self),
            hints { ofShop.contains($0) },
        ]
    }

    /// Returns the panel; `nil` if it would not leave enough rows of the list in view.
    func panel(_ words: Words) -> Panel? {
        let room = layout.listWidth - 2 * WelcomeView.side - 2
        let shown = lines.map { fitting($0, room: room) }.filter { !$0.isEmpty }
        let height = shown.count + 2
        guard layout.height >= height + WelcomeView.rowsLeft else { return nil }
        let width = (shown.map(columns).max() ?? 0) + 2 * WelcomeView.side + 2
        let named = name.map { words.say("어서 오세요, \($0)입니다", "Welcome to \($0)") }
        let titles = [named, words.say("어서 오세요", "Welcome")].compactMap(\.self)
        let title = titles.first { $0.columns + Border.besideTitle <= width } ?? ""
        return Panel(
            region: Region("welcome"),
            origin: Point(column: (layout.listWidth - width) / 2, row: layout.origin.row + layout.height - height),
            width: width,
            lines: Border(width: width).around(shown.map { line($0, width) }, title: title).clickable(
                ShellTarget.welcome))
    }

    private func columns(_ hints: [Hint]) -> Int {
        hints.map(\.columns).reduce(0, +) + WelcomeView.gap * max(0, hints.count - 1)
    }

    private func fitting(_ hints: [Hint], room: Int) -> [Hint] {
        var kept = hints
        while columns(kept) > room { kept.removeLast() }
        return kept
    }

    private func line(_ hints: [Hint], _ width: Int) -> Line {
        var builder = LineBuilder(width: width, margin: 1 + WelcomeView.side)
        for hint in hints {
            builder.left(hint.key, .bold, gap: 1)
            builder.left(hint.text, .plain, gap: WelcomeView.gap)
        }
        return builder.line
    }
}
