import TerminalProbe
import Testing

/// A person who sees the shop for the first time: presses only keys that the screen shows at that moment, and types
/// only where the cursor is.
///
/// Up and Down are pressed on lists too, where everybody tries them. Every wait is for a fact on the screen, and a key
/// that is not shown fails with the screen.
struct Visitor {
    let program: ProgramOnTerminal

    /// Presses the key that the screen shows before `word`. Of several, as in `-/+ 수량`, the one with this `index`.
    func press(_ word: String, key index: Int = 0) throws {
        var keys: [Key] = []
        try program.wait(for: "a key for “\(word)”") { _ in
            keys = shownKeys(for: word)
            return keys.indices.contains(index)
        }
        try program.press(keys[index])
    }

    /// Opens the counter whose tab says `name`.
    func open(_ name: String) throws {
        var key: Key?
        try program.wait(for: "a tab “\(name)”") { screen in
            key = Visitor.hints(inEdge: screen.line(0)).first { $0.names(name) }?.keys.first
            return key != nil
        }
        if let key { try program.press(key) }
    }

    /// Searches the help page for the key of `sentence`, closes the page, and presses the key.
    func pressFromHelp(_ sentence: String, help: String = "도움말", close: String = "닫기") throws {
        try press(help)
        try type(sentence.split(separator: " ").first.map(String.init) ?? sentence)
        var key: Key?
        try program.wait(for: "“\(sentence)” on the help page") { screen in
            let line = screen.text.first { $0.hasPrefix("  ") && $0.hasSuffix("  \(sentence)") }
            key = line.flatMap { $0.split(separator: " ").first }.flatMap { Visitor.keys(of: $0).first }
            return key != nil
        }
        try program.press("escape")
        try press(close)
        try program.wait(untilGone: sentence)
        if let key { try program.press(key) }
    }

    /// Types into the field that has the cursor.
    func type(_ text: String) throws {
        try program.wait(for: "a field with the cursor") { $0.cursor.isVisible }
        try program.press(.text(text))
        try program.wait(for: "“\(text)” in its field") {
            Visitor.letters($0.line($0.cursor.row)).contains(Visitor.letters(text))
        }
    }

    /// Goes from field to field until Enter does what `word` says.
    func next(until word: String) throws {
        repeat { try moving { try press("다음") } } while !enterDoes(word)
    }

    /// Presses Up or Down on a list, or where the lower edge shows them, until `isThere`.
    func move(_ key: Key, to place: String, until isThere: (TerminalEmulator) -> Bool) throws {
        for _ in 0..<program.screen.rows {
            if isThere(program.screen) { return }
            guard !program.selectedRows().isEmpty || shows(arrow: key) else { break }
            try moving { try program.press(key) }
        }
        throw ProbeError.notSeen("the way to \(place)", seconds: 0, screen: program.screen.text)
    }

    /// Whether the lower edge says that Enter does what `word` says.
    func enterDoes(_ word: String) -> Bool {
        lowerEdge.contains { $0.keys == [.enter] && $0.names(word) }
    }

    /// Runs `press`, and waits until the cursor is elsewhere.
    func moving(_ press: () throws -> Void) throws {
        let before = program.screen.cursor
        try press()
        try program.wait(for: "another place of the cursor") {
            ($0.cursor.row, $0.cursor.column) != (before.row, before.column)
        }
    }

    private func shows(arrow: Key) -> Bool { lowerEdge.contains { $0.keys.contains(arrow) } }

    private var lowerEdge: [Hint] { Visitor.hints(inEdge: program.screen.line(program.screen.rows - 1)) }

    /// The keys that the lower edge, or else the welcome, a toast, a dialog or a card, shows before `word`.
    private func shownKeys(for word: String) -> [Key] {
        let inside = (1..<(program.screen.rows - 1)).lazy.flatMap { Visitor.hints(inside: program.screen.line($0)) }
        return lowerEdge.first { $0.names(word) }?.keys ?? inside.first { $0.names(word) }?.keys ?? []
    }

    /// A label of keys with the words that follow it.
    private struct Hint {
        let keys: [Key]
        private let words: String

        init?(_ text: Substring) {
            let parts = text.split(separator: " ", maxSplits: 1)
            guard parts.count == 2 else { return nil }
            keys = Visitor.keys(of: parts[0])
            words = parts[1].drop { $0 == " " }.description
        }

        /// Whether the words are `word`, maybe with a figure or a mark, as in `장바구니 3 · 41,700원`.
        func names(_ word: String) -> Bool {
            guard words != word else { return true }
            return words.hasPrefix("\(word) ") && words.dropFirst(word.count).contains { $0.isNumber || $0 == "!" }
        }
    }

    /// Returns the hints in `─ 1 반찬 ─ 2 주스 ─` and in `─ Enter 가격  o 주문 ─`.
    private static func hints(inEdge line: String) -> [Hint] {
        line.split(separator: "─").flatMap { $0.split(separator: "  ") }.map { $0.drop { $0 == " " } }
            .compactMap { text in
                Hint(text.last == " " ? text.dropLast() : text)
            }
    }

    /// Returns the hints in a row of the welcome, a toast, a dialog or a card, which three blanks or a frame part.
    private static func hints(inside line: String) -> [Hint] {
        line.replacing("│", with: "   ").split(separator: "   ").compactMap { Hint($0.drop { $0 == " " }) }
    }

    /// Returns the keys of a label such as `Up/Down`; none if the label is not one of keys.
    private static func keys(of label: Substring) -> [Key] {
        let names = label.count == 1 ? [label] : label.split(separator: "/")
        let keys = names.compactMap { name in named[String(name)] ?? (name.count == 1 ? Key(String(name)) : nil) }
        return keys.count == names.count ? keys : []
    }

    private static let named: [String: Key] = [
        "Enter": .enter, "Esc": .escape, "Tab": .tab, "Shift-Tab": .shiftTab, "F1": .function(1), "Up": .up,
        "Down": .down, "Left": .left, "Right": .right, "↑": .up, "↓": .down, "←": .left, "→": .right,
    ]

    private static func letters(_ text: String) -> String { text.filter { $0.isLetter || $0.isNumber } }
}

/// Runs `visit` as the first visit to a shop, on a terminal of 80 columns in Korean.
func withVisitor(_ arguments: [String] = [], _ visit: @escaping @Sendable (Visitor) throws -> Void) async throws {
    try await withShop(arguments, scratch: Scratch(isFirstVisit: true)) { program in
        try program.wait(forText: "어서 오세요")
        try program.wait(for: "a connection") { $0.line(0).contains("연결됨") }
        try visit(Visitor(program: program))
        try Visitor(program: program).press("나가기")
        #expect(try program.waitForExit() == .exited(0))
    }
}
