import Terminal

extension Command {
    static let find = Command(
        "search.find", help: ("찾기: 이름의 일부, 초성, 숫자", "search: part of a name, initial consonants, digits"),
        hint: ("찾기", "search"))
    /// Back to what was found.
    static let keepSearch = Command(
        "search.keep", help: ("검색 결과 목록으로", "go to results"), hint: ("결과로", "results"))
    /// Looks for nothing any more.
    static let clearSearch = Command(
        "search.clear", help: ("찾기 그만두고 제자리로", "end the search, back to the place before"), hint: ("찾기 끝", "end search")
    )
    static let nextMatch = Command(
        "search.next", help: ("다음, 이전 검색 결과", "next, previous match"), title: ("다음 검색 결과", "next match"),
        hint: ("다음", "next"))
    static let previousMatch = Command(
        "search.previous", help: nextMatch.help, title: LocalizedText("이전 검색 결과", "previous match"),
        hint: nextMatch.hint)
}

extension KeyTable {
    /// While something to look for is typed; every other character is typed.
    static let searching: KeyTable =
        [
            KeyBinding(.keepSearch, .enter, .tab, hint: .useful), KeyBinding(.clearSearch, .escape, hint: .important),
            KeyBinding(.up, .up), KeyBinding(.down, .down, isPaired: true),
            KeyBinding(.pageUp, .pageUp), KeyBinding(.pageDown, .pageDown, isPaired: true),
        ] + editing + text.only(.help, .repaint)

    /// While what was found is kept.
    static let searched: KeyTable = [
        KeyBinding(.nextMatch, .character("n"), hint: .useful),
        KeyBinding(.previousMatch, .character("N"), hint: .useful, isPaired: true),
        KeyBinding(.clearSearch, .escape, hint: .important),
    ]
}
