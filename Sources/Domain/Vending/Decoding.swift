import TerminalText

/// The encodable values of a beverage by their stored names.
typealias Fields = [FieldName: any Encodable]

extension Fields {
    func adding(_ others: Fields) -> Fields { merging(others) { $1 } }
}

/// The stored name of a value.
struct FieldName: CodingKey, Hashable, ExpressibleByStringLiteral {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringLiteral name: String) { stringValue = name }
    init?(stringValue name: String) { stringValue = name }
    init?(intValue: Int) { nil }
}

extension Decoder {
    /// Decodes the number with that name. Throws `DecodingError` if it is outside `range`.
    func number(at name: FieldName, in range: ClosedRange<Int>) throws -> Int {
        try value(at: name, "out of range") { range.contains($0) }
    }

    /// Decodes the text with that name. Throws `DecodingError` if it has nothing to display.
    func text(at name: FieldName) throws -> PlainText { try value(at: name, "empty") { !$0.isEmpty } }

    /// Decodes the value with that name. Throws `DecodingError` if it is malformed or `isMeant` rejects it.
    func value<Value: Decodable>(
        at name: FieldName, _ problem: String = "", where isMeant: (Value) -> Bool = { _ in true }
    ) throws -> Value {
        let values = try container(keyedBy: FieldName.self)
        let value = try values.decode(Value.self, forKey: name)
        guard isMeant(value) else {
            throw DecodingError.dataCorruptedError(forKey: name, in: values, debugDescription: problem)
        }
        return value
    }
}

/// The ranges accepted for a beverage's numbers.
enum Bounds {
    static let percent = 0...100
    static let grams = 0...10_000
    static let milligrams = 0...10_000
    static let celsius = -100...100
    static let days = 0...3_650
}
