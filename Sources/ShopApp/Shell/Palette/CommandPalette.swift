import Canvas
import Terminal
import TerminalText

/// The command palette: a list of all commands with their names and keys, from which one is run. Commands that work in
/// the current place come first, then those that work elsewhere.
struct CommandPalette: Hashable, Sendable {
    struct Entry: Hashable, Sendable {
        let command: Command
        let name: LocalizedText
        let key: String
        /// The present value of the setting that it changes; empty if it changes none.
        let value: String
        /// The place where it works; `nil` for the current one.
        let counter: LocalizedText?
    }

    private let entries: [Entry]
    /// The entries that match the search, those whose names do first.
    private(set) var found: [Entry]
    private(set) var search: LineSearch
    /// The index of the selected entry in `found`.
    private(set) var selection = 0

    /// Creates a palette. The commands of `keys` work in the current place; those that only move are listed last. Those
    /// of `topics` work elsewhere. Their names are searched in `language`. `value` is that of the setting that a command
    /// changes.
    init(
        _ keys: KeyTable, elsewhere topics: [HelpTopic], counters: [LocalizedText], language: Language,
        value: (Command) -> String?
    ) {
        func entry(_ binding: KeyBinding, _ owner: LocalizedText?) -> Entry {
            CommandPalette.entry(binding, owner, counters, value: value(binding.command) ?? "")
        }
        var told: Set<Command> = [.palette]
        let once = keys.filter { told.insert($0.command).inserted }
        let here = (once.filter { $0.command.move == nil } + once.filter { $0.command.move != nil })
            .map { entry($0, nil) }
        let elsewhere = topics.flatMap { topic in
            topic.keys.filter { !$0.keys.isEmpty && !$0.command.isOfFields && told.insert($0.command).inserted }
                .map { entry($0, topic.title) }
        }
        entries = here + elsewhere
        found = entries
        search = LineSearch(
            entries.map { entry in
                SearchEntry(
                    titles: [entry.name[language]],
                    details: Language.allCases.filter { $0 != language }.map { entry.name[$0] } + [
                        entry.command.hint?[language] ?? "", entry.command.name, entry.key,
                    ])
            })
    }

    private static func entry(
        _ binding: KeyBinding, _ owner: LocalizedText?, _ counters: [LocalizedText], value: String
    ) -> Entry {
        let index = binding.command.counterNumber
        let counter = index.flatMap { counters.indices.contains($0) ? counters[$0] : nil }
        let name = counter.map { LocalizedText("\($0[.korean]) 보기", "go to \($0[.english])") } ?? binding.command.title
        return Entry(
            command: binding.command, name: name, key: binding.keys.first?.label ?? "", value: value, counter: owner)
    }

    /// The selected entry; `nil` if nothing matches.
    var selected: Entry? { found.indices.contains(selection) ? found[selection] : nil }

    private mutating func showFound() { (found, selection) = (search.hits.rankedRows.map { entries[$0] }, 0) }
}

extension CommandPalette: ShellLayer {
    var keyTable: KeyTable { search.nearest == nil ? .palette : .palette.takingNearest(insteadOf: .run) }
    var takesText: Bool { true }
    var isInText: Bool { true }

    mutating func handle(_ command: Command, _ shell: inout ShellContext) {
        if let move = command.move {
            let page = max(1, CommandPaletteView.rows(in: ListLayout(screen: shell.screen)) - 1)
            selection = min(max(0, selection + move.distance(page: page)), max(0, found.count - 1))
        } else if command == .back {
            shell.close(CommandPalette.self)
        } else if search.perform(command) {
            showFound()
        }
    }

    mutating func type(_ key: Key, _ shell: inout ShellContext) {
        if search.type(key) { showFound() }
    }

    mutating func click(_ click: Click, _ shell: inout ShellContext) {
        if let target = click.target as? PaletteTarget { selection = min(target.index, max(0, found.count - 1)) }
    }

    func draw(_ context: LayerContext, _ words: Words) -> LayerPicture {
        CommandPaletteView(words: words, layout: context.layout.whole).picture(of: self)
    }
}

extension Command {
    /// Whether it edits or leaves a field, or answers a question. Such commands of other places are left out.
    fileprivate var isOfFields: Bool { Command.groupsOfFields.contains { name.hasPrefix($0) } }
    private static let groupsOfFields = ["choice.", "dialog.", "form.", "number.", "search.", "text."]
}

func runSelected(_ state: inout ShopState) -> [Effect] {
    guard let entry = state.layers[CommandPalette.self]?.selected else { return [] }
    state.layers[CommandPalette.self] = nil
    return runListed(entry.command, of: entry.counter, &state)
}

/// Runs a command chosen from a list, if it works in the current place. Otherwise shows a toast that it works in
/// `place`.
func runListed(_ command: Command, of counter: LocalizedText?, _ state: inout ShopState) -> [Effect] {
    guard let counter, !state.keyTable.contains(where: { $0.command == command }) else {
        return reduceCommand(&state, command)
    }
    return state.toast.replace(with: .availableOnlyAt(counter))
}

extension Command {
    static let palette = Command(
        "shop.commands", help: ("모든 명령에서 고르기", "choose from all commands"), hint: ("명령", "more"))
    static let run = Command("commands.run", help: ("고른 명령 실행", "run the selected command"), hint: ("실행", "run"))
}

extension KeyTable {
    /// The keys of the command palette. All other characters are typed.
    static let palette: KeyTable =
        [
            KeyBinding(.run, .enter, hint: .important), KeyBinding(.back, .escape, hint: .important),
            KeyBinding(.up, .up, .control("p")), KeyBinding(.down, .down, .control("n"), isPaired: true),
            KeyBinding(.pageUp, .pageUp), KeyBinding(.pageDown, .pageDown, isPaired: true),
        ] + editing + text.only(.repaint)
}

/// Draws the command palette: the search field, and below it the commands that match.
struct CommandPaletteView {
    let words: Words
    let layout: ListLayout

    private static let maxRows = 14

    /// Returns the number of commands that fit below the search field.
    static func rows(in layout: ListLayout) -> Int {
        max(1, min(maxRows, layout.height - Modal.linesAround(in: layout) - 1))
    }

    func picture(of palette: CommandPalette) -> LayerPicture {
        let columns = Modal.textColumns(in: layout)
        let field = palette.search.field.field.visible(columns: max(1, columns - CommandPaletteView.label.columns - 1))
        let modal = Modal(
            layout: layout, region: Region("palette"), title: LocalizedText("명령", "Commands")[words.language],
            rows: [fieldRow(field.text, columns)] + listed(palette, columns))
        return LayerPicture(
            panels: [modal.panel],
            cursor: modal.point(ofRow: 0, column: CommandPaletteView.label.columns + 1 + field.caret),
            showsCursor: true)
    }

    private static let label = ":"

    private func fieldRow(_ text: String, _ columns: Int) -> ModalRow {
        ModalRow { line in
            line.left(CommandPaletteView.label, Style(.accent, .bold), gap: 1)
            let blanks = String(repeating: " ", count: max(0, line.room - text.columns))
            line.left(text + blanks, Style(.standard, [.bold, .underline]))
        }
    }

    /// Returns the rows of as many matches as fit, the selected one among them.
    private func listed(_ palette: CommandPalette, _ columns: Int) -> [ModalRow] {
        let rows = CommandPaletteView.rows(in: layout)
        let top = min(max(0, palette.selection - rows / 2), max(0, palette.found.count - rows))
        let entries = palette.found.enumerated().dropFirst(top).prefix(rows)
        let shown = entries.map { number, entry in
            row(entry, number, isSelected: number == palette.selection, palette.search.field.pattern, columns)
        }
        let all = shown.isEmpty ? nothingFound(palette, columns).prefix(rows).map(\.self) : shown
        // The height of the frame does not depend on the number of matches.
        return all + Array(repeating: ModalRow { _ in }, count: rows - all.count)
    }

    private func nothingFound(_ palette: CommandPalette, _ columns: Int) -> [ModalRow] {
        let nearest = palette.search.nearest.map { words.nearest($0).wrapped(columns: columns, limit: 3) } ?? []
        return ([EmptyState.noMatch(nearest: nil).reason[words.language]] + nearest).map { text in
            ModalRow { $0.left(text, .dim) }
        }
    }

    private func row(
        _ entry: CommandPalette.Entry, _ index: Int, isSelected: Bool, _ pattern: SearchPattern, _ columns: Int
    ) -> ModalRow {
        ModalRow { line in
            var inner = LineBuilder(width: columns)
            inner.right(entry.key, entry.counter == nil ? .bold : .dim, gap: 2)
            inner.right(entry.value, entry.counter == nil ? .plain : .dim, gap: 2)
            if let counter = entry.counter { inner.right(counter[words.language], .dim, gap: 2) }
            inner.left(entry.name[words.language], entry.counter == nil ? .plain : .dim)
            let text = inner.line.highlighting(pattern)
            let zone = ClickZone(columns: 0..<columns, target: PaletteTarget(index: index))
            line.put((isSelected ? text.selected(columns: 0..<columns) : text).clickable(zone))
        }
    }
}

/// The click target of a match, by its index. A double click runs its command.
struct PaletteTarget: ClickTarget {
    let index: Int
    var isRow: Bool { true }
}
