/// Bracketed paste: the terminal marks where pasted text begins and ends (DEC private mode 2004).
struct BracketedPaste {
    private static let on = Array("\u{1B}[?2004h".utf8)
    private static let off = Array("\u{1B}[?2004l".utf8)

    /// Name prefixes of terminals that mark pastes, or ignore the mode, although their entries in the terminal database do
    /// not list it.
    private static let known = [
        "Eterm", "alacritty", "contour", "foot", "ghostty", "gnome", "hterm", "iterm", "kitty", "konsole", "linux",
        "mintty", "mlterm", "nsterm", "putty", "rxvt", "screen", "st-", "tmux", "vte", "wezterm", "xterm",
    ]

    /// Whether the terminal is asked to mark pastes.
    let isKnown: Bool

    /// `isListed` is whether the terminal database lists the mode for the terminal `name`.
    init(terminal name: String, isListed: Bool) {
        isKnown = isListed || BracketedPaste.known.contains { name.hasPrefix($0) }
    }

    /// Returns the sequence that switches the marks on or off; empty if the terminal is not asked.
    func sequence(on: Bool) -> [UInt8] { isKnown ? on ? BracketedPaste.on : BracketedPaste.off : [] }
}

/// Recognises pasted text that the terminal does not mark, by its pace: it comes faster than anybody types. It becomes one
/// paste; otherwise every line end in it would act as Enter.
struct UnmarkedPaste {
    /// What arrives within this time of a paste belongs to it.
    private static let pause = Duration.milliseconds(50)
    /// The maximum number of characters before a line end that are typed and arrive together, on a slow connection.
    private static let maxTyped = 8

    private var text = ""
    /// The time at which the paste ends unless more arrives; `nil` if there is none.
    private(set) var end: ContinuousClock.Instant?

    /// Takes what belongs to a paste out of the events of one read at `now`, and returns the others. The paste is returned
    /// by `finish` once it is over.
    mutating func filter(_ events: [TerminalEvent], at now: ContinuousClock.Instant) -> [TerminalEvent] {
        guard !events.isEmpty, end != nil || UnmarkedPaste.isPasted(events) else { return events }
        end = now + UnmarkedPaste.pause
        return events.filter { event in
            guard case .key(let key) = event else { return true }
            append(key)
            return false
        }
    }

    mutating func finish(at now: ContinuousClock.Instant) -> [TerminalEvent] {
        guard let end, end <= now else { return [] }
        defer { (text, self.end) = ("", nil) }
        return [.key(.paste(text))]
    }

    /// Whether the events of one read are a paste: text after a line end, or more text before one than is typed.
    static func isPasted(_ events: [TerminalEvent]) -> Bool {
        guard events.count > 1 else { return false }
        var (characters, hasLineEnd) = (0, false)
        for event in events {
            switch event {
            case .key(.character):
                if hasLineEnd { return true }
                characters += 1
            case .key(.enter):
                if characters > maxTyped { return true }
                hasLineEnd = true
            default: break
            }
        }
        return false
    }

    /// Adds the text of a key, within the limit of a paste. Other keys are dropped.
    private mutating func append(_ key: Key) {
        guard text.utf8.count < KeyDecoder.maxPasteLength else { return }
        switch key {
        case .character(let character): text.append(character)
        case .enter: text.append("\n")
        case .tab: text.append("\t")
        case .paste(let pasted): text += pasted
        default: break
        }
    }
}
