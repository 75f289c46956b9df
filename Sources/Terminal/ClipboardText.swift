import TerminalText

/// Text for the clipboard, limited in length and without anything that could control a terminal it is pasted into.
public struct ClipboardText: Hashable, Sendable {
    /// The maximum length in UTF-8 bytes: every terminal that supports clipboard writes accepts this much.
    public static let longest = 8 * 1_024

    public let lines: [String]

    /// Keeps whole lines while they fit; the first line that does not fit is cut after its last character that does.
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

    /// Returns the `OSC 52` sequence (XTerm Control Sequences, "Manipulate Selection Data"). tmux accepts or drops it
    /// itself, depending on `set-clipboard`; `throughTmux` adds a copy for the terminal behind tmux, where tmux allows
    /// passthrough.
    func bytes(throughTmux: Bool) -> [UInt8] {
        let command = Array("\u{1B}]52;c;".utf8) + Base64.encode(Array(text.utf8)[...]) + [KeyDecoder.bel]
        return throughTmux ? command + TmuxPassthrough.marked(command) : command
    }
}

extension String {
    /// The longest prefix of whole characters that fits into `bytes` UTF-8 bytes.
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
