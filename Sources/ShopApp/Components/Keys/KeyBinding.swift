import Canvas
import Terminal
import TerminalText

/// The keys of a command in one place of the program. Reducer, status bar and help page all read it.
struct KeyBinding: Hashable, Sendable {
    /// Whether the status bar names a binding, and which ones it keeps where there is not room for all.
    enum Hint: Hashable, Sendable { case none, useful, important }

    let command: Command
    let keys: [Key]
    var hint: Hint
    /// Whether it stands on the help page in the line of the binding before it.
    var isPaired: Bool
    /// Keys that are typed and have no binding each: "0-9".
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

    /// Whether any key asks for it.
    var isReachable: Bool { !keys.isEmpty || typed != nil }

    /// The same command with other keys.
    func having(_ keys: [Key]) -> KeyBinding {
        KeyBinding(command, keys: keys, hint: hint, isPaired: isPaired, typed: typed)
    }

    /// Bindings are alike where they are shown alike, too.
    static func == (left: KeyBinding, right: KeyBinding) -> Bool {
        left.command == right.command && left.keys == right.keys && left.hint == right.hint
            && left.isPaired == right.isPaired && left.typed == right.typed && left.command.hint == right.command.hint
            && left.command.title == right.command.title && left.command.help == right.command.help
    }

    /// The same command with those of its keys for which `isKept` holds.
    func keeping(_ isKept: (Key) -> Bool) -> KeyBinding {
        having(keys.filter(isKept))
    }
}

/// The bindings of one place, in the order of the status bar and of the help page.
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

    /// The commands of a key. A key of the Hangul keyboard stands for the Latin keys that it is made of.
    func commands(of key: Key) -> [Command] {
        if let binding = first(where: { $0.keys.contains(key) }) { return [binding.command] }
        guard case .character(let character) = key, let latin = Key.latinKeys(ofHangul: character) else { return [] }
        return latin.flatMap { commands(of: $0) }
    }

    /// The command of a key where letters are typed.
    func command(of key: Key) -> Command? { first { $0.keys.contains(key) }?.command }

    func without(_ commands: Command...) -> KeyTable { filter { !commands.contains($0.command) } }

    func only(_ commands: Command...) -> KeyTable { filter { commands.contains($0.command) } }

    /// The same table with `others` before a command; behind everything where that has no key.
    func inserting(_ others: KeyTable, before command: Command) -> KeyTable {
        var table = self
        table.insert(contentsOf: others, at: firstIndex { $0.command == command } ?? endIndex)
        return table
    }

    /// The first key of a command, as sentences name it; empty where it has none.
    func label(of command: Command) -> String { first { $0.command == command }?.keys.first?.label ?? "" }

    /// The first keys of all commands.
    var labels: String { map { label(of: $0.command) }.joined(separator: " ") }

    /// Where in `labels` each of them stands.
    var labelZones: [ClickZone] {
        var column = 0
        return map { binding in
            let columns = label(of: binding.command).columns
            defer { column += columns + 1 }
            return ClickZone(columns: column..<(column + columns), target: ShellTarget.command(binding.command))
        }
    }

    /// Each command once, however many fields it works in.
    var once: KeyTable {
        var seen: Set<Command> = []
        return filter { seen.insert($0.command).inserted }
    }
}

// The array's own operations: the collection's general ones build a table binding by binding, which each start and each
// key would pay for.
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

// Labels.
extension KeyTable {
    /// A line of the help page: keys, and the command that speaks for all of them.
    struct HelpLine: Hashable {
        let label: Label
        /// The first keys of the label alone, where there is little room.
        let shortLabel: Label
        let command: Command
    }

    /// The keys of a line of the help page.
    struct Label: Hashable {
        fileprivate(set) var text = ""
        /// Where in it the keys of commands are; empty for what is no key of the keyboard.
        fileprivate(set) var parts: [Part] = []

        struct Part: Hashable {
            let columns: Range<Int>
            let command: Command
        }

        /// The same with one more way to press the commands, if there is room for it.
        fileprivate mutating func append(_ way: [KeyTable.Press], most: Int) {
            var longer = self
            for (number, press) in way.enumerated() {
                longer.text += longer.text.isEmpty ? "" : number == 0 ? "  " : " "
                let start = longer.text.columns
                longer.text += press.label
                guard let command = press.command else { continue }
                longer.parts.append(Part(columns: start..<longer.text.columns, command: command))
            }
            if text.isEmpty || longer.text.columns <= most { self = longer }
        }
    }

    /// A key's label, and the command that it stands for.
    fileprivate struct Press {
        let label: String
        let command: Command?
    }

    /// The bindings as lines of the help page.
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
                    label: KeyTable.label(of: group, most: KeyTable.widestLabel),
                    shortLabel: KeyTable.label(of: group, most: 0),
                    command: $0.command)
            }
        }
    }

    /// Columns of a label: keys that have no room in it work nevertheless.
    private static let widestLabel = 26

    /// "Up Down  k j": for each way to press the commands of `group` one key a command; the first way whatever room there
    /// is, and more of them within `most` columns.
    private static func label(of group: KeyTable, most: Int) -> Label {
        let ways = group.map(\.keys.count).min() ?? 0
        let typed = group.compactMap(\.typed).map { [Press(label: $0, command: nil)] }
        let pressed = (0..<ways).map { way in group.map { Press(label: $0.keys[way].label, command: $0.command) } }
        return (typed + pressed).reduce(into: Label()) { $0.append($1, most: most) }
    }

    /// What the status bar names of a binding: its first key, and those of bindings that stand in its line.
    struct KeyHint {
        let binding: KeyBinding
        fileprivate(set) var label: String
        /// What a click does, of each key in the label.
        fileprivate(set) var keys: [Key]

        fileprivate init(_ binding: KeyBinding, _ label: String) {
            self.binding = binding
            self.label = label
            // Keys that are typed cannot be told from each other.
            keys = binding.typed == nil ? Array(binding.keys.prefix(1)) : []
        }

        /// Where in the label its keys are, if there are several.
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

    /// What the status bar names: the first key of each binding, with those that stand in one line together.
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
    /// The key as a sentence names it that nobody has a use for; `nil` for keys that are pressed in passing.
    var labelOfUnknown: String? {
        switch self {
        case .character(" "): nil
        case .character, .control, .function: label
        default: nil
        }
    }
}
