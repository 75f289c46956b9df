import TerminalText

/// The identifier of a drink, which is a combination of class, brand, name, volume and price:
/// "seoul-strawberry-milk-200".
public struct DrinkID: Hashable, Sendable, Codable, CustomStringConvertible {
    public let name: String

    public init(_ name: String) { self.name = name }

    public var description: String { name }

    private static let maxNameLength = 128

    /// Decodes an identifier from untrusted text: control characters are removed and the length is limited.
    public init(from decoder: any Decoder) throws {
        name = PlainText(try decoder.singleValueContainer().decode(String.self), limit: DrinkID.maxNameLength).string
    }

    public func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        try value.encode(name)
    }
}

/// The kinds of drinks in display order, each a section of the machine. Encoded as "milk", "soda", "coffee", also when
/// used as keys of an object.
public enum DrinkKind: String, Hashable, Sendable, Codable, CodingKeyRepresentable, CaseIterable {
    case milk, soda, coffee

    /// The section that lists the drinks of this kind: "drinks/milk".
    public var section: SectionID { SectionID(path: "drinks/\(rawValue)") }
}

/// A drink of the machine: an item of `GET /drinks/{milk,soda,coffee}` and of the keeper's lists. A value made from a
/// beverage, with what the shop says about it. Encoded as one flat object: `id`, `kind`, `class`, `brand`, `name`,
/// `volume`, `price`, `count`, `expired`, `manufactured_on`, `expires_on`, `image`, and its properties.
public struct Drink: SectionRow {
    public let id: DrinkID
    public let product: Product
    /// The properties of the drink's class, the most important first.
    public let properties: [DrinkProperty]
    /// The manufacturing day of the one that is sold next. If none can be sold, that of the oldest one in the machine,
    /// or of the last one that was in it.
    public let manufacturedOn: Day
    /// The last day on which that one may be sold; `nil` if it does not expire.
    public let expiresOn: Day?
    public let isHot: Bool
    /// The number that can be sold, which excludes expired ones.
    public let count: Int
    /// The number of expired ones in the machine, which only the keeper can remove; 0 if absent.
    public let expired: Int
    /// The address of the picture as the server sent it; empty if there is none.
    public let image: String
    /// The English texts that the shop provides.
    public let english: English

    public init(
        id: DrinkID, _ beverage: any Sellable, count: Int, expired: Int = 0, image: String = "",
        english: English = English()
    ) {
        self.id = id
        product = beverage.product
        properties = beverage.properties
        manufacturedOn = beverage.manufacturedOn
        expiresOn = beverage.expiresOn
        isHot = beverage.isHot
        self.count = count
        self.expired = expired
        self.image = image
        self.english = english
    }

    public var kind: DrinkKind { product.drinkClass.kind }
    public var name: PlainText { product.label.name }
    /// In millilitres.
    public var volume: Int { product.label.volume }
    public var price: Won { product.label.price }
    public var title: ShopText { ShopText(name, english: english.name) }
    public var maker: ShopText { ShopText(product.label.brand, english: english.brand) }

    /// Whether none can be sold because all that are left have expired.
    public var hasOnlyExpired: Bool { count == 0 && expired > 0 }

    /// The lowest temperature in °C at which a drink counts as hot.
    public static let hotFrom = 60

    /// The counts to which the keeper may set a drink.
    public static let counts = 0...100
}

extension Drink {
    /// The English texts of a drink: `name_en`, `brand_en`, `fruit_en` and `beans_en`; each is `nil` if the shop
    /// provides none.
    public struct English: Hashable, Sendable {
        public let name: PlainText?
        public let brand: PlainText?
        public let fruit: PlainText?
        public let beans: PlainText?

        public init(
            name: PlainText? = nil, brand: PlainText? = nil, fruit: PlainText? = nil, beans: PlainText? = nil
        ) {
            self.name = name
            self.brand = brand
            self.fruit = fruit
            self.beans = beans
        }
    }
}

extension Drink.English: Codable {
    private enum CodingKeys: String, CodingKey {
        case name = "name_en"
        case brand = "brand_en"
        case fruit = "fruit_en"
        case beans = "beans_en"
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        name = values.decodeEnglish(forKey: .name)
        brand = values.decodeEnglish(forKey: .brand)
        fruit = values.decodeEnglish(forKey: .fruit)
        beans = values.decodeEnglish(forKey: .beans)
    }
}

extension Drink: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, kind, count, expired, image
        case drinkClass = "class"
        case manufacturedOn = "manufactured_on"
        case expiresOn = "expires_on"
    }

    /// Throws `DecodingError`, also if `kind` is not that of `class`.
    public init(from decoder: any Decoder) throws {
        let values = try RecordValues(decoder, keyedBy: CodingKeys.self)
        self.init(
            id: try values.required(.id), try StoredBeverage(from: decoder).beverage,
            count: try values.required(in: WireBounds.counts, .count),
            expired: try values.contains(.expired) ? values.value(in: WireBounds.counts, .expired, else: 0) : 0,
            image: PictureAddress.text(of: try values.optional(.image) ?? ""),
            english: try English(from: decoder))
        guard try values.required(.kind) == kind else { throw values.error(.kind, "not the kind of its class") }
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(id, forKey: .id)
        try values.encode(kind, forKey: .kind)
        try values.encode(product.drinkClass, forKey: .drinkClass)
        try product.label.encode(to: encoder)
        try values.encode(count, forKey: .count)
        try values.encode(expired, forKey: .expired)
        try values.encode(manufacturedOn, forKey: .manufacturedOn)
        try values.encodeIfPresent(expiresOn, forKey: .expiresOn)
        try values.encode(image, forKey: .image)
        try properties.encode(to: encoder)
        try english.encode(to: encoder)
    }
}

/// The ranges accepted for numbers from other programs, so that their sums stay far from overflow.
enum WireBounds {
    static let won = 0...1_000_000_000
    /// Prices with all choices.
    static let prices = 0...won.upperBound * (1 + ChosenOption.limit)
    /// All lines of an order at such prices.
    static let sums = 0...prices.upperBound * OrderLine.quantities.upperBound * Order.maxLines
    static let counts = 0...1_000_000
}

extension KeyedDecodingContainer {
    /// Decodes the number at `key`. Throws `DecodingError` if it is outside `bounds`.
    func decode(in bounds: ClosedRange<Int>, forKey key: Key) throws -> Int {
        let amount = try decode(Int.self, forKey: key)
        guard bounds.contains(amount) else {
            throw DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: "out of bounds")
        }
        return amount
    }
}

extension SectionID {
    public static let milk = DrinkKind.milk.section
    public static let soda = DrinkKind.soda.section
    public static let coffee = DrinkKind.coffee.section

    /// The purchase history. It is not a section shown to guests; events use this name for it.
    public static let drinkPurchases = SectionID(path: "drinks/purchases")

    /// The balance and purchases of a session. Events use this name on streams that name their session.
    public static let drinksOfSession = SectionID(path: "drinks/machine")

    /// The machine's sections in display order.
    public static let drinksMachine = DrinkKind.allCases.map(\.section)
}
