import TerminalText

/// Coffee, hot or not. Abstract.
public class Coffee: Beverage {
    /// In °C.
    public let temperature: Int
    /// Milligrams in the whole can.
    public let caffeine: Int

    init(_ label: Label, manufacturedOn: Day, temperature: Int, caffeine: Int) {
        self.temperature = temperature
        self.caffeine = caffeine
        super.init(label, manufacturedOn: manufacturedOn)
    }

    override public final var isHot: Bool { temperature >= Drink.hotFrom }

    public final var isDecaffeinated: Bool { caffeine == 0 }

    private enum CodingKeys: CodingKey { case temperature, caffeine }

    public required init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        temperature = try values.decodeNumber(in: Bounds.celsius, forKey: .temperature)
        caffeine = try values.decodeNumber(in: Bounds.milligrams, forKey: .caffeine)
        try super.init(from: decoder)
    }

    override public func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(temperature, forKey: .temperature)
        try values.encode(caffeine, forKey: .caffeine)
    }
}

public final class Top: Coffee, Sellable {
    /// Where its beans are from, as the shop says it.
    public let beans: PlainText

    public init(_ label: Label, manufacturedOn: Day, temperature: Int, caffeine: Int, beans: PlainText) {
        self.beans = beans
        super.init(label, manufacturedOn: manufacturedOn, temperature: temperature, caffeine: caffeine)
    }

    public func isMade(from beans: PlainText) -> Bool { self.beans == beans }

    public static var drinkClass: DrinkClass { .top }
    public var traits: DrinkTraits {
        .coffee(temperature: temperature, caffeine: caffeine, .top(beans: beans))
    }

    private enum CodingKeys: CodingKey { case beans }

    public required init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        beans = try values.decodeText(forKey: .beans)
        try super.init(from: decoder)
    }

    override public func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(beans, forKey: .beans)
    }
}

public final class Cantata: Coffee, Sellable {
    /// Milk in it, in percent.
    public let milkShare: Int

    public init(_ label: Label, manufacturedOn: Day, temperature: Int, caffeine: Int, milkShare: Int) {
        self.milkShare = milkShare
        super.init(label, manufacturedOn: manufacturedOn, temperature: temperature, caffeine: caffeine)
    }

    /// Without any milk.
    public var isBlack: Bool { milkShare == 0 }

    public static var drinkClass: DrinkClass { .cantata }
    public var traits: DrinkTraits {
        .coffee(temperature: temperature, caffeine: caffeine, .cantata(milkShare: milkShare))
    }

    private enum CodingKeys: String, CodingKey { case milkShare = "milk_share" }

    public required init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        milkShare = try values.decodeNumber(in: Bounds.percent, forKey: .milkShare)
        try super.init(from: decoder)
    }

    override public func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(milkShare, forKey: .milkShare)
    }
}

public final class Georgia: Coffee, Sellable {
    public let roast: CoffeeRoast

    public init(_ label: Label, manufacturedOn: Day, temperature: Int, caffeine: Int, roast: CoffeeRoast) {
        self.roast = roast
        super.init(label, manufacturedOn: manufacturedOn, temperature: temperature, caffeine: caffeine)
    }

    public var isDarkRoast: Bool { roast == .dark }

    public static var drinkClass: DrinkClass { .georgia }
    public var traits: DrinkTraits {
        .coffee(temperature: temperature, caffeine: caffeine, .georgia(roast: roast))
    }

    private enum CodingKeys: CodingKey { case roast }

    public required init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        roast = try values.decode(CoffeeRoast.self, forKey: .roast)
        try super.init(from: decoder)
    }

    override public func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(roast, forKey: .roast)
    }
}
