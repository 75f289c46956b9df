import TerminalText

/// Something that sparkles. Abstract.
public class Soda: Beverage {
    /// Grams in the whole bottle.
    public let sugar: Int

    init(_ label: Label, manufacturedOn: Day, sugar: Int) {
        self.sugar = sugar
        super.init(label, manufacturedOn: manufacturedOn)
    }

    public final var isSugarFree: Bool { sugar == 0 }

    private enum CodingKeys: CodingKey { case sugar }

    public required init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        sugar = try values.decodeNumber(in: Bounds.grams, forKey: .sugar)
        try super.init(from: decoder)
    }

    override public func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(sugar, forKey: .sugar)
    }
}

public final class Cola: Soda, Sellable {
    /// Milligrams in the whole bottle.
    public let caffeine: Int

    public init(_ label: Label, manufacturedOn: Day, sugar: Int, caffeine: Int) {
        self.caffeine = caffeine
        super.init(label, manufacturedOn: manufacturedOn, sugar: sugar)
    }

    public var isCaffeineFree: Bool { caffeine == 0 }

    public static var drinkClass: DrinkClass { .cola }
    public var traits: DrinkTraits { .soda(sugar: sugar, .cola(caffeine: caffeine)) }

    private enum CodingKeys: CodingKey { case caffeine }

    public required init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        caffeine = try values.decodeNumber(in: Bounds.milligrams, forKey: .caffeine)
        try super.init(from: decoder)
    }

    override public func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(caffeine, forKey: .caffeine)
    }
}

public final class Cider: Soda, Sellable {
    /// Lemon and lime in it, in percent.
    public let citrusShare: Int

    public init(_ label: Label, manufacturedOn: Day, sugar: Int, citrusShare: Int) {
        self.citrusShare = citrusShare
        super.init(label, manufacturedOn: manufacturedOn, sugar: sugar)
    }

    /// Whether there is any lemon or lime in it, and not only their taste.
    public var hasRealCitrus: Bool { citrusShare > 0 }

    public static var drinkClass: DrinkClass { .cider }
    public var traits: DrinkTraits { .soda(sugar: sugar, .cider(citrusShare: citrusShare)) }

    private enum CodingKeys: String, CodingKey { case citrusShare = "citrus_share" }

    public required init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        citrusShare = try values.decodeNumber(in: Bounds.percent, forKey: .citrusShare)
        try super.init(from: decoder)
    }

    override public func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(citrusShare, forKey: .citrusShare)
    }
}

public final class Fanta: Soda, Sellable {
    /// What it tastes of, as the shop says it.
    public let fruit: PlainText

    public init(_ label: Label, manufacturedOn: Day, sugar: Int, fruit: PlainText) {
        self.fruit = fruit
        super.init(label, manufacturedOn: manufacturedOn, sugar: sugar)
    }

    public func tastes(of fruit: PlainText) -> Bool { self.fruit == fruit }

    public static var drinkClass: DrinkClass { .fanta }
    public var traits: DrinkTraits { .soda(sugar: sugar, .fanta(fruit: fruit)) }

    private enum CodingKeys: CodingKey { case fruit }

    public required init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        fruit = try values.decodeText(forKey: .fruit)
        try super.init(from: decoder)
    }

    override public func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(fruit, forKey: .fruit)
    }
}
