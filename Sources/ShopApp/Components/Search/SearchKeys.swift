import Terminal

extension Command {
    static let find = Command(
        "search.find", help: ("찾기: 이름의 일부, 초성, 숫자", "search: part of a name, initial consonants, digits"),
        hint: ("찾기", "search"))
    /// Returns the focus to the matches.
    static let keepSearch = Command(
        "search.keep", help: ("검색 결과 목록으로", "go to results"), hint: ("결과로", "results"))
    /// Ends the search.
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
    /// While a search text is being typed; all other characters are inserted.
    static let searching: KeyTable =
        [
            KeyBinding(.keepSearch, .enter, .tab, hint: .useful), KeyBinding(.clearSearch, .escape, hint: .important),
            KeyBinding(.up, .up), KeyBinding(.down, .down, isPaired: true),
            KeyBinding(.pageUp, .pageUp), KeyBinding(.pageDown, .pageDown, isPaired: true),
        ] + editing + text.only(.help, .repaint)

    /// While the matches of a finished search are shown.
    static let searched: KeyTable = [
        KeyBinding(.nextMatch, .character("n"), hint: .useful),
        KeyBinding(.previousMatch, .character("N"), hint: .useful, isPaired: true),
        KeyBinding(.clearSearch, .escape, hint: .important),
    ]
}
