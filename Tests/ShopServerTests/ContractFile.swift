import Foundation

/// The checked parts of `Resources/openapi.yaml`.
struct ContractFile {
    /// An HTTP method of a path.
    struct Operation {
        let method: String
        /// The path with names in braces: "/orders/{id}".
        let path: String
        let content: YAMLValue
    }

    private let root: YAMLValue

    init(at url: URL) throws { root = try YAMLValue(parsing: String(contentsOf: url, encoding: .utf8)) }

    /// All operations in the order of the file.
    var operations: [Operation] {
        root["paths"].members.flatMap { path, methods in
            methods.members.map { Operation(method: $0.key.uppercased(), path: path, content: $0.value) }
        }
    }

    /// Resolves a reference. Returns any other value unchanged.
    func resolved(_ value: YAMLValue) -> YAMLValue {
        guard let reference = value["$ref"].text else { return value }
        return reference.split(separator: "/").dropFirst().reduce(root) { $0[String($1)] }
    }

    func parameters(of operation: Operation) -> [YAMLValue] { operation.content["parameters"].items.map(resolved) }

    /// Returns the statuses that the operation may answer.
    func statuses(of operation: Operation) -> [Int] {
        operation.content["responses"].members.compactMap { Int($0.key) }
    }

    /// Returns the schema of the JSON body for that status, or `nil` if none is defined.
    func schema(of operation: Operation, status: Int) -> YAMLValue? {
        let response = resolved(operation.content["responses"]["\(status)"])
        let schema = response["content"]["application/json"]["schema"]
        return schema.members.isEmpty ? nil : schema
    }

    /// Returns the deviations of `value` from the schema.
    func problems(of value: Any, _ schema: YAMLValue, at place: String = "body") -> [String] {
        let schema = resolved(schema)
        let types = schema["type"].text.map { [$0] } ?? schema["type"].items.compactMap(\.text)
        guard types.contains(where: { ContractFile.matches(value, $0) }) else { return ["\(place) is no \(types)"] }
        let allowed = schema["enum"].items.compactMap(\.text)
        if !allowed.isEmpty, let text = value as? String, !allowed.contains(text) { return ["\(place) is \(text)"] }
        if let list = value as? [Any] {
            return list.enumerated().flatMap { problems(of: $1, schema["items"], at: "\(place)[\($0)]") }
        }
        guard let object = value as? [String: Any] else { return [] }
        let missing = schema["required"].items.compactMap(\.text).filter { object[$0] == nil }
        return missing.map { "\(place) has no \($0)" }
            + schema["properties"].members.flatMap { key, schema in
                object[key].map { problems(of: $0, schema, at: "\(place).\(key)") } ?? []
            }
    }

    private static func matches(_ value: Any, _ type: String) -> Bool {
        switch type {
        case "object": value is [String: Any]
        case "array": value is [Any]
        case "string": value is String
        case "null": value is NSNull
        case "boolean": value is Bool
        case "integer": value is Int
        default: false
        }
    }
}
