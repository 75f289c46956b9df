import TerminalText

/// A dish in a section's list. The JSON keys are those of the public side-dish API.
public struct Dish: Hashable, Sendable {
    /// An opaque identifier; the same hash may occur in two sections.
    public let detailHash: String
    /// The address of the picture shown in lists; printable.
    public private(set) var image: String
    public let alt: PlainText
    public let deliveryTypes: [PlainText]
    public let title: PlainText
    public let description: PlainText
    /// The title and the description in English; each is `nil` if the shop provides none.
    public let titleInEnglish: PlainText?
    public let descriptionInEnglish: PlainText?
    /// The English badges and delivery types, one for each original.
    public let labelsInEnglish: Labels
    /// The price before a discount, if there is one. May be lower than `price` in real data.
    public let originalPrice: Won?
    public let price: Won
    public let badges: [PlainText]
    /// Whether the dish is sold out for now. A badge that says so does not set this.
    public let isSoldOut: Bool
    /// How many are left; `nil` if nobody counts, or if there are more than guests are shown.
    public let count: Int?
    /// How many there are at the start of each business day; `nil` if that is not said.
    public let daily: Int?
    /// What a guest is asked before the dish is ordered.
    public let options: [ItemOption]

    /// The counts that a file may have.
    public static let counts = 0...100_000
    /// The number from which on guests are shown how many are left.
    public static let maxShownCount = 5

    public init(
        detailHash: String, image: String = "", alt: PlainText = "", deliveryTypes: [PlainText] = [],
        title: PlainText, description: PlainText = "", titleInEnglish: PlainText? = nil,
        descriptionInEnglish: PlainText? = nil, labelsInEnglish: Labels = Labels(), originalPrice: Won? = nil,
        price: Won, badges: [PlainText] = [], isSoldOut: Bool = false, count: Int? = nil, daily: Int? = nil,
        options: [ItemOption] = []
    ) {
        self.detailHash = detailHash
        self.image = image
        self.alt = alt
        self.deliveryTypes = deliveryTypes
        self.title = title
        self.description = description
        self.titleInEnglish = titleInEnglish
        self.descriptionInEnglish = descriptionInEnglish
        self.labelsInEnglish = labelsInEnglish
        self.originalPrice = originalPrice
        self.price = price
        self.badges = badges
        self.isSoldOut = isSoldOut
        self.count = count
        self.daily = daily
        self.options = options
    }

    /// The lowest price at which the dish can be ordered: with the cheapest of the required choices.
    public var minPrice: Won { Won(options.reduce(price.amount) { $0 + $1.minPrice.amount }) }

    /// The original price if it is higher than `price`, otherwise `nil`: in real data it is sometimes lower.
    public var reducedFrom: Won? {
        guard let originalPrice, originalPrice > price else { return nil }
        return originalPrice
    }
}

extension Dish {
    /// The English badges and delivery types of a dish; each is `nil` if the shop provides none.
    public struct Labels: Hashable, Sendable {
        public let badges: [PlainText]?
        public let deliveryTypes: [PlainText]?

        public init(badges: [PlainText]? = nil, deliveryTypes: [PlainText]? = nil) {
            self.badges = badges
            self.deliveryTypes = deliveryTypes
        }
    }
}

extension Dish: SectionRow {
    public var id: String { detailHash }

    public func mappingImageAddress(_ place: (String) -> String) -> Dish {
        var dish = self
        if !image.isEmpty { dish.image = place(image) }
        return dish
    }
}

extension Dish: Codable {
    private enum CodingKeys: String, CodingKey {
        case detailHash = "detail_hash"
        case image, alt
        case deliveryTypes = "delivery_type"
        case title, description
        case titleInEnglish = "title_en"
        case descriptionInEnglish = "description_en"
        case badgesInEnglish = "badge_en"
        case deliveryTypesInEnglish = "delivery_type_en"
        case originalPrice = "n_price"
        case price = "s_price"
        case badges = "badge"
        case isSoldOut = "sold_out"
        case count, daily, options
    }

    /// The maximum length of a dish's lists. Real lists are shorter; further elements are dropped.
    private static let maxLabels = 8
    private static let maxIdentifierLength = 256

    /// Returns a hash as it is compared and displayed.
    static func hash(_ text: String) -> String { PlainText(text, limit: maxIdentifierLength).string }

    public init(from decoder: any Decoder) throws {
        let values = try RecordValues(decoder, keyedBy: CodingKeys.self)
        // The hash is never shown, but scripts print it, so it is sanitised as well.
        detailHash = Dish.hash(try values.required(.detailHash))
        // Every place that leads to a dish needs its hash.
        guard !detailHash.isEmpty else { throw values.error(.detailHash, "empty") }
        image = PictureAddress.text(of: try values.value(.image, else: ""))
        alt = try values.value(.alt, else: "")
        deliveryTypes = Array(try values.list(.deliveryTypes).prefix(Dish.maxLabels))
        title = try values.requiredText(.title)
        description = try values.value(.description, else: "")
        titleInEnglish = values.english(.titleInEnglish)
        descriptionInEnglish = values.english(.descriptionInEnglish)
        originalPrice = try values.optionalPrice(.originalPrice)
        price = try values.requiredPrice(.price)
        let badges: [PlainText] = try values.optionalList(.badges)
        self.badges = badges.filter { !$0.isEmpty }.prefix(Dish.maxLabels).map(\.self)
        labelsInEnglish = Labels(
            badges: values.english(of: self.badges, .badgesInEnglish),
            deliveryTypes: values.english(of: deliveryTypes, .deliveryTypesInEnglish))
        isSoldOut = try values.optional(.isSoldOut) ?? false
        count = try values.optional(in: Dish.counts, .count)
        daily = try values.optional(in: Dish.counts, .daily)
        options = try values.optionalList(.options)
        guard options.count <= ItemOption.maxOptions, Set(options.map(\.id)).count == options.count else {
            throw values.error(.options, "too many, or one twice")
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(detailHash, forKey: .detailHash)
        try values.encode(image, forKey: .image)
        try values.encode(alt, forKey: .alt)
        try values.encode(deliveryTypes, forKey: .deliveryTypes)
        try values.encode(title, forKey: .title)
        try values.encode(description, forKey: .description)
        try values.encodeIfPresent(titleInEnglish, forKey: .titleInEnglish)
        try values.encodeIfPresent(descriptionInEnglish, forKey: .descriptionInEnglish)
        try values.encodeIfPresent(originalPrice?.grouped, forKey: .originalPrice)
        try values.encode(price.text, forKey: .price)
        try values.encode(badges, forKey: .badges)
        try values.encodeIfPresent(labelsInEnglish.badges, forKey: .badgesInEnglish)
        try values.encodeIfPresent(labelsInEnglish.deliveryTypes, forKey: .deliveryTypesInEnglish)
        if isSoldOut { try values.encode(true, forKey: .isSoldOut) }
        try values.encodeIfPresent(count, forKey: .count)
        try values.encodeIfPresent(daily, forKey: .daily)
        if !options.isEmpty { try values.encode(options, forKey: .options) }
    }
}
