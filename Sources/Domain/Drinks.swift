import TerminalText

/// Names a drink of the machine, which is a class, brand, name, volume and price: "seoul-strawberry-milk-200".
public struct DrinkID: Hashable, Sendable, Codable, CustomStringConvertible {
    public let name: String

    public init(_ name: String) { self.name = name }

    public var description: String { name }

    private static let longestName = 128

    /// Harmless and bounded, whatever was sent.
    public init(from decoder: any Decoder) throws {
        name = PlainText(try decoder.singleValueContainer().decode(String.self), limit: DrinkID.longestName).string
    }

    public func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        try value.encode(name)
    }
}

/// The kinds of drinks, each a section of the machine, in the order in which they are shown. On the wire "milk",
/// "soda", "coffee", and the key of an object as well.
public enum DrinkKind: String, Hashable, Sendable, Codable, CodingKeyRepresentable, CaseIterable {
    case milk, soda, coffee

    /// The section that lists them: "drinks/milk".
    public var section: SectionID { SectionID(path: "drinks/\(rawValue)") }
}

/// A drink of the machine: an item of `GET /drinks/{milk,soda,coffee}` and of the keeper's lists. On the wire it is one
/// flat object: `id`, `kind`, `class`, `brand`, `name`, `volume`, `price`, `count`, `expired`, `manufactured_on`,
/// `image`, and the keys of its traits.
public struct Drink: SectionRow {
    public let id: DrinkID
    public let brand: PlainText
    public let name: PlainText
    /// In millilitres.
    public let volume: Int
    public let price: Won
    /// How many can be sold: those that have expired are not among them.
    public let count: Int
    /// How many lie in the machine that have expired, and that only its keeper can take out; absent means none.
    public let expired: Int
    /// When the one was made that is sold next; where none can be sold, the oldest one, or the last one that there was.
    public let manufacturedOn: Day
    /// Where its picture is, as the server wrote it; empty for none.
    public let image: String
    /// What only drinks like this have, which also tells its class and kind.
    public let traits: DrinkTraits
    /// What the shop says of it in English.
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

    /// At or above 60 °C.
    public var isHot: Bool { (traits.temperature ?? 0) >= Drink.hotFrom }

    /// Nothing can be sold although there are some, because all of them have expired.
    public var hasOnlyExpired: Bool { count == 0 && expired > 0 }

    /// The temperature in °C from which a drink is hot.
    public static let hotFrom = 60

    /// How many of a drink the keeper may put into the machine.
    public static let counts = 0...100
}

extension Drink {
    /// What is said of a drink in English: `name_en`, `brand_en`, `fruit_en` and `beans_en`, each where the shop has it so.
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
    private static let longestURL = 2_048

    public init(from decoder: any Decoder) throws {
        let values = try RecordValues(decoder, keyedBy: CodingKeys.self)
        id = try values.essential(.id)
        brand = try values.value(.brand, else: "")
        name = try values.essential(.name)
        volume = try values.essential(in: Drink.volumes, .volume)
        price = Won(try values.essential(in: WireBounds.won, .price))
        count = try values.essential(in: WireBounds.counts, .count)
        expired = try values.contains(.expired) ? values.value(in: WireBounds.counts, .expired, else: 0) : 0
        manufacturedOn = try values.essential(.manufacturedOn)
        image = PlainText(try values.optional(.image) ?? "", limit: Drink.longestURL).string
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

/// What a number may be that another program wrote: sums of such numbers stay far from overflow.
enum WireBounds {
    static let won = 0...1_000_000_000
    static let counts = 0...1_000_000
}

extension KeyedDecodingContainer {
    /// The number at `key`; throws `DecodingError` where it is outside `bounds`.
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

    /// The history of what was bought, which is no section that guests are shown: events name it so.
    public static let drinkPurchases = SectionID(path: "drinks/purchases")

    /// The balance and the purchases of a session: events name it so, on streams that name their session.
    public static let drinksOfSession = SectionID(path: "drinks/machine")

    /// The machine's sections, in the order in which they are shown.
    public static let drinksMachine = DrinkKind.allCases.map(\.section)
}
