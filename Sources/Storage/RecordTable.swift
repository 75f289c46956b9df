import Foundation

/// A key-value table of a module, ordered by key. It needs no change of the store's layout.
public struct RecordTable<Value: Codable & Sendable>: Sendable {
    /// The name, unique among the tables of all modules.
    public let name: String

    public init(_ name: String) { self.name = name }

    /// Returns the value of that key, or `nil` if there is none. Throws `StoreError.damaged` if it cannot be decoded.
    public func value(of key: String, in store: any StoreReader) throws -> Value? {
        try store.record(key, in: name).map(StoredJSON.value)
    }

    /// Returns at most `limit` values, in the order of their keys, that come after `key`.
    public func values(
        after key: String = "", limit: Int, in store: any StoreReader
    ) throws -> [(key: String, value: Value)] {
        try store.records(in: name, after: key, limit: limit).map { ($0.key, try StoredJSON.value($0.value)) }
    }

    public func set(_ value: Value, for key: String, in store: any StoreTransaction) throws {
        try store.setRecord(key, in: name, to: StoredJSON.text(of: value))
    }

    public func removeValue(of key: String, in store: any StoreTransaction) throws {
        try store.setRecord(key, in: name, to: nil)
    }
}

/// Encodes and decodes the JSON values in a store's tables.
enum StoredJSON {
    static func text(of value: some Encodable) throws -> String {
        String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
    }

    /// Throws `StoreError.damaged` if the text is not a valid value.
    static func value<Value: Decodable>(_ text: String) throws -> Value {
        do {
            return try JSONDecoder().decode(Value.self, from: Data(text.utf8))
        } catch {
            throw StoreError.damaged
        }
    }
}
