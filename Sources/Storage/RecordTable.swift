/// A key-value table of a module, ordered by key. It needs no change of the store's layout.
public struct RecordTable<Value: Codable & Sendable>: Sendable {
    /// The name, unique among the tables of all modules.
    public let name: String

    public init(_ name: String) { self.name = name }

    /// Returns the value of that key, or `nil` if there is none. Throws `StoreError.damaged` if it cannot be decoded.
    public func value(of key: String, in store: any StoreReader) throws -> Value? {
        try store.record(key, in: name).map(JSONText.value)
    }

    /// Returns at most `limit` values, in the order of their keys, that come after `key`.
    public func values(
        after key: String = "", limit: Int, in store: any StoreReader
    ) throws -> [(key: String, value: Value)] {
        try store.records(in: name, after: key, limit: limit).map { ($0.key, try JSONText.value($0.value)) }
    }

    public func set(_ value: Value, for key: String, in store: any StoreTransaction) throws {
        try store.setRecord(key, in: name, to: JSONText.text(of: value))
    }

    public func removeValue(of key: String, in store: any StoreTransaction) throws {
        try store.setRecord(key, in: name, to: nil)
    }
}
