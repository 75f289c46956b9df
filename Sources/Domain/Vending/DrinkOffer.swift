import Foundation
import TerminalText

/// A drink as the shop offers it: everything but the day on which one was made. A value, so that it may go anywhere.
public struct DrinkOffer: Hashable, Sendable {
    /// How many a new machine has of it, made that many days before it was set up.
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
    /// Where its picture is; empty for none.
    public let image: String
    public let opening: [Opening]
    /// What the shop says of it in English.
    public let english: Drink.English
    /// One of it, made on some day.
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

    /// All that is told of it beside how many there are, as a text that differs where any of it does.
    public var content: String {
        let english = [english.name, english.brand, english.fruit, english.beans].map { $0?.string ?? "" }
        return ([id.name, image, pattern] + english).joined(separator: "\n")
    }

    /// Who made it and what it is called, in English; `nil` where the shop does not say both.
    public var titleInEnglish: PlainText? {
        guard let brand = english.brand, let name = english.name else { return nil }
        return PlainText("\(brand) \(name)")
    }

    /// One that was made on `day`. Throws nothing in an offer that could be made.
    public func beverage(manufacturedOn day: Day) throws -> any Sellable {
        try StoredBeverage.beverage(in: pattern, manufacturedOn: day)
    }

    /// What a machine that is set up on `day` has of it. A machine that shall have none had some at some time.
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
            id: id, image: try values.decodeIfPresent(PlainText.self, forKey: .image)?.string ?? "",
            opening: try values.decode([Opening].self, forKey: .opening), english: try Drink.English(from: decoder),
            like: try StoredBeverage(from: decoder).beverage)
    }

    /// Offers in `data`, which does not say when anything was made. Throws `DecodingError`.
    public static func offers(in data: Data) throws -> [DrinkOffer] {
        try JSONDecoder(manufacturedOn: Day(year: anyYear, month: 1, day: 1)).decode([DrinkOffer].self, from: data)
    }

    private static let anyYear = 2000
}
