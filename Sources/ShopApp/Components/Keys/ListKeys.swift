import Canvas
import Terminal

extension Command {
    static let up = Command("list.up", help: ("한 줄 이동", "move by one row"))
    static let down = Command("list.down", help: up.help)
    static let pageUp = Command("list.page-up", help: ("한 화면 이동", "move by a screen"))
    static let pageDown = Command("list.page-down", help: pageUp.help)
    static let halfPageUp = Command("list.half-page-up", help: ("반 화면 이동", "move by half a screen"))
    static let halfPageDown = Command("list.half-page-down", help: halfPageUp.help)
    static let first = Command("list.first", help: ("처음, 끝으로", "to the beginning, to the end"))
    static let last = Command("list.last", help: first.help)
    static let previousSection = Command("list.previous-section", help: ("이전, 다음 구역", "previous, next section"))
    static let nextSection = Command("list.next-section", help: previousSection.help)
    static let refetch = Command(
        "list.refetch", help: ("이 구역 새로고침", "refetch this section"), hint: ("새로고침", "refetch"))
    static let refetchAll = Command(
        "list.refetch-all", help: ("전체 새로고침", "refetch all sections"), hint: ("전체 새로고침", "refetch all"))
    static let help = Command("shop.help", help: ("도움말", "this help"), hint: ("도움말", "help"))
    static let back = Command("shop.back", help: ("돌아가기", "go back"), hint: ("닫기", "close"))
    static let repaint = Command("shop.repaint", help: ("화면 다시 그리기", "redraw"))
    static let stop = Command("shop.stop", help: ("잠시 멈추기 (fg로 돌아오기)", "suspend (fg to return)"))
    static let quit = Command("shop.quit", help: ("나가기", "quit"), hint: ("나가기", "quit"))

    /// The way in which a command moves in a list; `nil` for all others.
    var move: ListCursor.Move? { Command.moves[self] }

    private static let moves: [Command: ListCursor.Move] = [
        up: .rows(-1), down: .rows(1), pageUp: .pages(-1), pageDown: .pages(1), halfPageUp: .halfPages(-1),
        halfPageDown: .halfPages(1), first: .first, last: .last, previousSection: .previousSection,
        nextSection: .nextSection,
    ]
}

extension KeyTable {
    /// What moves in everything that scrolls.
    static let moving: KeyTable = [
        KeyBinding(.up, .up, .character("k")), KeyBinding(.down, .down, .character("j"), isPaired: true),
        KeyBinding(.pageUp, .pageUp), KeyBinding(.pageDown, .pageDown, isPaired: true),
        KeyBinding(.halfPageUp, .control("u")), KeyBinding(.halfPageDown, .control("d"), isPaired: true),
        KeyBinding(.first, .home, .character("g")), KeyBinding(.last, .end, .character("G"), isPaired: true),
    ]

    /// What moves from section to section.
    static let sections: KeyTable = [
        KeyBinding(.previousSection, .character("["), .backTab),
        KeyBinding(.nextSection, .character("]"), .tab, isPaired: true),
    ]

    /// What works wherever letters are hotkeys.
    static let everywhere: KeyTable = [
        KeyBinding(.palette, .character(":")),
        KeyBinding(.help, .character("?"), .function(1), hint: .important), KeyBinding(.repaint, .control("l")),
    ]
}
