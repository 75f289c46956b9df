import Foundation

/// A beverage in its stored form: JSON text that contains its class and all its values.
public struct StoredBeverage: Decodable {
    public let beverage: any Sellable

    private enum CodingKeys: String, CodingKey { case drinkClass = "class" }

    public init(from decoder: any Decoder) throws {
        let drinkClass = try decoder.container(keyedBy: CodingKeys.self).decode(DrinkClass.self, forKey: .drinkClass)
        beverage = try drinkClass.beverage.init(from: decoder)
    }

    /// Decodes text written by `text(of:)`, with `day` as the manufacturing day if it is not `nil`. Throws
    /// `DecodingError`.
    public static func beverage(in text: String, manufacturedOn day: Day? = nil) throws -> any Sellable {
        try JSONDecoder(manufacturedOn: day).decode(StoredBeverage.self, from: Data(text.utf8)).beverage
    }

    /// Encodes a beverage as JSON. Identical beverages produce identical text.
    public static func text(of beverage: any Sellable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(Encoded(beverage: beverage)), as: UTF8.self)
    }

    /// One type for all classes, because the encoder looks up conformances of each type that it has not met before, and a
    /// server encodes a drink of every class at the start.
    private struct Encoded: Encodable {
        let beverage: any Sellable

        func encode(to encoder: any Encoder) throws { try beverage.encode(to: encoder) }
    }
}

/// The `userInfo` key with which the caller of a decoder overrides the manufacturing day.
private let manufactureDayKey = CodingUserInfoKey(rawValue: "manufactured_on")

extension Decoder {
    /// The manufacturing day given by the caller; `nil` if it has to be decoded.
    var manufacturedOn: Day? { manufactureDayKey.flatMap { userInfo[$0] as? Day } }
}

extension JSONDecoder {
    /// Creates a decoder that uses `day` as the manufacturing day of beverages, or decodes it if `day` is `nil`.
    convenience init(manufacturedOn day: Day?) {
        self.init()
        if let day, let key = manufactureDayKey { userInfo[key] = day }
    }
}
