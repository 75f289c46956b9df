import Foundation

/// A JSON schema (https://json-schema.org/draft/2020-12) with only the keywords that the shop's schemas use. Any other
/// keyword is an error, so that no part of a schema goes unchecked.
struct JSONSchema {
    private let root: [String: JSONValue]

    private static let annotations: Set<String> = ["$schema", "title", "description"]

    /// The error if a part of a schema is not supported, with its location.
    struct Misunderstood: Error {
        let place: String
    }

    /// Loads the schema of that name from `Resources/schemas`.
    init(named name: String) throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(components: "..", "..", "..", "Resources", "schemas", "\(name).json").standardizedFileURL
        root = try JSONDecoder().decode([String: JSONValue].self, from: Data(contentsOf: file))
    }

    init(_ text: String) throws { root = try JSONDecoder().decode([String: JSONValue].self, from: Data(text.utf8)) }

    /// Returns the violations in a JSON text, each with its location; empty if the text conforms to the schema.
    func problems(in text: String) throws -> [String] {
        try problems(in: JSONDecoder().decode(JSONValue.self, from: Data(text.utf8)), root, "$")
    }

    private func problems(in value: JSONValue, _ schema: [String: JSONValue], _ place: String) throws -> [String] {
        try schema.sorted { $0.key < $1.key }.flatMap { keyword, rule -> [String] in
            if JSONSchema.annotations.contains(keyword) { return [] }
            if let problems = try below(value, keyword, rule, schema, place) { return problems }
            guard let holds = try JSONSchema.holds(value, keyword, rule) else {
                throw Misunderstood(place: "\(place): \(keyword)")
            }
            return holds ? [] : ["\(place): not \(keyword) \(rule)"]
        }
    }

    /// Returns the violations in the parts of `value`, or `nil` if the keyword concerns the value itself.
    private func below(
        _ value: JSONValue, _ keyword: String, _ rule: JSONValue, _ schema: [String: JSONValue], _ place: String
    ) throws -> [String]? {
        switch (keyword, rule, value) {
        case ("anyOf", .array(let rules), _):
            let all = try rules.map { try problems(in: value, $0.object ?? [:], place) }
            return all.contains([]) ? [] : all.first
        case ("items", .object(let rule), .array(let items)):
            return try items.enumerated().flatMap { try problems(in: $1, rule, "\(place)[\($0)]") }
        case ("properties", .object(let rules), .object(let object)):
            return try rules.flatMap { key, rule -> [String] in
                guard case .object(let rule) = rule else { throw Misunderstood(place: "\(place): \(key)") }
                return try object[key].map { try problems(in: $0, rule, "\(place).\(key)") } ?? []
            }
        case ("additionalProperties", _, .object(let object)):
            let known = schema["properties"]?.object ?? [:]
            let others = object.filter { known[$0.key] == nil }
            if case .object(let rule) = rule {
                return try others.flatMap { try problems(in: $1, rule, "\(place).\($0)") }
            }
            return rule == .bool(false) ? others.keys.map { "\(place).\($0): not known" } : nil
        case ("required", .array(let keys), .object(let object)):
            return keys.compactMap(\.string).filter { object[$0] == nil }.map { "\(place).\($0): missing" }
        case ("items", _, _), ("properties", _, _), ("additionalProperties", _, _), ("required", _, _):
            // The value has another type, which `type` reports.
            return []
        default: return nil
        }
    }

    /// Returns whether the value satisfies the keyword, or `nil` if the keyword is unknown.
    private static func holds(_ value: JSONValue, _ keyword: String, _ rule: JSONValue) throws -> Bool? {
        switch (keyword, rule, value) {
        case ("type", .string(let type), _): value.types.contains(type)
        case ("enum", .array(let values), _): values.contains(value)
        case ("minimum", .number(let least), .number(let number)): number >= least
        case ("maximum", .number(let most), .number(let number)): number <= most
        case ("minItems", .number(let least), .array(let items)): Double(items.count) >= least
        case ("maxItems", .number(let most), .array(let items)): Double(items.count) <= most
        case ("minLength", .number(let least), .string(let text)): Double(text.unicodeScalars.count) >= least
        case ("pattern", .string(let pattern), .string(let text)): try Regex(pattern).firstMatch(in: text) != nil
        case ("minimum", _, _), ("maximum", _, _), ("minItems", _, _), ("maxItems", _, _), ("minLength", _, _),
            ("pattern", _, _):
            true
        default: nil
        }
    }
}

/// Any JSON value.
enum JSONValue: Hashable, Decodable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let bool = try? value.decode(Bool.self) {
            self = .bool(bool)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let text = try? value.decode(String.self) {
            self = .string(text)
        } else if let items = try? value.decode([JSONValue].self) {
            self = .array(items)
        } else {
            self = .object(try value.decode([String: JSONValue].self))
        }
    }

    var object: [String: JSONValue]? {
        guard case .object(let object) = self else { return nil }
        return object
    }

    var array: [JSONValue]? {
        guard case .array(let items) = self else { return nil }
        return items
    }

    var string: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    var number: Double? {
        guard case .number(let number) = self else { return nil }
        return number
    }

    subscript(key: String) -> JSONValue? { object?[key] }

    /// The schema types that the value belongs to.
    fileprivate var types: Set<String> {
        switch self {
        case .null: ["null"]
        case .bool: ["boolean"]
        case .number(let number): number == number.rounded() ? ["number", "integer"] : ["number"]
        case .string: ["string"]
        case .array: ["array"]
        case .object: ["object"]
        }
    }
}
