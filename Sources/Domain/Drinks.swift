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

/// A drink of the machine: an item of `GET /drinks/{milk,soda,coffee}` and of the keeper's lists. Encoded as one flat
/// object: `id`, `kind`, `class`, `brand`, `name`, `volume`, `price`, `count`, `expired`, `manufactured_on`, `image`,
/// and the keys of its traits.
public struct Drink: SectionRow {
    public let id: DrinkID
    public let brand: PlainText
    public let name: PlainText
    /// In millilitres.
    public let volume: Int
    public let price: Won
    /// The number that can be sold, which excludes expired ones.
    public let count: Int
    /// The number of expired ones in the machine, which only the keeper can remove; 0 if absent.
    public let expired: Int
    /// The manufacturing day of the one that is sold next. If none can be sold, that of the oldest one in the machine,
    /// or of the last one that was in it.
    public let manufacturedOn: Day
    /// The address of the picture as the server sent it; empty if there is none.
    public let image: String
    /// The properties specific to the drink's class, which also determine its class and kind.
    public let traits: DrinkTraits
    /// The English texts that the shop provides.
    public let english: English

    public init(
        id: DrinkID, brand: PlainText, name: PlainText, volume: Int, price: Won, count: Int, expired: Int = 0,
        manufacturedOn: Day, image: String = "", traits: DrinkTraits, english: English = English()
    ) {
        self.id = id
        self.brand = brand
        self.name = name
        self.volume = volume
        self.price = price
        self.count = count
        self.expired = expired
        self.manufacturedOn = manufacturedOn
        self.image = image
        self.traits = traits
        self.english = english
    }

    public var kind: DrinkKind { traits.kind }
    public var title: ShopText { ShopText(name, english: english.name) }
    public var maker: ShopText { ShopText(brand, english: english.brand) }

    /// Whether the temperature is at least 60 °C.
    public var isHot: Bool { (traits.temperature ?? 0) >= Drink.hotFrom }

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
        case id, brand, name, volume, price, count, expired, image
        case manufacturedOn = "manufactured_on"
    }

    private static let volumes = 0...100_000
    private static let maxURLLength = 2_048

    public init(from decoder: any Decoder) throws {
        let values = try RecordValues(decoder, keyedBy: CodingKeys.self)
        id = try values.required(.id)
        brand = try values.value(.brand, else: "")
        name = try values.required(.name)
        volume = try values.required(in: Drink.volumes, .volume)
        price = Won(try values.required(in: WireBounds.won, .price))
        count = try values.required(in: WireBounds.counts, .count)
        expired = try values.contains(.expired) ? values.value(in: WireBounds.counts, .expired, else: 0) : 0
        manufacturedOn = try values.required(.manufacturedOn)
        image = PlainText(try values.optional(.image) ?? "", limit: Drink.maxURLLength).string
        traits = try DrinkTraits(from: decoder)
        english = try English(from: decoder)
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(id, forKey: .id)
        try values.encode(brand, forKey: .brand)
        try values.encode(name, forKey: .name)
        try values.encode(volume, forKey: .volume)
        try values.encode(price, forKey: .price)
        try values.encode(count, forKey: .count)
        try values.encode(expired, forKey: .expired)
        try values.encode(manufacturedOn, forKey: .manufacturedOn)
        try values.encode(image, forKey: .image)
        try traits.encode(to: encoder)
        try english.encode(to: encoder)
    }
}

/// The ranges accepted for numbers from other programs, so that their sums stay far from overflow.
enum WireBounds {
    static let won = 0...1_000_000_000
    static let counts = 0...1_000_000
}

extension KeyedDecodingContainer {
    /// Decodes the number at `key`. Throws `DecodingError` if it is outside `bounds`.
    func decode(in bounds: ClosedRange<Int>, forKey key: Key) throws -> Int {
        let number = try decode(Int.self, forKey: key)
        guard bounds.contains(number) else {
            throw DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: "out of bounds")
        }
        return number
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
