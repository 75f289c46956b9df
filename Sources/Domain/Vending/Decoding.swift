import TerminalText

/// The values of a beverage by the names that they have where it is stored.
typealias Fields = [FieldName: any Encodable]

extension Fields {
    func adding(_ others: Fields) -> Fields { merging(others) { $1 } }
}

/// What a value is called where it is stored.
struct FieldName: CodingKey, Hashable, ExpressibleByStringLiteral {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringLiteral name: String) { stringValue = name }
    init?(stringValue name: String) { stringValue = name }
    init?(intValue: Int) { nil }
}

extension Decoder {
    /// The number of that name. Throws `DecodingError` for one outside of `range`.
    func number(at name: FieldName, in range: ClosedRange<Int>) throws -> Int {
        try value(at: name, "out of range") { range.contains($0) }
    }

    /// The text of that name. Throws `DecodingError` where nothing of it can be shown.
    func text(at name: FieldName) throws -> PlainText { try value(at: name, "empty") { !$0.isEmpty } }

    /// The value of that name. Throws `DecodingError` where it is not what it should be.
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

/// What numbers of a beverage may be.
enum Bounds {
    static let percent = 0...100
    static let grams = 0...10_000
    static let milligrams = 0...10_000
    static let celsius = -100...100
    static let days = 0...3_650
}
