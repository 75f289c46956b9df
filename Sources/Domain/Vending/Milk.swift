import TerminalText

/// Milk, which goes bad. Abstract.
public class Milk: Beverage {
    /// Days that it may be sold after the one on which it was made.
    public let shelfLife: Int

    init(_ label: Label, manufacturedOn: Day, shelfLife: Int) {
        self.shelfLife = shelfLife
        super.init(label, manufacturedOn: manufacturedOn)
    }

    override public final var expiresOn: Day? { lastDay }

    /// The last day on which it may be sold.
    final var lastDay: Day { manufacturedOn.adding(days: shelfLife) }

    public required init(from decoder: any Decoder) throws {
        shelfLife = try decoder.number(at: "shelf_life", in: Bounds.days)
        try super.init(from: decoder)
    }

    override var fields: Fields { super.fields.adding(["shelf_life": shelfLife]) }
}

public final class StrawberryMilk: Milk, Sellable {
    /// Strawberries in it, in percent.
    public let strawberryShare: Int

    public init(_ label: Label, manufacturedOn: Day, shelfLife: Int, strawberryShare: Int) {
        self.strawberryShare = strawberryShare
        super.init(label, manufacturedOn: manufacturedOn, shelfLife: shelfLife)
    }

    /// Whether there is any strawberry in it, and not only its taste.
    public var hasRealStrawberries: Bool { strawberryShare > 0 }

    public static var drinkClass: DrinkClass { .strawberryMilk }
    public var traits: DrinkTraits { .milk(expiresOn: lastDay, .strawberry(share: strawberryShare)) }

    public required init(from decoder: any Decoder) throws {
        strawberryShare = try decoder.number(at: "strawberry_share", in: Bounds.percent)
        try super.init(from: decoder)
    }

    override var fields: Fields { super.fields.adding(["strawberry_share": strawberryShare]) }
}

public final class ChocolateMilk: Milk, Sellable {
    /// Cocoa in it, in percent.
    public let cocoaShare: Int

    private static let darkFrom = 5

    public init(_ label: Label, manufacturedOn: Day, shelfLife: Int, cocoaShare: Int) {
        self.cocoaShare = cocoaShare
        super.init(label, manufacturedOn: manufacturedOn, shelfLife: shelfLife)
    }

    /// With at least 5 % of cocoa.
    public var isDark: Bool { cocoaShare >= ChocolateMilk.darkFrom }

    public static var drinkClass: DrinkClass { .chocolateMilk }
    public var traits: DrinkTraits { .milk(expiresOn: lastDay, .chocolate(cocoaShare: cocoaShare)) }

    public required init(from decoder: any Decoder) throws {
        cocoaShare = try decoder.number(at: "cocoa_share", in: Bounds.percent)
        try super.init(from: decoder)
    }

    override var fields: Fields { super.fields.adding(["cocoa_share": cocoaShare]) }
}

public final class BananaMilk: Milk, Sellable {
    /// Bananas in it, in percent.
    public let bananaShare: Int

    public init(_ label: Label, manufacturedOn: Day, shelfLife: Int, bananaShare: Int) {
        self.bananaShare = bananaShare
        super.init(label, manufacturedOn: manufacturedOn, shelfLife: shelfLife)
    }

    /// Whether there is any banana in it, and not only its taste.
    public var hasRealBananas: Bool { bananaShare > 0 }

    public static var drinkClass: DrinkClass { .bananaMilk }
    public var traits: DrinkTraits { .milk(expiresOn: lastDay, .banana(share: bananaShare)) }

    public required init(from decoder: any Decoder) throws {
        bananaShare = try decoder.number(at: "banana_share", in: Bounds.percent)
        try super.init(from: decoder)
    }

    override var fields: Fields { super.fields.adding(["banana_share": bananaShare]) }
}
