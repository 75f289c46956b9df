import Foundation

/// Encodes and decodes the JSON values in a store's tables.
enum JSONText {
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
