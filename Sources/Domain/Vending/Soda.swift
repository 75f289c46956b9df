import TerminalText

/// A carbonated drink. Abstract.
public class Soda: Beverage {
    /// Grams in the whole bottle.
    public let sugar: Int

    init(_ label: Label, manufacturedOn: Day, sugar: Int) {
        self.sugar = sugar
        super.init(label, manufacturedOn: manufacturedOn)
    }

    public final var isSugarFree: Bool { sugar == 0 }

    public required init(from decoder: any Decoder) throws {
        sugar = try decoder.integer(at: "sugar", in: Bounds.grams)
        try super.init(from: decoder)
    }

    override public var properties: [DrinkProperty] { super.properties + [.sugar(sugar)] }
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

    public required init(from decoder: any Decoder) throws {
        caffeine = try decoder.integer(at: "caffeine", in: Bounds.milligrams)
        try super.init(from: decoder)
    }

    override public var properties: [DrinkProperty] { super.properties + [.caffeine(caffeine)] }
}

public final class Cider: Soda, Sellable {
    /// The percentage of lemon and lime.
    public let citrusShare: Int

    public init(_ label: Label, manufacturedOn: Day, sugar: Int, citrusShare: Int) {
        self.citrusShare = citrusShare
        super.init(label, manufacturedOn: manufacturedOn, sugar: sugar)
    }

    /// Whether it contains lemon or lime and not just flavouring.
    public var hasRealCitrus: Bool { citrusShare > 0 }

    public static var drinkClass: DrinkClass { .cider }

    public required init(from decoder: any Decoder) throws {
        citrusShare = try decoder.integer(at: "citrus_share", in: Bounds.percent)
        try super.init(from: decoder)
    }

    override public var properties: [DrinkProperty] { super.properties + [.citrusShare(citrusShare)] }
}

public final class Fanta: Soda, Sellable {
    /// The flavour, as named by the shop.
    public let fruit: PlainText

    public init(_ label: Label, manufacturedOn: Day, sugar: Int, fruit: PlainText) {
        self.fruit = fruit
        super.init(label, manufacturedOn: manufacturedOn, sugar: sugar)
    }

    public func tastes(of fruit: PlainText) -> Bool { self.fruit == fruit }

    public static var drinkClass: DrinkClass { .fanta }

    public required init(from decoder: any Decoder) throws {
        fruit = try decoder.text(at: "fruit")
        try super.init(from: decoder)
    }

    override public var properties: [DrinkProperty] { super.properties + [.fruit(fruit)] }
}
