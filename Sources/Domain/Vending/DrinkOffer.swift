import Foundation
import TerminalText

/// A drink that the shop offers: everything except a manufacturing day. A `Sendable` value, unlike a beverage.
public struct DrinkOffer: Hashable, Sendable {
    /// An initial batch of a new machine: its count, and how many days before the setup it was made.
    public struct Opening: Hashable, Sendable, Decodable {
        public let count: Int
        public let daysAgo: Int

        public init(count: Int, daysAgo: Int) {
            self.count = count
            self.daysAgo = daysAgo
        }

        private enum CodingKeys: String, CodingKey {
            case count
            case daysAgo = "manufactured_days_ago"
        }

        private static let days = 0...36_500

        public init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            count = try values.decode(in: Drink.counts, forKey: .count)
            daysAgo = try values.decode(in: Opening.days, forKey: .daysAgo)
        }
    }

    public let id: DrinkID
    public let product: Product
    /// The address of the picture; empty if there is none.
    public let image: String
    public let opening: [Opening]
    /// The English texts that the shop provides.
    public let english: Drink.English
    /// An encoded sample beverage; its manufacturing day is arbitrary.
    private let pattern: String

    public init(
        id: DrinkID, image: String, opening: [Opening], english: Drink.English = Drink.English(),
        like pattern: any Sellable
    ) throws {
        self.id = id
        self.image = image
        self.english = english
        self.opening = opening
        self.pattern = try StoredBeverage.text(of: pattern)
        product = pattern.product
    }

    /// A text that differs whenever anything displayed about the offer differs, except its count.
    public var content: String {
        let english = [english.name, english.brand, english.fruit, english.beans].map { $0?.string ?? "" }
        return ([id.name, image, pattern] + english).joined(separator: "\n")
    }

    /// The English brand and name; `nil` unless the shop provides both.
    public var titleInEnglish: PlainText? {
        guard let brand = english.brand, let name = english.name else { return nil }
        return PlainText("\(brand) \(name)")
    }

    /// Returns a beverage of this offer made on `day`. Never throws for an offer that was created successfully.
    public func beverage(manufacturedOn day: Day) throws -> any Sellable {
        try StoredBeverage.beverage(in: pattern, manufacturedOn: day)
    }

    /// Returns the batches for a machine that is set up on `day`. If the offer has no opening batches, returns one
    /// empty batch, so that the drink is listed as sold out.
    func openingBatches(on day: Day) throws -> [Batch] {
        let opening = opening.isEmpty ? [Opening(count: 0, daysAgo: 0)] : opening
        return try opening.map { Batch(try beverage(manufacturedOn: day.adding(days: -$0.daysAgo)), count: $0.count) }
    }
}

extension DrinkOffer: Decodable {
    private enum CodingKeys: String, CodingKey { case id, image, opening }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let id = try values.decode(DrinkID.self, forKey: .id)
        guard !id.name.isEmpty else {
            throw DecodingError.dataCorruptedError(forKey: .id, in: values, debugDescription: "empty")
        }
        try self.init(
            id: id, image: PictureAddress.text(of: try values.decodeIfPresent(String.self, forKey: .image) ?? ""),
            opening: try values.decode([Opening].self, forKey: .opening), english: try Drink.English(from: decoder),
            like: try StoredBeverage(from: decoder).beverage)
    }

    /// Decodes the offers in `data`, which has no manufacturing days. Throws `DecodingError`.
    public static func offers(in data: Data) throws -> [DrinkOffer] {
        try JSONDecoder(manufacturedOn: Day(year: anyYear, month: 1, day: 1)).decode([DrinkOffer].self, from: data)
    }

    private static let anyYear = 2000
}
