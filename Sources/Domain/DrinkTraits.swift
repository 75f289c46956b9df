import TerminalText

/// The properties that are specific to a kind of drink and, within it, to a class. They are encoded as keys of the
/// drink object itself, including `kind` and `class`.
public enum DrinkTraits: Hashable, Sendable {
    /// `expires_on`, yyyyMMdd: the last day on which the drink may be sold.
    case milk(expiresOn: Day, MilkFlavor)
    /// `sugar`: grams in the whole bottle.
    case soda(sugar: Int, SodaFlavor)
    /// `temperature`: °C. `caffeine`: milligrams in the whole can.
    case coffee(temperature: Int, caffeine: Int, CoffeeBlend)

    public var kind: DrinkKind {
        switch self {
        case .milk: .milk
        case .soda: .soda
        case .coffee: .coffee
        }
    }

    /// The drink's `class`.
    public var drinkClass: DrinkClass {
        switch self {
        case .milk(_, .strawberry): .strawberryMilk
        case .milk(_, .chocolate): .chocolateMilk
        case .milk(_, .banana): .bananaMilk
        case .soda(_, .cola): .cola
        case .soda(_, .cider): .cider
        case .soda(_, .fanta): .fanta
        case .coffee(_, _, .top): .top
        case .coffee(_, _, .cantata): .cantata
        case .coffee(_, _, .georgia): .georgia
        }
    }

    /// The temperature in °C; `nil` if the drink is not coffee.
    public var temperature: Int? {
        guard case .coffee(let temperature, _, _) = self else { return nil }
        return temperature
    }

    /// The last day on which the drink may be sold; `nil` if it is not milk.
    public var expiresOn: Day? {
        guard case .milk(let day, _) = self else { return nil }
        return day
    }
}

/// The class of a drink. The raw value is its encoded name.
public enum DrinkClass: String, Hashable, Sendable, Codable, CaseIterable {
    case strawberryMilk = "strawberry-milk"
    case chocolateMilk = "chocolate-milk"
    case bananaMilk = "banana-milk"
    case cola, cider, fanta, top, cantata, georgia
}

/// The flavour of a milk drink. Shares are percentages, 0 to 100.
public enum MilkFlavor: Hashable, Sendable {
    /// `strawberry_share`
    case strawberry(share: Int)
    /// `cocoa_share`
    case chocolate(cocoaShare: Int)
    /// `banana_share`
    case banana(share: Int)
}

public enum SodaFlavor: Hashable, Sendable {
    /// `caffeine`: milligrams in the whole bottle.
    case cola(caffeine: Int)
    /// `citrus_share`: percentage of lemon and lime, 0 to 100.
    case cider(citrusShare: Int)
    /// `fruit`: the flavour, as named by the shop.
    case fanta(fruit: PlainText)
}

public enum CoffeeBlend: Hashable, Sendable {
    /// `beans`: the origin of the beans, as named by the shop.
    case top(beans: PlainText)
    /// `milk_share`: percentage, 0 to 100.
    case cantata(milkShare: Int)
    /// `roast`: "light", "medium" or "dark".
    case georgia(roast: CoffeeRoast)
}

public enum CoffeeRoast: String, Hashable, Sendable, Codable {
    case light, medium, dark
}

extension DrinkTraits: Codable {
    private enum CodingKeys: String, CodingKey {
        case kind
        case drinkClass = "class"
        case expiresOn = "expires_on"
        case strawberryShare = "strawberry_share"
        case cocoaShare = "cocoa_share"
        case bananaShare = "banana_share"
        case sugar, caffeine
        case citrusShare = "citrus_share"
        case fruit, temperature, beans
        case milkShare = "milk_share"
        case roast
    }

    private static let shares = 0...100
    private static let grams = 0...10_000
    private static let milligrams = 0...10_000
    private static let celsius = -100...100

    /// Throws `DecodingError`, also if `class` does not belong to `kind`.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        switch try values.decode(DrinkClass.self, forKey: .drinkClass) {
        case .strawberryMilk:
            self = try DrinkTraits.milk(values, .strawberry(share: try DrinkTraits.share(.strawberryShare, values)))
        case .chocolateMilk:
            self = try DrinkTraits.milk(values, .chocolate(cocoaShare: try DrinkTraits.share(.cocoaShare, values)))
        case .bananaMilk:
            self = try DrinkTraits.milk(values, .banana(share: try DrinkTraits.share(.bananaShare, values)))
        case .cola: self = try DrinkTraits.soda(values, .cola(caffeine: try DrinkTraits.caffeine(values)))
        case .cider:
            self = try DrinkTraits.soda(values, .cider(citrusShare: try DrinkTraits.share(.citrusShare, values)))
        case .fanta:
            self = try DrinkTraits.soda(values, .fanta(fruit: try values.decode(PlainText.self, forKey: .fruit)))
        case .top: self = try DrinkTraits.coffee(values, .top(beans: try values.decode(PlainText.self, forKey: .beans)))
        case .cantata:
            self = try DrinkTraits.coffee(values, .cantata(milkShare: try DrinkTraits.share(.milkShare, values)))
        case .georgia:
            self = try DrinkTraits.coffee(
                values, .georgia(roast: try values.decode(CoffeeRoast.self, forKey: .roast)))
        }
        guard try values.decode(DrinkKind.self, forKey: .kind) == kind else {
            throw DecodingError.dataCorruptedError(
                forKey: .kind, in: values, debugDescription: "not the kind of its class")
        }
    }

    private typealias Values = KeyedDecodingContainer<CodingKeys>

    private static func milk(_ values: Values, _ flavor: MilkFlavor) throws -> DrinkTraits {
        .milk(expiresOn: try values.decode(Day.self, forKey: .expiresOn), flavor)
    }

    private static func soda(_ values: Values, _ flavor: SodaFlavor) throws -> DrinkTraits {
        .soda(sugar: try values.decode(in: grams, forKey: .sugar), flavor)
    }

    private static func coffee(_ values: Values, _ blend: CoffeeBlend) throws -> DrinkTraits {
        .coffee(
            temperature: try values.decode(in: celsius, forKey: .temperature), caffeine: try caffeine(values), blend)
    }

    private static func caffeine(_ values: Values) throws -> Int {
        try values.decode(in: milligrams, forKey: .caffeine)
    }

    private static func share(_ key: CodingKeys, _ values: Values) throws -> Int {
        try values.decode(in: shares, forKey: key)
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(kind, forKey: .kind)
        try values.encode(drinkClass, forKey: .drinkClass)
        switch self {
        case .milk(let day, let flavor):
            try values.encode(day, forKey: .expiresOn)
            switch flavor {
            case .strawberry(let share): try values.encode(share, forKey: .strawberryShare)
            case .chocolate(let share): try values.encode(share, forKey: .cocoaShare)
            case .banana(let share): try values.encode(share, forKey: .bananaShare)
            }
        case .soda(let sugar, let flavor):
            try values.encode(sugar, forKey: .sugar)
            switch flavor {
            case .cola(let caffeine): try values.encode(caffeine, forKey: .caffeine)
            case .cider(let share): try values.encode(share, forKey: .citrusShare)
            case .fanta(let fruit): try values.encode(fruit, forKey: .fruit)
            }
        case .coffee(let temperature, let caffeine, let blend):
            try values.encode(temperature, forKey: .temperature)
            try values.encode(caffeine, forKey: .caffeine)
            switch blend {
            case .top(let beans): try values.encode(beans, forKey: .beans)
            case .cantata(let share): try values.encode(share, forKey: .milkShare)
            case .georgia(let roast): try values.encode(roast, forKey: .roast)
            }
        }
    }
}
