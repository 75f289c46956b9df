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

    private enum CodingKeys: String, CodingKey { case shelfLife = "shelf_life" }

    public required init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        shelfLife = try values.decodeNumber(in: Bounds.days, forKey: .shelfLife)
        try super.init(from: decoder)
    }

    override public func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(shelfLife, forKey: .shelfLife)
    }
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

    private enum CodingKeys: String, CodingKey { case strawberryShare = "strawberry_share" }

    public required init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        strawberryShare = try values.decodeNumber(in: Bounds.percent, forKey: .strawberryShare)
        try super.init(from: decoder)
    }

    override public func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(strawberryShare, forKey: .strawberryShare)
    }
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

    private enum CodingKeys: String, CodingKey { case cocoaShare = "cocoa_share" }

    public required init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        cocoaShare = try values.decodeNumber(in: Bounds.percent, forKey: .cocoaShare)
        try super.init(from: decoder)
    }

    override public func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(cocoaShare, forKey: .cocoaShare)
    }
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

    private enum CodingKeys: String, CodingKey { case bananaShare = "banana_share" }

    public required init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        bananaShare = try values.decodeNumber(in: Bounds.percent, forKey: .bananaShare)
        try super.init(from: decoder)
    }

    override public func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(bananaShare, forKey: .bananaShare)
    }
}
