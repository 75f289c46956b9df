import Canvas
import Terminal
import TerminalText

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

/// The keys of a command in one context. Used by the reducer, the status bar and the help page.
struct KeyBinding: Hashable, Sendable {
    /// Whether the status bar shows a binding, and its priority if there is not room for all.
    enum Hint: Hashable, Sendable { case none, minor, useful, important }

    let command: Command
    let keys: [Key]
    var hint: Hint
    /// Whether it shares the help page line of the preceding binding.
    var isPaired: Bool
    /// A label for typed keys without individual bindings: "0-9".
    let typed: String?

    init(_ command: Command, _ keys: Key..., hint: Hint = .none, isPaired: Bool = false, typed: String? = nil) {
        self.init(command, keys: keys, hint: hint, isPaired: isPaired, typed: typed)
    }

    init(_ command: Command, keys: [Key], hint: Hint = .none, isPaired: Bool = false, typed: String? = nil) {
        self.command = command
        self.keys = keys
        self.hint = hint
        self.isPaired = isPaired
        self.typed = typed
    }

    /// Whether any key triggers the command.
    var isReachable: Bool { !keys.isEmpty || typed != nil }

    func having(_ keys: [Key]) -> KeyBinding {
        KeyBinding(command, keys: keys, hint: hint, isPaired: isPaired, typed: typed)
    }

    /// Also compares the displayed texts, which equality of commands ignores.
    static func == (left: KeyBinding, right: KeyBinding) -> Bool {
        left.command == right.command && left.keys == right.keys && left.hint == right.hint
            && left.isPaired == right.isPaired && left.typed == right.typed && left.command.hint == right.command.hint
            && left.command.title == right.command.title && left.command.help == right.command.help
    }

    /// Returns this binding with only the keys for which `isKept` returns `true`.
    func filteringKeys(_ isKept: (Key) -> Bool) -> KeyBinding {
        having(keys.filter(isKept))
    }
}

/// The bindings of one context, in the order of the status bar and the help page.
struct KeyTable: Hashable, Sendable, RandomAccessCollection, RangeReplaceableCollection, ExpressibleByArrayLiteral {
    fileprivate var bindings: [KeyBinding] = []

    init() {}
    init(_ bindings: [KeyBinding]) { self.bindings = bindings }
    init(arrayLiteral bindings: KeyBinding...) { self.bindings = bindings }

    var startIndex: Int { bindings.startIndex }
    var endIndex: Int { bindings.endIndex }
    subscript(index: Int) -> KeyBinding { bindings[index] }

    mutating func replaceSubrange(_ range: Range<Int>, with bindings: some Collection<KeyBinding>) {
        self.bindings.replaceSubrange(range, with: bindings)
    }

    /// Returns the commands bound to a key. A lone jamo stands for the Latin keys that produce it.
    func commands(of key: Key) -> [Command] {
        if let command = command(of: key) { return [command] }
        guard case .character(let character) = key, let latin = Key.latinKeys(ofJamo: character) else { return [] }
        return latin.flatMap { commands(of: $0) }
    }

    /// Returns the command bound to a key where letters are typed, without translating Hangul.
    func command(of key: Key) -> Command? {
        // A loop: `first` copies each binding, which took half of the time of a key.
        for index in bindings.indices where bindings[index].keys.contains(key) { return bindings[index].command }
        return nil
    }

    func without(_ commands: Command...) -> KeyTable { filter { !commands.contains($0.command) } }

    func only(_ commands: Command...) -> KeyTable { filter { commands.contains($0.command) } }

    /// Returns this table with another priority of some commands in the status bar.
    func hinting(_ hint: KeyBinding.Hint, _ commands: Command...) -> KeyTable {
        KeyTable(
            map { binding in
                var changed = binding
                if commands.contains(binding.command) { changed.hint = hint }
                return changed
            })
    }

    /// Returns this table with `others` inserted before `command`, or appended if it has no binding.
    func inserting(_ others: KeyTable, before command: Command) -> KeyTable {
        var table = self
        table.insert(contentsOf: others, at: firstIndex { $0.command == command } ?? endIndex)
        return table
    }

    /// Returns the label of a command's first key, for use in sentences; empty if it has none.
    func label(of command: Command) -> String { first { $0.command == command }?.keys.first?.label ?? "" }

    /// The labels of the first keys of all commands.
    var labels: String { map { label(of: $0.command) }.joined(separator: " ") }

    var labelZones: [ClickZone] {
        var column = 0
        return map { binding in
            let columns = label(of: binding.command).columns
            defer { column += columns + 1 }
            return ClickZone(columns: column..<(column + columns), target: ShellTarget.command(binding.command))
        }
    }

    /// This table with only the first binding of each command.
    var once: KeyTable {
        var seen: Set<Command> = []
        return filter { seen.insert($0.command).inserted }
    }
}

// MARK: - Array operations

// The default implementations of the collection protocols build tables binding by binding, which takes several times as long
// at each start.
extension KeyTable {
    func makeIterator() -> IndexingIterator<[KeyBinding]> { bindings.makeIterator() }

    func map<Value, Failure: Error>(_ transform: (KeyBinding) throws(Failure) -> Value) throws(Failure) -> [Value] {
        try bindings.map(transform)
    }

    func filter(_ isIncluded: (KeyBinding) throws -> Bool) rethrows -> KeyTable {
        KeyTable(try bindings.filter(isIncluded))
    }

    static func + (left: KeyTable, right: KeyTable) -> KeyTable { KeyTable(left.bindings + right.bindings) }
}

// MARK: - Labels
extension KeyTable {
    /// A line of the help page: the keys, and the command that represents all of them.
    struct HelpLine: Hashable {
        let label: Label
        /// The label with only the first keys, for small screens.
        let shortLabel: Label
        let command: Command
    }

    /// The key labels in a line of the help page.
    struct Label: Hashable {
        fileprivate(set) var text = ""
        /// The columns of each command's key in `text`; labels of typed keys have none.
        fileprivate(set) var parts: [Part] = []

        struct Part: Hashable {
            let columns: Range<Int>
            let command: Command
        }

        /// Appends one more set of keys for the commands if it fits in `most` columns.
        fileprivate mutating func append(_ way: [KeyTable.Press], limit: Int) {
            var longer = self
            for (number, press) in way.enumerated() {
                longer.text += longer.text.isEmpty ? "" : number == 0 ? "  " : " "
                let start = longer.text.columns
                longer.text += press.label
                guard let command = press.command else { continue }
                longer.parts.append(Part(columns: start..<longer.text.columns, command: command))
            }
            if text.isEmpty || longer.text.columns <= limit { self = longer }
        }
    }

    /// A key's label, and the command that it triggers.
    fileprivate struct Press {
        let label: String
        let command: Command?
    }

    var helpLines: [HelpLine] {
        var lines: [KeyTable] = []
        for binding in self where binding.isReachable {
            if binding.isPaired, !lines.isEmpty {
                lines[lines.count - 1].append(binding)
            } else {
                lines.append([binding])
            }
        }
        return lines.compactMap { group in
            group.first.map {
                HelpLine(
                    label: KeyTable.label(of: group, limit: KeyTable.maxLabelWidth),
                    shortLabel: KeyTable.label(of: group, limit: 0),
                    command: $0.command)
            }
        }
    }

    /// The maximum width of a label; keys without room in it work nevertheless.
    private static let maxLabelWidth = 26

    /// Returns a label such as "Up Down  k j": sets of keys with one key for each command of `group`. The first set is
    /// always included, more sets only within `most` columns.
    private static func label(of group: KeyTable, limit: Int) -> Label {
        let ways = group.map(\.keys.count).min() ?? 0
        let typed = group.compactMap(\.typed).map { [Press(label: $0, command: nil)] }
        let pressed = (0..<ways).map { way in group.map { Press(label: $0.keys[way].label, command: $0.command) } }
        return (typed + pressed).reduce(into: Label()) { $0.append($1, limit: limit) }
    }

    /// An entry of the status bar: the first key of a binding and of those paired with it.
    struct KeyHint {
        let binding: KeyBinding
        fileprivate(set) var label: String
        /// The keys in the label, each of which can be clicked; empty for typed keys.
        fileprivate(set) var keys: [Key]

        fileprivate init(_ binding: KeyBinding, _ label: String) {
            self.binding = binding
            self.label = label
            // Typed keys share one label and cannot be told apart.
            keys = binding.typed == nil ? Array(binding.keys.prefix(1)) : []
        }

        /// The click zones of the keys in the label; empty unless there are several.
        var targets: [ClickZone] {
            guard keys.count > 1 else { return [] }
            var column = 0
            return keys.map { key in
                let columns = key.label.columns
                defer { column += columns + 1 }
                return ClickZone(columns: column..<(column + columns), target: ShellTarget.key(key))
            }
        }
    }

    /// The entries of the status bar: the first key of each binding, with paired bindings combined.
    var hints: [KeyHint] {
        var hints: [KeyHint] = []
        for binding in self where binding.hint != .none && binding.isReachable {
            let label = binding.typed ?? binding.keys.first?.label ?? ""
            if binding.isPaired, let last = hints.last {
                hints[hints.count - 1].label = last.label + "/" + label
                if !last.keys.isEmpty { hints[hints.count - 1].keys += binding.keys.prefix(1) }
            } else {
                hints.append(KeyHint(binding, label))
            }
        }
        return hints
    }
}

extension Key {
    /// The key's label for the message that it has no function; `nil` for keys that are often pressed casually.
    var labelOfUnknown: String? {
        switch self {
        case .character(" "): nil
        case .character, .control, .function: label
        default: nil
        }
    }
}
