import Foundation
import TerminalText

/// The contents of a dish's detail page, in addition to what the list provides. It has no title of its own.
public struct DishDetail: Hashable, Sendable {
    /// The addresses of the dish's pictures, the top one first; at least one in practice.
    public let thumbnails: [String]
    public let description: PlainText
    /// The points earned by a purchase, as the shop formats them: "52원".
    public let point: PlainText
    public let deliveryInfo: PlainText
    public let deliveryFee: PlainText
    /// The English texts, as far as the shop provides them.
    public let english: English
    /// The price to pay, or the original price followed by the price to pay.
    public let prices: [Won]
    /// The addresses of the pictures that describe the dish, from top to bottom.
    public let pictures: [String]

    public init(
        thumbnails: [String], description: PlainText, point: PlainText, deliveryInfo: PlainText,
        deliveryFee: PlainText, english: English = English(), prices: [Won], pictures: [String]
    ) {
        self.thumbnails = thumbnails
        self.description = description
        self.point = point
        self.deliveryInfo = deliveryInfo
        self.deliveryFee = deliveryFee
        self.english = english
        self.prices = prices
        self.pictures = pictures
    }

    /// The English texts of a detail; each is `nil` if the shop provides none.
    public struct English: Hashable, Sendable {
        public let description: PlainText?
        public let deliveryInfo: PlainText?
        public let deliveryFee: PlainText?

        public init(
            description: PlainText? = nil, deliveryInfo: PlainText? = nil, deliveryFee: PlainText? = nil
        ) {
            self.description = description
            self.deliveryInfo = deliveryInfo
            self.deliveryFee = deliveryFee
        }
    }

    /// The price of one dish; `nil` if the page has no price, in which case the list's price applies.
    public var price: Won? { prices.last }

    /// The original price if it is higher than the price to pay, otherwise `nil`.
    public var reducedFrom: Won? {
        guard prices.count > 1, let first = prices.first, let last = prices.last, first > last else { return nil }
        return first
    }

    /// Decodes the page of the dish with this hash from a response of another program in the charset that it declares,
    /// tolerating missing and malformed optional values. Throws `SectionBodyError`, also if the page says that it is
    /// another dish's.
    public static func read(
        _ body: Data, of hash: String, charset: String? = nil
    ) throws(SectionBodyError) -> DishDetail {
        guard !body.isEmpty else { throw .empty }
        let page = try DishDetailBody.decode(try RepairedJSON.read(body, charset: charset), .lenient)
        if let other = page.hash, !other.isEmpty, Dish.hash(other) != Dish.hash(hash) { throw .otherRecord }
        return page.data
    }
}

/// A detail as encoded in the shop's files and in responses: `{"hash": ..., "data": {...}}`.
public struct DishDetailBody: Decodable {
    /// The hash of the dish; `nil` if absent. It is not validated here: the caller compares it with the expected hash.
    public let hash: String?
    public let data: DishDetail

    private enum CodingKeys: CodingKey { case hash, data }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        data = try values.decode(DishDetail.self, forKey: .data)
        hash = try? values.decode(String.self, forKey: .hash)
    }

    /// Decodes a body of UTF-8 text strictly: every value has to be valid. Throws `SectionBodyError`.
    public static func decode(_ body: Data) throws(SectionBodyError) -> DishDetailBody {
        try decode(body, JSONDecoder())
    }

    fileprivate static func decode(_ text: Data, _ decoder: JSONDecoder) throws(SectionBodyError) -> DishDetailBody {
        guard !text.isEmpty else { throw .empty }
        if let found = JSONShape(text), found != .object {
            throw .foreign(item: nil, expected: .object, found: found)
        }
        do {
            return try decoder.decode(DishDetailBody.self, from: text)
        } catch let error as DecodingError {
            throw SectionBodyError(error)
        } catch {
            throw .notJSON
        }
    }
}

extension DishDetail: Decodable {
    private enum CodingKeys: String, CodingKey {
        case topImage = "top_image"
        case thumbImages = "thumb_images"
        case description = "product_description"
        case point
        case deliveryInfo = "delivery_info"
        case deliveryFee = "delivery_fee"
        case descriptionInEnglish = "product_description_en"
        case deliveryInfoInEnglish = "delivery_info_en"
        case deliveryFeeInEnglish = "delivery_fee_en"
        case prices
        case sections = "detail_section"
    }

    /// Limits on the lists. Real pages have up to five thumbnails, two prices and thirteen pictures.
    private static let maxThumbnails = 16
    private static let maxPrices = 4
    private static let maxPictures = 64

    public init(from decoder: any Decoder) throws {
        let values = try RecordValues(decoder, keyedBy: CodingKeys.self)
        func addresses(_ key: CodingKeys, _ limit: Int) throws -> [String] {
            let all: [String] = try values.optionalList(key)
            return Array(all.lazy.map(PictureAddress.text).filter { !$0.isEmpty }.prefix(limit))
        }
        let top: String? = try values.optional(.topImage).map(PictureAddress.text)
        let listed = try addresses(.thumbImages, DishDetail.maxThumbnails)
        thumbnails = listed.isEmpty ? [top].compactMap(\.self).filter { !$0.isEmpty } : listed
        description = try values.value(.description, else: "")
        point = try values.optional(.point) ?? ""
        deliveryInfo = try values.optional(.deliveryInfo) ?? ""
        deliveryFee = try values.optional(.deliveryFee) ?? ""
        english = English(
            description: values.english(.descriptionInEnglish), deliveryInfo: values.english(.deliveryInfoInEnglish),
            deliveryFee: values.english(.deliveryFeeInEnglish))
        // Not a lossy list: which price is to be paid depends on its place among all of them.
        let prices: [MenuPrice] = try values.value(.prices, else: [])
        self.prices = prices.prefix(DishDetail.maxPrices).map(\.won)
        pictures = try addresses(.sections, DishDetail.maxPictures)
    }
}

/// A price encoded as text; in lenient mode also as a number.
private struct MenuPrice: Decodable {
    let won: Won

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if decoder.isLenient, let amount = try? value.decode(Int.self), WireBounds.won.contains(amount) {
            won = Won(amount)
            return
        }
        guard let won = Won(menuText: try value.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: value, debugDescription: "not a price")
        }
        self.won = won
    }
}
