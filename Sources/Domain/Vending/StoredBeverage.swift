import Foundation

/// A beverage decoded as the class that its `class` names: from its stored form, or from a drink of a response.
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

/// A batch in its stored form. A `Sendable` value, unlike a batch.
public struct StoredBatch: Hashable, Sendable {
    /// The id of the offer to which the batch belongs.
    public let drink: DrinkID
    public let drinkClass: DrinkClass
    public let manufacturedOn: Day
    /// The encoded beverage, including its class and manufacturing day, as written by `StoredBeverage`.
    public let beverage: String
    /// The number of beverages; 0 if all are gone.
    public internal(set) var count: Int

    public init(drink: DrinkID, drinkClass: DrinkClass, manufacturedOn: Day, beverage: String, count: Int) {
        self.drink = drink
        self.drinkClass = drinkClass
        self.manufacturedOn = manufacturedOn
        self.beverage = beverage
        self.count = count
    }

    init(_ batch: Batch, of drink: DrinkID) throws {
        self.init(
            drink: drink, drinkClass: batch.beverage.product.drinkClass, manufacturedOn: batch.beverage.manufacturedOn,
            beverage: try StoredBeverage.text(of: batch.beverage), count: batch.count)
    }
}
