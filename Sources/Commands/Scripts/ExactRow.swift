import Domain
import ShopClient
import TerminalText

/// A row together with its texts as the server sent them, for JSON output: the row's own texts are sanitised.
struct ExactRow<Row: ExactTexts>: SectionRow, Codable {
    let row: Row
    private let texts: [String: String]

    var id: Row.ID { row.id }

    init(from decoder: any Decoder) throws {
        row = try Row(from: decoder)
        let values = try decoder.container(keyedBy: TextKey.self)
        var texts: [String: String] = [:]
        for key in Row.textKeys { texts[key] = try? values.decode(String.self, forKey: TextKey(key)) }
        self.texts = texts
    }

    func encode(to encoder: any Encoder) throws {
        try row.encode(to: encoder)
        var values = encoder.container(keyedBy: TextKey.self)
        for (key, text) in texts { try values.encode(text, forKey: TextKey(key)) }
    }
}

/// A row that declares the JSON keys of its texts.
protocol ExactTexts: SectionRow, Codable {
    static var textKeys: [String] { get }
}

extension Juice: ExactTexts {
    static let textKeys = ["name", "name_en"]
}

extension FruitStock: ExactTexts {
    static let textKeys = ["name", "name_en"]
}

extension Drink: ExactTexts {
    static let textKeys = [
        "brand", "brand_en", "name", "name_en", "image", "fruit", "fruit_en", "beans", "beans_en",
    ]
}

private struct TextKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ text: String) { stringValue = text }
    init(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
}

/// A dish as `banchan menu --json` prints it: its texts as the server sent them, its prices as numbers.
struct ListedDish: SectionRow, Codable {
    let hash: String
    let title: String
    let titleInEnglish: String?
    let description: String
    let descriptionInEnglish: String?
    let price: Won
    /// The price before a reduction; `nil` unless it is above `price`.
    let originalPrice: Won?
    let isSoldOut: Bool
    /// `nil` if there are none.
    let options: [ItemOption]?
    let badges: [String]
    let badgesInEnglish: [String]?
    let deliveryTypes: [String]
    let deliveryTypesInEnglish: [String]?
    let image: String

    var id: String { hash }

    private enum CodingKeys: String, CodingKey {
        case hash, title, description, price, options, badges, image
        case titleInEnglish = "title_en"
        case descriptionInEnglish = "description_en"
        case originalPrice = "original_price"
        case isSoldOut = "sold_out"
        case badgesInEnglish = "badges_en"
        case deliveryTypes = "delivery_types"
        case deliveryTypesInEnglish = "delivery_types_en"
    }

    /// Decodes a valid dish, and its texts again as they were sent. Throws `DecodingError`.
    init(from decoder: any Decoder) throws {
        let dish = try Dish(from: decoder)
        let values = try decoder.container(keyedBy: TextKey.self)
        func text(_ key: String) -> String? { try? values.decode(String.self, forKey: TextKey(key)) }
        func texts(_ key: String) -> [String]? { try? values.decode([String].self, forKey: TextKey(key)) }
        hash = text("detail_hash") ?? dish.detailHash
        title = text("title") ?? dish.title.string
        titleInEnglish = text("title_en")
        description = text("description") ?? dish.description.string
        descriptionInEnglish = text("description_en")
        (price, originalPrice, isSoldOut) = (dish.price, dish.reducedFrom, dish.isSoldOut)
        options = dish.options.isEmpty ? nil : dish.options
        (badges, badgesInEnglish) = (texts("badge") ?? [], texts("badge_en"))
        (deliveryTypes, deliveryTypesInEnglish) = (texts("delivery_type") ?? [], texts("delivery_type_en"))
        image = text("image") ?? dish.image
    }
}
