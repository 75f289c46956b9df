import Foundation

/// A beverage as it is kept: text that names its class and has everything that it has.
public struct StoredBeverage: Decodable {
    public let beverage: any Sellable

    private enum CodingKeys: String, CodingKey { case drinkClass = "class" }

    public init(from decoder: any Decoder) throws {
        let drinkClass = try decoder.container(keyedBy: CodingKeys.self).decode(DrinkClass.self, forKey: .drinkClass)
        beverage = try drinkClass.beverage.init(from: decoder)
    }

    /// Reads what `text(of:)` wrote, as one that was made on `day` where that is given. Throws `DecodingError`.
    public static func beverage(in text: String, manufacturedOn day: Day? = nil) throws -> any Sellable {
        try JSONDecoder(manufacturedOn: day).decode(StoredBeverage.self, from: Data(text.utf8)).beverage
    }

    /// JSON: the same text for beverages that are alike in everything.
    public static func text(of beverage: any Sellable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(beverage), as: UTF8.self)
    }
}

/// Where whoever decodes says on which day beverages were made, whatever the text says.
private let manufactureDayKey = CodingUserInfoKey(rawValue: "manufactured_on")

extension Decoder {
    /// The day on which a beverage was made; `nil` where the text has to say it.
    var manufacturedOn: Day? { manufactureDayKey.flatMap { userInfo[$0] as? Day } }
}

extension JSONDecoder {
    /// Reads beverages as made on `day`; where that is `nil`, as made when the text says.
    convenience init(manufacturedOn day: Day?) {
        self.init()
        if let day, let key = manufactureDayKey { userInfo[key] = day }
    }
}
