import Canvas
import Terminal
import TerminalText

/// The search text of a list or page, and whether keys are typed into it.
struct SearchField: Hashable, Sendable {
    /// The maximum number of scalars of a search text.
    private static let longest = 64

    private(set) var field = TextField("", limit: SearchField.longest)
    var isTyping = true
    private(set) var pattern = SearchPattern()

    var text: String { field.value.string }

    /// Edits the text if the command is an editing command. Returns whether the search text changed.
    mutating func perform(_ command: Command) -> Bool {
        guard let edit = command.edit else { return false }
        return change { $0.perform(edit) }
    }

    mutating func type(_ key: Key) -> Bool {
        switch key {
        case .character(let character): change { $0.insert(character) }
        case .paste(let text): change { $0.paste(text) }
        default: false
        }
    }

    /// Replaces the text. Returns whether the search text changed.
    mutating func replace(with text: String) -> Bool {
        change { $0.replace(with: text, caret: text.count) }
    }

    private mutating func change(_ edit: (inout TextField) -> Void) -> Bool {
        let before = text
        edit(&field)
        guard text != before else { return false }
        pattern = SearchPattern(text)
        return true
    }
}

/// The search field in the lower edge of the frame: `/ ㄱㅂ____ ─ 3개`.
struct SearchLine: Hashable {
    let search: SearchField
    /// The number of matches, or which part of a page is shown, as text; may be empty.
    let count: String

    static let label = "/"
    private static let widest = 24
    private static let narrowest = 6
    /// Columns reserved for the count and the keys.
    private static let kept = 24
    /// The columns of the edge and the blanks before the count.
    private static let gap = 3
    /// The column where the text begins: after a piece of the edge, and the label with blanks around it.
    private static let start = 4

    var style: Style { search.isTyping ? Style(.standard, [.bold, .underline]) : .bold }

    /// Returns the visible text on a screen of that width, and the column of the caret.
    func shown(width: Int) -> (text: String, caret: Int) {
        let room = max(1, width - SearchLine.start - 3)
        let least = min(SearchLine.narrowest, room - count.columns - SearchLine.gap)
        let columns = max(1, min(room, SearchLine.widest, max(least, room - SearchLine.kept)))
        let visible = search.field.visible(columns: columns)
        guard search.isTyping else { return (visible.text, SearchLine.start) }
        let blanks = String(repeating: " ", count: max(0, columns - visible.text.columns))
        return (visible.text + blanks, min(SearchLine.start + visible.caret, width - 1))
    }
}

extension Command {
    static let find = Command(
        "search.find",
        help: (
            "찾기: 낱말, 초성, 12900, <5000, @브랜드, #배지", "search: words, initial consonants, 12900, <5000, @brand, #badge"
        ), title: ("찾기", "search"), hint: ("찾기", "search"))
    /// Returns the focus to the matches.
    static let keepSearch = Command(
        "search.keep", help: ("검색 결과 목록으로", "go to results"), hint: ("고르기", "results"))
    static let clearSearch = Command(
        "search.clear", help: ("찾기 끝내기 (고른 줄은 그대로)", "end the search, on the selected row"),
        hint: ("찾기 끝", "clear"))
    /// Searches for the nearest title instead of a text that finds nothing.
    static let takeNearest = Command(
        "search.nearest", help: ("결과가 없으면 가장 가까운 이름 찾기", "if nothing is found, search for the nearest name"),
        title: ("가장 가까운 이름 찾기", "search for the nearest name"), hint: ("가까운 이름", "nearest name"))
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

    /// The same, while nothing is found and a title is near.
    static let searchingNearest = [nearest] + searching.without(.keepSearch)

    private static let nearest = KeyBinding(.takeNearest, .enter, .tab, hint: .important)

    /// Everything that can be pressed while a search text is being typed, for the help page.
    static let searchingHelp = searching.inserting([nearest], before: .clearSearch)

    /// Returns this table of a layer with its own search, where Enter takes the nearest title.
    func takingNearest(insteadOf command: Command) -> KeyTable { [KeyTable.nearest] + without(command) }

    /// While the matches of a finished search are shown.
    static let searched: KeyTable = [
        KeyBinding(.nextMatch, .character("n"), hint: .minor),
        KeyBinding(.previousMatch, .character("N"), hint: .minor, isPaired: true),
        KeyBinding(.clearSearch, .escape, hint: .important),
    ]
}
