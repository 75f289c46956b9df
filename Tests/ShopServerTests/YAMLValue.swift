import Foundation

/// A parser of the subset of YAML used by `openapi.yaml`: blocks of mappings and lists, plain and quoted texts on one
/// line, folded texts, and JSON.
indirect enum YAMLValue {
    case text(String)
    case list([YAMLValue])
    /// In the order of the file.
    case mapping([(key: String, value: YAMLValue)])

    struct Unreadable: Error { let line: String }

    init(parsing file: String) throws {
        var lines = file.split(separator: "\n").map { Line(String($0)) }[...]
        self = try YAMLValue.block(&lines)
        if let line = lines.first { throw Unreadable(line: line.text) }
    }

    var text: String? { if case .text(let text) = self { text } else { nil } }
    var items: [YAMLValue] { if case .list(let items) = self { items } else { [] } }
    var members: [(key: String, value: YAMLValue)] { if case .mapping(let members) = self { members } else { [] } }
    subscript(key: String) -> YAMLValue { members.first { $0.key == key }?.value ?? .mapping([]) }

    private struct Line {
        let indent: Int
        let text: String

        init(_ line: String) {
            indent = line.prefix { $0 == " " }.count
            text = String(line.dropFirst(indent))
        }
    }

    /// Reads the lines that have the indentation of the first one, with their nested lines.
    private static func block(_ lines: inout ArraySlice<Line>) throws -> YAMLValue {
        guard let first = lines.first else { return .mapping([]) }
        var (list, members): ([YAMLValue], [(String, YAMLValue)]) = ([], [])
        while let line = lines.first, line.indent == first.indent {
            lines.removeFirst()
            if line.text.hasPrefix("- ") {
                list.append(try value(String(line.text.dropFirst(2))))
                continue
            }
            guard let match = line.text.wholeMatch(of: /('[^']*'|[^'"{][^:]*):(?: (.*))?/) else {
                throw Unreadable(line: line.text)
            }
            let key = match.output.1.trimmingCharacters(in: ["'"])
            members.append((key, try content(match.output.2.map(String.init), below: line, &lines)))
        }
        return list.isEmpty ? .mapping(members) : .list(list)
    }

    private static func content(_ text: String?, below line: Line, _ lines: inout ArraySlice<Line>) throws -> YAMLValue
    {
        let below = lines.prefix { $0.indent > line.indent }
        if text == ">-" {
            lines.removeFirst(below.count)
            return .text(below.map(\.text).joined(separator: " "))
        }
        if let text { return try value(text) }
        return below.isEmpty ? .mapping([]) : try block(&lines)
    }

    private static func value(_ text: String) throws -> YAMLValue {
        guard let first = text.first, "{[\"".contains(first) else { return .text(text.trimmingCharacters(in: ["'"])) }
        return YAMLValue(try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed))
    }

    private init(_ json: Any) {
        switch json {
        case let object as [String: Any]:
            self = .mapping(object.sorted { $0.key < $1.key }.map { ($0.key, YAMLValue($0.value)) })
        case let list as [Any]: self = .list(list.map { YAMLValue($0) })
        default: self = .text("\(json)")
        }
    }

    /// The value converted to JSON objects.
    var json: Any {
        switch self {
        case .text("true"): true
        case .text("false"): false
        case .text(let text): Int(text) ?? text
        case .list(let items): items.map(\.json)
        case .mapping(let members): Dictionary(uniqueKeysWithValues: members.map { ($0.key, $0.value.json) })
        }
    }
}
