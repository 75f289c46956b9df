/// A command that a key triggers: a stable name, and its texts on the help page and in the status bar.
struct Command: Hashable, Sendable {
    /// The name used by settings and tests: "list.refetch".
    let name: String
    /// The description on the help page.
    let help: LocalizedText
    /// The description where the command is listed by itself; `help` may describe two commands that share a line.
    let title: LocalizedText
    /// The label in the status bar; `nil` if the command never appears there.
    let hint: LocalizedText?

    init(_ name: String, help: LocalizedText, title: LocalizedText? = nil, hint: LocalizedText? = nil) {
        self.name = name
        self.help = help
        self.title = title ?? help
        self.hint = hint
    }

    /// Creates a command from Korean and English texts, in this order.
    init(_ name: String, help: (String, String), title: (String, String)? = nil, hint: (String, String)? = nil) {
        self.init(
            name, help: LocalizedText(help.0, help.1), title: title.map { LocalizedText($0.0, $0.1) },
            hint: hint.map { LocalizedText($0.0, $0.1) })
    }

    /// Commands are identified by their names.
    static func == (left: Command, right: Command) -> Bool { left.name == right.name }
    func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
