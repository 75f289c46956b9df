import TerminalText

/// A text for the clipboard: lines without anything that could act on a terminal it is pasted into, and bounded.
public struct ClipboardText: Hashable, Sendable {
    /// UTF-8 bytes of the longest one: what every terminal that takes such texts takes.
    public static let longest = 8 * 1_024

    public let lines: [String]

    /// Whole lines as long as there is room, and of the next one the characters that still have room.
    public init(_ lines: [String]) {
        var kept: [String] = []
        var room = ClipboardText.longest
        for line in lines {
            let plain = PlainText(line, limit: ClipboardText.longest).string
            let fitting = plain.prefix(bytes: room)
            if !kept.isEmpty, fitting.isEmpty, !plain.isEmpty { break }
            kept.append(fitting)
            room -= fitting.utf8.count + 1
            if fitting.utf8.count < plain.utf8.count || room <= 0 { break }
        }
        self.lines = kept
    }

    public var text: String { lines.joined(separator: "\n") }

    /// What is written to the terminal: `OSC 52` (XTerm Control Sequences, "Manipulate Selection Data"). tmux takes it for
    /// itself, or drops it, as `set-clipboard` says; the terminal behind it is told as well, where tmux hands that on.
    func bytes(throughTmux: Bool) -> [UInt8] {
        let command = Array("\u{1B}]52;c;".utf8) + Base64.encode(Array(text.utf8)[...]) + [KeyDecoder.bel]
        return throughTmux ? command + TmuxPassthrough.marked(command) : command
    }
}

extension String {
    /// As many whole characters as have room in so many bytes.
    fileprivate func prefix(bytes: Int) -> String {
        guard utf8.count > bytes else { return self }
        var room = bytes
        return String(
            prefix { character in
                room -= character.utf8.count
                return room >= 0
            })
    }
}
