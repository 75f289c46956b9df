/// What a key asks for: a name that stays the same, and its words on the help page and in the status bar.
struct Command: Hashable, Sendable {
    /// What settings and tests call it: "list.refetch".
    let name: String
    /// What it does, on the help page.
    let help: LocalizedText
    /// What it does where it is listed by itself: `help` may speak of two commands that share a line.
    let title: LocalizedText
    /// One word for the status bar; `nil` for a command that never stands there.
    let hint: LocalizedText?

    init(_ name: String, help: LocalizedText, title: LocalizedText? = nil, hint: LocalizedText? = nil) {
        self.name = name
        self.help = help
        self.title = title ?? help
        self.hint = hint
    }

    /// Its words in Korean, then in English.
    init(_ name: String, help: (String, String), title: (String, String)? = nil, hint: (String, String)? = nil) {
        self.init(
            name, help: LocalizedText(help.0, help.1), title: title.map { LocalizedText($0.0, $0.1) },
            hint: hint.map { LocalizedText($0.0, $0.1) })
    }

    /// Commands are told apart by their names.
    static func == (left: Command, right: Command) -> Bool { left.name == right.name }
    func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
