import Configuration
import TerminalText
import Yams

/// A parsed settings file: its entries with their lines, and the values as the YAML provider reads them.
struct SettingsTree {
    /// An entry of a mapping, with the line of its key.
    struct Entry {
        /// The keys from the root of the file to this entry.
        let path: [String]
        let line: Int
        let node: Node

        var name: String { path.joined(separator: ".") }
        var isGroup: Bool { node.mapping != nil }
        /// Whether the key has no value.
        var isEmpty: Bool { node.scalar?.string.isEmpty == true && node.scalar?.style == .plain }
        /// The single value; `nil` if there is none, or a list or group.
        var text: String? { isEmpty ? nil : node.scalar?.string }
        /// The single value or the list of values; `nil` otherwise.
        var texts: [String]? { text.map { [$0] } ?? node.sequence.flatMap { SettingsTree.texts(of: $0) } }
    }

    /// The top-level entries.
    let entries: [Entry]
    private let values: any ConfigSnapshot

    /// Parses `text`. Returns `nil` if it is empty. Throws if the file as a whole is unreadable.
    init?(_ text: String, name: String) throws(SettingsProblem) {
        if let line = YAMLAliases.firstLine(in: text) { throw SettingsProblem(.alias, line: line) }
        guard let root = try SettingsTree.root(text) else { return nil }
        guard let mapping = root.mapping else {
            if root.scalar?.string.isEmpty == true { return nil }
            throw SettingsProblem(.noNames, line: root.mark?.line ?? 1)
        }
        entries = SettingsTree.entries(of: mapping, below: [])
        values = try SettingsTree.values(root, text, name)
    }

    /// Returns the value of this setting, or `nil` if there is none or an empty one.
    func text(of name: SettingName) -> String? {
        let found = try? values.value(forKey: AbsoluteConfigKey([name.rawValue]), type: .string).value
        guard case .string(let text)? = found?.content, !text.isEmpty else { return nil }
        return text
    }

    /// Returns the entries of a group; none if `entry` is not one.
    static func entries(of entry: Entry) -> [Entry] {
        entry.node.mapping.map { entries(of: $0, below: entry.path) } ?? []
    }

    private static func entries(of mapping: Node.Mapping, below path: [String]) -> [Entry] {
        mapping.map { key, value in
            let line = key.mark?.line ?? value.mark?.line ?? 1
            return Entry(path: path + [key.scalar?.string ?? ""], line: line, node: value)
        }
    }

    private static func texts(of sequence: Node.Sequence) -> [String]? {
        let texts = sequence.compactMap { $0.scalar?.string }
        return texts.count == sequence.count ? texts : nil
    }

    private static func root(_ text: String) throws(SettingsProblem) -> Node? {
        do {
            return try Parser(yaml: text, encoding: .utf8).singleRoot()
        } catch {
            throw problem(error)
        }
    }

    private static func problem(_ error: any Error) -> SettingsProblem {
        switch error as? YamlError {
        case .scanner(_, let text, let mark, _), .parser(_, let text, let mark, _), .composer(_, let text, let mark, _):
            SettingsProblem(.syntax(PlainText(text)), line: mark.line)
        case .duplicatedKeysInMapping(let names, let context):
            SettingsProblem(.duplicates(names.map { PlainText($0) }), line: context.mark.line)
        default: SettingsProblem(.syntax(""), line: 1)
        }
    }

    /// Reads the values with the YAML provider, which rejects a file as a whole. If it does, it gets the readable part
    /// only.
    private static func values(_ root: Node, _ text: String, _ name: String) throws(SettingsProblem) -> YAMLSnapshot {
        do {
            if let values = try? snapshot(text, name) { return values }
            return try snapshot(serialize(node: readable(root)), name)
        } catch {
            throw problem(error)
        }
    }

    private static func snapshot(_ text: String, _ name: String) throws -> YAMLSnapshot {
        try YAMLSnapshot(data: Array(text.utf8).span.bytes, providerName: name, parsingOptions: .default)
    }

    /// Returns the node without entries that are neither a value nor a list of values nor a group.
    private static func readable(_ node: Node) -> Node {
        guard let mapping = node.mapping else { return node }
        let pairs = mapping.filter { key, value in
            key.scalar != nil && value.sequence.map { texts(of: $0) != nil } ?? true
        }
        return Node(pairs.map { ($0.key, readable($0.value)) })
    }
}
