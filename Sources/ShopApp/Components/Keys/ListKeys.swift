import Canvas
import Terminal

extension Command {
    static let up = Command("list.up", help: ("한 줄 이동", "move by one row"), title: ("한 줄 위로", "one row up"))
    static let down = Command("list.down", help: up.help, title: LocalizedText("한 줄 아래로", "one row down"))
    static let pageUp = Command(
        "list.page-up", help: ("한 화면 이동", "move by a screen"), title: ("한 화면 위로", "one screen up"))
    static let pageDown = Command(
        "list.page-down", help: pageUp.help, title: LocalizedText("한 화면 아래로", "one screen down"))
    static let halfPageUp = Command(
        "list.half-page-up", help: ("반 화면 이동", "move by half a screen"), title: ("반 화면 위로", "half a screen up"))
    static let halfPageDown = Command(
        "list.half-page-down", help: halfPageUp.help, title: LocalizedText("반 화면 아래로", "half a screen down"))
    static let first = Command(
        "list.first", help: ("처음, 끝으로", "to the beginning, to the end"), title: ("처음으로", "to the beginning"))
    static let last = Command("list.last", help: first.help, title: LocalizedText("끝으로", "to the end"))
    static let previousSection = Command(
        "list.previous-section", help: ("이전, 다음 구역", "previous, next section"), title: ("이전 구역", "previous section"))
    static let nextSection = Command(
        "list.next-section", help: previousSection.help, title: LocalizedText("다음 구역", "next section"))
    static let fold = Command("list.fold", help: ("구역 접기, 펴기", "fold or unfold this section"), hint: ("펴기", "unfold"))
    static let refetch = Command(
        "list.refetch", help: ("이 구역 새로고침", "refetch this section"), hint: ("새로고침", "refetch"))
    static let refetchAll = Command(
        "list.refetch-all", help: ("전체 새로고침", "refetch all sections"), hint: ("전체 새로고침", "refetch all"))
    static let copy = Command(
        "list.copy", help: ("선택한 것을 클립보드에 복사", "copy what is selected"), hint: ("복사", "copy"))
    static let help = Command("shop.help", help: ("도움말", "this help"), hint: ("도움말", "help"))
    static let back = Command("shop.back", help: ("돌아가기", "go back"), hint: ("닫기", "close"))
    static let repaint = Command("shop.repaint", help: ("화면 다시 그리기", "redraw"))
    static let stop = Command("shop.stop", help: ("잠시 멈추기 (fg로 돌아오기)", "suspend (fg to return)"))
    static let quit = Command("shop.quit", help: ("나가기", "quit"), hint: ("나가기", "quit"))

    /// The list movement that a command performs; `nil` for all other commands.
    var move: ListCursor.Move? { Command.moves[self] }

    private static let moves: [Command: ListCursor.Move] = [
        up: .rows(-1), down: .rows(1), pageUp: .pages(-1), pageDown: .pages(1), halfPageUp: .halfPages(-1),
        halfPageDown: .halfPages(1), first: .first, last: .last, previousSection: .previousSection,
        nextSection: .nextSection,
    ]
}

extension KeyTable {
    /// Movement keys of everything that scrolls.
    static let moving: KeyTable = [
        KeyBinding(.up, .up, .character("k")), KeyBinding(.down, .down, .character("j"), isPaired: true),
        KeyBinding(.pageUp, .pageUp), KeyBinding(.pageDown, .pageDown, isPaired: true),
        KeyBinding(.halfPageUp, .control("u")), KeyBinding(.halfPageDown, .control("d"), isPaired: true),
        KeyBinding(.first, .home, .character("g")), KeyBinding(.last, .end, .character("G"), isPaired: true),
    ]

    static let sections: KeyTable = [
        KeyBinding(.previousSection, .character("["), .backTab),
        KeyBinding(.nextSection, .character("]"), .tab, isPaired: true),
    ]

    static let folding: KeyTable = [KeyBinding(.fold, .character("z"))]

    /// Returns this table for a selected folded section: the keys that enter a row unfold it, and the status bar shows
    /// no other commands than those of `list`.
    func onFoldedSection(of list: KeyTable) -> KeyTable {
        let unfolding: [Key] = [.enter, .right, .character("l"), .character("z")]
        let names = Set(list.map(\.command))
        let others = KeyTable(
            without(.fold).map { binding in
                var kept = binding.filteringKeys { !unfolding.contains($0) }
                if !names.contains(binding.command) { kept.hint = .none }
                return kept
            })
        return [KeyBinding(.fold, keys: unfolding, hint: .important)] + others.filter { !$0.keys.isEmpty }
    }

    /// Keys that work wherever letters are hotkeys.
    static let everywhere: KeyTable = [
        KeyBinding(.palette, .character(":")),
        KeyBinding(.undo, .character("u")), KeyBinding(.help, .character("?"), .function(1), hint: .important),
        KeyBinding(.repaint, .control("l")),
        KeyBinding(.changeLanguage), KeyBinding(.changeTheme), KeyBinding(.changePictures),
        KeyBinding(.changeBell),
    ]
}

/// The key bindings chosen by the user, by command name.
struct KeyChoices: Hashable, Sendable {
    private let keys: [String: [Key]]

    init(_ keys: [String: [Key]] = [:]) { self.keys = keys }

    var isEmpty: Bool { keys.isEmpty }

    /// The chosen keys of a command; `nil` if it keeps its default keys.
    subscript(command: Command) -> [Key]? { keys[command.name] }
}

extension KeyTable {
    /// Returns this table with the user's keys; a key assigned to one command is removed from all others. If `inText`
    /// is `true`, keys that type a character are ignored.
    func applying(_ choices: KeyChoices, inText: Bool = false) -> KeyTable {
        guard !choices.isEmpty else { return self }
        let chosen = map { choices[$0.command].flatMap { KeyTable.usable($0, inText: inText) } }
        let taken = Set(chosen.flatMap { $0 ?? [] })
        var table: KeyTable = []
        for (binding, keys) in zip(self, chosen) {
            var binding = keys.map { binding.having($0) } ?? binding.filteringKeys { !taken.contains($0) }
            // A binding without keys has no line that another one could share.
            if table.last?.keys.isEmpty == true { binding.isPaired = false }
            table.append(binding)
        }
        return table
    }

    /// Returns the keys that can be used; `nil` if all of them would type a character.
    private static func usable(_ keys: [Key], inText: Bool) -> [Key]? {
        guard inText else { return keys }
        let usable = keys.filter { if case .character = $0 { false } else { true } }
        return usable.isEmpty && !keys.isEmpty ? nil : usable
    }
}
