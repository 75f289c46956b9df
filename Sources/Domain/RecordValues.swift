import Foundation
import TerminalText

/// The values of a record: of a shop's own file all of them have to be right; of another program's answer only those that
/// the record is nothing without.
struct RecordValues<Key: CodingKey> {
    private let values: KeyedDecodingContainer<Key>
    private let isLenient: Bool

    init(_ decoder: any Decoder, keyedBy keys: Key.Type) throws {
        values = try decoder.container(keyedBy: keys)
        isLenient = decoder.isLenient
    }

    func contains(_ key: Key) -> Bool { values.contains(key) }

    /// A value without which there is no record.
    func essential<Value: Decodable>(_ key: Key) throws -> Value { try values.decode(Value.self, forKey: key) }

    /// A number without which there is no record; throws `DecodingError` where it is outside `bounds`.
    func essential(in bounds: ClosedRange<Int>, _ key: Key) throws -> Int { try values.decode(in: bounds, forKey: key) }

    /// A value that every record should have; `substitute` stands for one that another program left out or got wrong.
    func value<Value: Decodable>(_ key: Key, else substitute: Value) throws -> Value {
        try tolerate(substitute) { try values.decode(Value.self, forKey: key) }
    }

    func value(in bounds: ClosedRange<Int>, _ key: Key, else substitute: Int) throws -> Int {
        try tolerate(substitute) { try values.decode(in: bounds, forKey: key) }
    }

    /// A value that may be absent.
    func optional<Value: Decodable>(_ key: Key) throws -> Value? {
        try tolerate(nil) { try values.decodeIfPresent(Value.self, forKey: key) }
    }

    /// The values of a list that every record should have; of another program's those that can be read.
    func list<Value: Decodable>(_ key: Key) throws -> [Value] {
        isLenient ? tolerated(key) : try values.decode([Value].self, forKey: key)
    }

    /// The same of a list that may be absent.
    func optionalList<Value: Decodable>(_ key: Key) throws -> [Value] {
        isLenient ? tolerated(key) : try values.decodeIfPresent([Value].self, forKey: key) ?? []
    }

    private func tolerated<Value: Decodable>(_ key: Key) -> [Value] {
        (try? values.decode([Tolerated<Value>].self, forKey: key))?.compactMap(\.value) ?? []
    }

    /// A price as the menu writes it; `nil` where it is absent, null or empty.
    func price(_ key: Key) throws -> Won? {
        if isLenient, let amount = try? values.decode(in: WireBounds.won, forKey: key) { return Won(amount) }
        guard let text = try values.decodeIfPresent(String.self, forKey: key), !text.isEmpty else { return nil }
        guard let price = Won(menuText: text) else {
            throw error(key, "not a price")
        }
        return price
    }

    /// A price that may be absent.
    func optionalPrice(_ key: Key) throws -> Won? { try tolerate(nil) { try price(key) } }

    /// A price without which there is no record.
    func essentialPrice(_ key: Key) throws -> Won {
        if let price = try price(key) { return price }
        throw values.contains(key)
            ? error(key, "no price")
            : DecodingError.keyNotFound(key, .init(codingPath: values.codingPath, debugDescription: "no price"))
    }

    /// What the shop says in English; `nil` where it does not.
    func english(_ key: Key) -> PlainText? { values.decodeEnglish(forKey: key) }

    /// As many texts in English as there are `own` ones; `nil` where that is not what is there.
    func english(of own: [PlainText], _ key: Key) -> [PlainText]? { values.decodeEnglish(of: own, forKey: key) }

    /// What is thrown where a value does not fit.
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

/// A value of a list, if it is one.
private struct Tolerated<Value: Decodable>: Decodable {
    let value: Value?

    init(from decoder: any Decoder) throws { value = try? Value(from: decoder) }
}

extension JSONDecoder {
    /// One that reads what another program wrote.
    static var lenient: JSONDecoder {
        let decoder = JSONDecoder()
        if let key = CodingUserInfoKey.leniency { decoder.userInfo[key] = true }
        return decoder
    }
}

extension Decoder {
    fileprivate var isLenient: Bool { CodingUserInfoKey.leniency.flatMap { userInfo[$0] } != nil }
}

extension CodingUserInfoKey {
    fileprivate static let leniency = CodingUserInfoKey(rawValue: "banchan.leniency")
}
