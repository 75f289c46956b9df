import TerminalText

/// Milk, which expires. Abstract.
public class Milk: Beverage {
    /// The number of days after the manufacturing day on which it may still be sold.
    public let shelfLife: Int

    init(_ label: Label, manufacturedOn: Day, shelfLife: Int) {
        self.shelfLife = shelfLife
        super.init(label, manufacturedOn: manufacturedOn)
    }

    override public final var expiresOn: Day? { manufacturedOn.adding(days: shelfLife) }

    public required init(from decoder: any Decoder) throws {
        shelfLife = try decoder.shelfLife
        try super.init(from: decoder)
    }

    override public final func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var values = encoder.container(keyedBy: FieldName.self)
        try values.encode(shelfLife, forKey: "shelf_life")
    }
}

public final class StrawberryMilk: Milk, Sellable {
    /// The percentage of strawberries.
    public let strawberryShare: Int

    public init(_ label: Label, manufacturedOn: Day, shelfLife: Int, strawberryShare: Int) {
        self.strawberryShare = strawberryShare
        super.init(label, manufacturedOn: manufacturedOn, shelfLife: shelfLife)
    }

    /// Whether it contains strawberries and not just flavouring.
    public var hasRealStrawberries: Bool { strawberryShare > 0 }

    public static var drinkClass: DrinkClass { .strawberryMilk }

    public required init(from decoder: any Decoder) throws {
        strawberryShare = try decoder.integer(at: "strawberry_share", in: Bounds.percent)
        try super.init(from: decoder)
    }

    override public var properties: [DrinkProperty] { super.properties + [.strawberryShare(strawberryShare)] }
}

public final class ChocolateMilk: Milk, Sellable {
    /// The percentage of cocoa.
    public let cocoaShare: Int

    private static let darkFrom = 5

    public init(_ label: Label, manufacturedOn: Day, shelfLife: Int, cocoaShare: Int) {
        self.cocoaShare = cocoaShare
        super.init(label, manufacturedOn: manufacturedOn, shelfLife: shelfLife)
    }

    /// Whether it contains at least 5 % cocoa.
    public var isDark: Bool { cocoaShare >= ChocolateMilk.darkFrom }

    public static var drinkClass: DrinkClass { .chocolateMilk }

    public required init(from decoder: any Decoder) throws {
        cocoaShare = try decoder.integer(at: "cocoa_share", in: Bounds.percent)
        try super.init(from: decoder)
    }

    override public var properties: [DrinkProperty] { super.properties + [.cocoaShare(cocoaShare)] }
}

public final class BananaMilk: Milk, Sellable {
    /// The percentage of bananas.
    public let bananaShare: Int

    public init(_ label: Label, manufacturedOn: Day, shelfLife: Int, bananaShare: Int) {
        self.bananaShare = bananaShare
        super.init(label, manufacturedOn: manufacturedOn, shelfLife: shelfLife)
    }

    /// Whether it contains bananas and not just flavouring.
    public var hasRealBananas: Bool { bananaShare > 0 }

    public static var drinkClass: DrinkClass { .bananaMilk }

    public required init(from decoder: any Decoder) throws {
        bananaShare = try decoder.integer(at: "banana_share", in: Bounds.percent)
        try super.init(from: decoder)
    }

    override public var properties: [DrinkProperty] { super.properties + [.bananaShare(bananaShare)] }
}
