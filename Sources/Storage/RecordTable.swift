/// A table that a module brings: values under keys, in the order of the keys. It needs no change of a store.
public struct RecordTable<Value: Codable & Sendable>: Sendable {
    /// Tells it from the tables of all other modules.
    public let name: String

    public init(_ name: String) { self.name = name }

    /// The value of that key; `nil` where there is none. Throws `StoreError.damaged` for what is no such value.
    public func value(of key: String, in store: any StoreReader) throws -> Value? {
        try store.record(key, in: name).map(JSONText.value)
    }

    /// At most `limit` values, in the order of their keys, that come after `key`.
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
