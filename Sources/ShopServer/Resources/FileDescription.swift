import Domain
import Foundation

/// The description of a kind of file of a shop. Its JSON schema, its table in the manual, the explanations that `init`
/// writes, and what `check` says of a wrong value are made from it.
public struct FileDescription: Sendable {
    /// The name of its schema.
    public let name: String
    /// The title of its schema.
    let title: String
    let shape: FieldShape

    /// The fields of the file, or of each element of its list.
    public var fields: [FileField] { shape.fields }
}

/// What a value in a shop's file may be.
public indirect enum FieldShape: Sendable {
    /// A text, which matches a regular expression if there is one.
    case text(pattern: String? = nil)
    case number(ClosedRange<Int>)
    case flag
    case choice([String])
    case numbers([Int])
    /// A list of so many elements.
    case list(FieldShape, ClosedRange<Int> = 0...Int.max)
    case object([FileField])
    /// An object whose keys are not known beforehand, with values of one shape.
    case map(FieldShape)
    /// A list that may also stand under a key of an object.
    case wrapped(FieldShape, key: String)

    /// The fields of an object, or of the elements of a list.
    var fields: [FileField] {
        switch self {
        case .object(let fields): fields
        case .list(let shape, _), .map(let shape), .wrapped(let shape, _): shape.fields
        case .text, .number, .flag, .choice, .numbers: []
        }
    }
}

/// A field of an object in a shop's file.
public struct FileField: Sendable {
    public let key: String
    /// Whether there is a second field, with `_en` behind the key, that says the same in English.
    public let hasEnglish: Bool
    let shape: FieldShape
    /// What it holds. English is Markdown.
    let meaning: FindingText
    /// What a value has to be, behind its name; `nil` to say so of its shape.
    private let rule: FindingText?
    /// What holds without it, in Markdown; `nil` if it is needed.
    public let otherwise: String?
    /// What `init` writes, in JSON; empty if it writes nothing.
    private let sample: String
    /// Whether what `init` writes has an effect. If not, it is an example.
    private let isOn: Bool

    /// Creates a field. Without `otherwise` it is needed.
    init(
        _ key: String, hasEnglish: Bool = false, _ shape: FieldShape, _ korean: String, _ english: String,
        rule: (korean: String, english: String)? = nil, otherwise: String? = nil, sample: String = "", isOn: Bool = true
    ) {
        (self.key, self.hasEnglish, self.shape, self.otherwise) = (key, hasEnglish, shape, otherwise)
        (self.sample, self.isOn) = (sample, isOn)
        meaning = FindingText(korean: korean, english: english)
        self.rule = rule.map { FindingText(korean: $0.korean, english: $0.english) }
    }

    var keys: [String] { hasEnglish ? [key, key + "_en"] : [key] }

    /// Returns what `check` says of a value that has the right type but is not valid. `name` is that of the value, and
    /// `text` its JSON.
    func finding(of name: String?, brokenBy text: Data) -> FindingText? {
        guard let rule = rule ?? shape.rule else { return nil }
        let key = name.flatMap { keys.contains($0) ? $0 : nil } ?? key
        let value = String(decoding: text.prefix(FindingText.maxValueLength), as: UTF8.self)
        return FindingText(
            korean: "“\(key)”: \(rule.korean). 지금 값: \(value)", english: "“\(key)” \(rule.english), and is: \(value)")
    }
}

// MARK: - What check says
extension FieldShape {
    /// What a value has to be; `nil` if more than its shape has to be known for that.
    fileprivate var rule: FindingText? {
        switch self {
        case .number(let bounds):
            let (least, most) = (FieldShape.text(bounds.lowerBound), FieldShape.text(bounds.upperBound))
            return FindingText(korean: "\(least)부터 \(most)까지여야 합니다", english: "has to be from \(least) to \(most)")
        case .choice(let choices): return FieldShape.rule(ofOneOf: choices.map { "\"\($0)\"" })
        case .numbers(let choices): return FieldShape.rule(ofOneOf: choices.map(String.init))
        case .list(let shape, _): return shape.rule
        case .text, .flag, .object, .map, .wrapped: return nil
        }
    }

    private static func text(_ number: Int) -> String {
        number >= 10_000 ? Won(number).grouped : String(number)
    }

    private static func rule(ofOneOf choices: [String]) -> FindingText {
        let choices = choices.joined(separator: ", ")
        return FindingText(korean: "\(choices) 가운데 하나여야 합니다", english: "has to be one of \(choices)")
    }

    /// Returns the innermost described field on the way to the value with those names; indices of lists are none.
    func field(at names: ArraySlice<String>) -> FileField? {
        switch self {
        case .list(let shape, _): return shape.field(at: names)
        case .wrapped(let shape, let key): return shape.field(at: names.first == key ? names.dropFirst() : names)
        case .map(let shape): return shape.field(at: names.dropFirst())
        case .object(let fields):
            guard let field = fields.first(where: { $0.keys.contains(names.first ?? "") }) else { return nil }
            return field.shape.field(at: names.dropFirst()) ?? field
        case .text, .number, .flag, .choice, .numbers: return nil
        }
    }
}

// MARK: - JSON Schema
extension FileDescription {
    /// The JSON Schema of the file (https://json-schema.org/draft/2020-12).
    public var schema: Data {
        var schema = shape.schema
        schema["$schema"] = .text("https://json-schema.org/draft/2020-12/schema")
        schema["title"] = .text(title)
        schema["properties"]?["$schema"] = .object([
            "type": .text("string"), "description": .text("The address of this schema, for editors."),
        ])
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return ((try? encoder.encode(schema)) ?? Data()) + Data("\n".utf8)
    }
}

extension FieldShape {
    fileprivate var schema: JSONValue {
        switch self {
        case .text(let pattern):
            var schema: [String: JSONValue] = ["type": .text("string")]
            if let pattern { schema["pattern"] = .text(pattern) }
            return .object(schema)
        case .number(let bounds):
            return .object([
                "type": .text("integer"), "minimum": .number(Decimal(bounds.lowerBound)),
                "maximum": .number(Decimal(bounds.upperBound)),
            ])
        case .flag: return .object(["type": .text("boolean")])
        case .choice(let choices): return .object(["enum": .list(choices.map { .text($0) })])
        case .numbers(let choices): return .object(["enum": .list(choices.map { .number(Decimal($0)) })])
        case .list(let shape, let count):
            var schema: [String: JSONValue] = ["type": .text("array"), "items": shape.schema]
            if count.lowerBound > 0 { schema["minItems"] = .number(Decimal(count.lowerBound)) }
            if count.upperBound < .max { schema["maxItems"] = .number(Decimal(count.upperBound)) }
            return .object(schema)
        case .object(let fields): return FieldShape.schema(of: fields)
        case .map(let shape): return .object(["type": .text("object"), "additionalProperties": shape.schema])
        case .wrapped(let shape, let key):
            let wrapper: [String: JSONValue] = [
                "type": .text("object"), "properties": .object([key: shape.schema]), "required": .list([.text(key)]),
            ]
            return .object(["anyOf": .list([shape.schema, .object(wrapper)])])
        }
    }

    private static func schema(of fields: [FileField]) -> JSONValue {
        var properties: [String: JSONValue] = [:]
        for field in fields {
            for key in field.keys {
                var schema = field.shape.schema
                let meaning = key == field.key ? field.plainMeaning.english : "The same in English."
                schema["description"] = .text(meaning)
                properties[key] = schema
            }
        }
        var schema: [String: JSONValue] = ["type": .text("object"), "properties": .object(properties)]
        let needed = fields.filter { $0.otherwise == nil }.map { JSONValue.text($0.key) }
        if !needed.isEmpty { schema["required"] = .list(needed) }
        return .object(schema)
    }
}

// MARK: - The manual's table, and init's explanations
extension FileDescription {
    /// Returns the rows of a table of `fields`, in Markdown.
    public static func table(of fields: [FileField]) -> String {
        fields.map { field in
            let keys = field.keys.map { "`\($0)`" }.joined(separator: ", ")
            return "| \(keys) | \(field.meaning.english) | \(field.otherwise ?? "needed") |\n"
        }.joined()
    }
}

extension FileField {
    /// What it holds, as a sentence without Markdown, and with the default.
    var plainMeaning: FindingText {
        var english = FileField.plain(meaning.english)
        english = english.prefix(1).uppercased() + english.dropFirst() + "."
        if let otherwise, otherwise != "none" { english += " Without it: \(FileField.plain(otherwise))." }
        return FindingText(korean: meaning.korean, english: english)
    }

    /// Returns the lines of the field in a file that explains it. An example has no effect until `//` is taken away.
    func explained(in language: (FindingText) -> String) -> [String] {
        guard !sample.isEmpty else { return [] }
        let meaning = language(plainMeaning).replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return ["\"// \(key)\": \"\(meaning)\""] + keys.map { "\"\(isOn ? "" : "//")\($0)\": \(sample)" }
    }

    /// Returns the text without links and marks of code.
    private static func plain(_ markdown: String) -> String {
        markdown.replacing(/\[([^\]]*)\]\([^)]*\)/) { String($0.1) }.replacing("`", with: "")
            .replacing("; see below", with: "")
    }
}
