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

    public required init(from decoder: any Decoder) throws {
        temperature = try decoder.integer(at: "temperature", in: Bounds.celsius)
        caffeine = try decoder.integer(at: "caffeine", in: Bounds.milligrams)
        try super.init(from: decoder)
    }

    override public var properties: [DrinkProperty] {
        super.properties + [.temperature(temperature), .caffeine(caffeine)]
    }
}

public final class Top: Coffee, Sellable {
    /// The origin of the beans, as named by the shop.
    public let beans: PlainText

    public init(_ label: Label, manufacturedOn: Day, temperature: Int, caffeine: Int, beans: PlainText) {
        self.beans = beans
        super.init(label, manufacturedOn: manufacturedOn, temperature: temperature, caffeine: caffeine)
    }

    public func isMade(from beans: PlainText) -> Bool { self.beans == beans }

    public static var drinkClass: DrinkClass { .top }

    public required init(from decoder: any Decoder) throws {
        beans = try decoder.text(at: "beans")
        try super.init(from: decoder)
    }

    override public var properties: [DrinkProperty] { super.properties + [.beans(beans)] }
}

public final class Cantata: Coffee, Sellable {
    /// The percentage of milk.
    public let milkShare: Int

    public init(_ label: Label, manufacturedOn: Day, temperature: Int, caffeine: Int, milkShare: Int) {
        self.milkShare = milkShare
        super.init(label, manufacturedOn: manufacturedOn, temperature: temperature, caffeine: caffeine)
    }

    /// Whether the coffee contains no milk.
    public var isBlack: Bool { milkShare == 0 }

    public static var drinkClass: DrinkClass { .cantata }

    public required init(from decoder: any Decoder) throws {
        milkShare = try decoder.integer(at: "milk_share", in: Bounds.percent)
        try super.init(from: decoder)
    }

    override public var properties: [DrinkProperty] { super.properties + [.milkShare(milkShare)] }
}

public final class Georgia: Coffee, Sellable {
    public let roast: CoffeeRoast

    public init(_ label: Label, manufacturedOn: Day, temperature: Int, caffeine: Int, roast: CoffeeRoast) {
        self.roast = roast
        super.init(label, manufacturedOn: manufacturedOn, temperature: temperature, caffeine: caffeine)
    }

    public var isDarkRoast: Bool { roast == .dark }

    public static var drinkClass: DrinkClass { .georgia }

    public required init(from decoder: any Decoder) throws {
        roast = try decoder.value(at: "roast")
        try super.init(from: decoder)
    }

    override public var properties: [DrinkProperty] { super.properties + [.roast(roast)] }
}
