import Terminal

/// Parses key names: `r`, `?`, `Space`, `Ctrl-R`, `F5`, `PgDn`.
enum KeyName {
    private static let names: [String: Key] = [
        "space": .character(" "), "up": .up, "down": .down, "left": .left, "right": .right, "pgup": .pageUp,
        "pageup": .pageUp, "pgdn": .pageDown, "pagedown": .pageDown, "home": .home, "end": .end, "enter": .enter,
        "return": .enter, "esc": .escape, "escape": .escape, "tab": .tab, "shift-tab": .backTab,
        "backspace": .backspace, "delete": .delete, "del": .delete,
    ]
    private static let functions = 1...20

    static func key(_ text: String) -> Key? {
        if text.count == 1, let character = text.first { return isTyped(character) ? .character(character) : nil }
        let name = text.lowercased()
        if let key = names[name] { return key }
        if let letter = name.wholeMatch(of: /(?:ctrl-|c-|\^)([a-z])/)?.output.1.first { return control(letter) }
        guard let index = name.wholeMatch(of: /f([0-9]{1,2})/).flatMap({ Int($0.output.1) }) else { return nil }
        return functions.contains(index) ? .function(index) : nil
    }

    /// Returns the key for Ctrl with a letter; terminals send the same byte for Ctrl-I and Tab, and for Ctrl-M and
    /// Enter.
    private static func control(_ letter: Character) -> Key {
        switch letter {
        case "i": .tab
        case "m": .enter
        default: .control(letter)
        }
    }

    private static func isTyped(_ character: Character) -> Bool {
        character.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F && !$0.properties.isWhitespace }
    }
}
