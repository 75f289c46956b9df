import Foundation
import TerminalText

/// Decodes the values of a record. In strict mode (the shop's own files) every value has to be valid; in lenient mode
/// (responses of other programs) only the essential ones.
struct RecordValues<Key: CodingKey> {
    private let values: KeyedDecodingContainer<Key>
    private let isLenient: Bool

    init(_ decoder: any Decoder, keyedBy keys: Key.Type) throws {
        values = try decoder.container(keyedBy: keys)
        isLenient = decoder.isLenient
    }

    func contains(_ key: Key) -> Bool { values.contains(key) }

    /// Decodes a required value; throws in both modes.
    func required<Value: Decodable>(_ key: Key) throws -> Value { try values.decode(Value.self, forKey: key) }

    /// Decodes a required number. Throws `DecodingError` if it is outside `bounds`.
    func required(in bounds: ClosedRange<Int>, _ key: Key) throws -> Int { try values.decode(in: bounds, forKey: key) }

    /// Decodes a value that every record should have. In lenient mode, a missing or malformed one is replaced by
    /// `substitute`.
    func value<Value: Decodable>(_ key: Key, else substitute: Value) throws -> Value {
        try tolerate(substitute) { try values.decode(Value.self, forKey: key) }
    }

    func value(in bounds: ClosedRange<Int>, _ key: Key, else substitute: Int) throws -> Int {
        try tolerate(substitute) { try values.decode(in: bounds, forKey: key) }
    }

    /// Decodes a text that must have something to display.
    func requiredText(_ key: Key) throws -> PlainText {
        let text: PlainText = try required(key)
        guard !text.isEmpty else { throw error(key, "empty") }
        return text
    }

    /// Decodes a text that every record should have. In lenient mode, a missing, malformed or empty one is replaced by
    /// `substitute`.
    func text(_ key: Key, else substitute: PlainText) throws -> PlainText {
        try tolerate(substitute) { try requiredText(key) }
    }

    /// Decodes a value that may be absent. In lenient mode, returns `nil` if it is malformed.
    func optional<Value: Decodable>(_ key: Key) throws -> Value? {
        try tolerate(nil) { try values.decodeIfPresent(Value.self, forKey: key) }
    }

    /// Decodes a number that may be absent. In lenient mode, returns `nil` if it is malformed or outside `bounds`.
    func optional(in bounds: ClosedRange<Int>, _ key: Key) throws -> Int? {
        try tolerate(nil) { values.contains(key) ? try values.decode(in: bounds, forKey: key) : nil }
    }

    /// Decodes a list that every record should have. In lenient mode, malformed elements are dropped, and a missing
    /// list is empty.
    func list<Value: Decodable>(_ key: Key) throws -> [Value] {
        isLenient ? tolerated(key) : try values.decode([Value].self, forKey: key)
    }

    /// Decodes a list that may be absent. In lenient mode, malformed elements are dropped.
    func optionalList<Value: Decodable>(_ key: Key) throws -> [Value] {
        isLenient ? tolerated(key) : try values.decodeIfPresent([Value].self, forKey: key) ?? []
    }

    private func tolerated<Value: Decodable>(_ key: Key) -> [Value] {
        (try? values.decode([LossyElement<Value>].self, forKey: key))?.compactMap(\.value) ?? []
    }

    /// Decodes a price in the menu's text format; in lenient mode also a number. Returns `nil` if it is absent, null or
    /// empty.
    func price(_ key: Key) throws -> Won? {
        if isLenient, let amount = try? values.decode(in: WireBounds.won, forKey: key) { return Won(amount) }
        guard let text = try values.decodeIfPresent(String.self, forKey: key), !text.isEmpty else { return nil }
        guard let price = Won(menuText: text) else {
            throw error(key, "not a price")
        }
        return price
    }

    /// Decodes a price that may be absent. In lenient mode, returns `nil` if it is malformed.
    func optionalPrice(_ key: Key) throws -> Won? { try tolerate(nil) { try price(key) } }

    func requiredPrice(_ key: Key) throws -> Won {
        if let price = try price(key) { return price }
        throw values.contains(key)
            ? error(key, "no price")
            : DecodingError.keyNotFound(key, .init(codingPath: values.codingPath, debugDescription: "no price"))
    }

    /// Decodes an English text; `nil` if the shop provides none.
    func english(_ key: Key) -> PlainText? { values.decodeEnglish(forKey: key) }

    /// Decodes the English versions of `own`. Returns `nil` unless there is exactly one non-empty text for each.
    func english(of own: [PlainText], _ key: Key) -> [PlainText]? { values.decodeEnglish(of: own, forKey: key) }

    /// Returns the error to throw if the value at `key` is invalid.
    func error(_ key: Key, _ reason: String) -> DecodingError {
        .dataCorruptedError(forKey: key, in: values, debugDescription: reason)
    }

    private func tolerate<Value>(_ substitute: Value, _ value: () throws -> Value) throws -> Value {
        do {
            return try value()
        } catch {
            guard isLenient else { throw error }
            return substitute
        }
    }
}

/// An element of a list; `value` is `nil` if it is malformed.
private struct LossyElement<Value: Decodable>: Decodable {
    let value: Value?

    init(from decoder: any Decoder) throws { value = try? Value(from: decoder) }
}

extension JSONDecoder {
    /// A decoder for responses of other programs: `RecordValues` tolerates malformed values.
    package static var lenient: JSONDecoder {
        let decoder = JSONDecoder()
        if let key = CodingUserInfoKey.leniency { decoder.userInfo[key] = true }
        return decoder
    }
}

extension Decoder {
    /// Whether this is the decoder for responses of other programs.
    var isLenient: Bool { CodingUserInfoKey.leniency.flatMap { userInfo[$0] } != nil }
}

extension CodingUserInfoKey {
    fileprivate static let leniency = CodingUserInfoKey(rawValue: "banchan.leniency")
}
