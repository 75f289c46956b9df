import CYaml  // The parser of Yams, which comes with it and is no product of its own.
import TerminalText
import Yams

/// An entry of a mapping in a settings file, with the line of its key.
struct SettingsEntry {
    /// The keys from the root of the file to this entry.
    let path: [String]
    let line: Int
    private let node: Node

    private init(_ key: Node, _ value: Node, below path: [String]) {
        self.path = path + [key.scalar?.string ?? ""]
        line = key.mark?.line ?? value.mark?.line ?? 1
        node = value
    }

    var name: String { path.joined(separator: ".") }
    var key: String { path.last ?? "" }
    var isGroup: Bool { node.mapping != nil }
    /// Whether the key has no value.
    var isEmpty: Bool { node.scalar?.string.isEmpty == true && node.scalar?.style == .plain }
    /// The single value; `nil` if there is none, or a list or group.
    var text: String? { isEmpty ? nil : node.scalar?.string }
    /// The single value or the list of values; `nil` otherwise.
    var texts: [String]? {
        if let text { return [text] }
        let texts = node.sequence?.compactMap { $0.scalar?.string }
        return texts?.count == node.sequence?.count ? texts : nil
    }
    /// The entries of a group; none if it is not one.
    var entries: [SettingsEntry] { node.mapping?.map { SettingsEntry($0, $1, below: path) } ?? [] }

    /// Parses `text` and returns its entries. Throws if the file as a whole is unreadable.
    static func entries(in text: String) throws(SettingsProblem) -> [SettingsEntry] {
        if let line = YAMLAliases.firstLine(in: text) { throw SettingsProblem(.alias, line: line) }
        guard let root = try root(text) else { return [] }
        guard let mapping = root.mapping else {
            if root.scalar?.string.isEmpty == true { return [] }
            throw SettingsProblem(.noNames, line: root.mark?.line ?? 1)
        }
        return mapping.map { SettingsEntry($0, $1, below: []) }
    }

    private static func root(_ text: String) throws(SettingsProblem) -> Node? {
        do {
            return try Parser(yaml: text, encoding: .utf8).singleRoot()
        } catch {
            switch error as? YamlError {
            case .scanner(_, let text, let mark, _), .parser(_, let text, let mark, _),
                .composer(_, let text, let mark, _):
                throw SettingsProblem(.syntax(PlainText(text)), line: mark.line)
            case .duplicatedKeysInMapping(let names, let context):
                throw SettingsProblem(.duplicates(names.map { PlainText($0) }), line: context.mark.line)
            default: throw SettingsProblem(.syntax(""), line: 1)
            }
        }
    }
}

/// Finds YAML anchors and aliases before the text is composed into nodes: composing expands them, and a few lines of
/// them can stand for more values than any machine has memory for.
enum YAMLAliases {
    /// Returns the first line with an anchor or alias, counted from 1, or `nil` if there is none before the end or the
    /// first error. Asks the parser's own events, which expand nothing.
    static func firstLine(in text: String) -> Int? {
        var text = text
        return text.withUTF8 { bytes in
            var parser = yaml_parser_t()
            guard yaml_parser_initialize(&parser) == 1 else { return nil }
            defer { yaml_parser_delete(&parser) }
            yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING)
            yaml_parser_set_input_string(&parser, bytes.baseAddress, bytes.count)
            while true {
                var event = yaml_event_t()
                guard yaml_parser_parse(&parser, &event) == 1 else { return nil }
                defer { yaml_event_delete(&event) }
                if isAlias(event) { return Int(event.start_mark.line) + 1 }
                if event.type == YAML_STREAM_END_EVENT { return nil }
            }
        }
    }

    private static func isAlias(_ event: yaml_event_t) -> Bool {
        switch event.type {
        case YAML_ALIAS_EVENT: true
        case YAML_SCALAR_EVENT: event.data.scalar.anchor != nil
        case YAML_SEQUENCE_START_EVENT: event.data.sequence_start.anchor != nil
        case YAML_MAPPING_START_EVENT: event.data.mapping_start.anchor != nil
        default: false
        }
    }
}
