import TerminalText

/// A single beverage in the machine. Abstract, as are its direct subclasses.
///
/// Beverages are not `Sendable`; other threads receive values that are created from them.
public class Beverage: CustomStringConvertible, Codable {
    public private(set) var label: Label
    public let manufacturedOn: Day

    init(_ label: Label, manufacturedOn: Day) {
        self.label = label
        self.manufacturedOn = manufacturedOn
    }

    /// The last day on which the beverage may be sold; `nil` if it does not expire.
    public var expiresOn: Day? { nil }

    /// Whether the temperature is at least 60 °C.
    public var isHot: Bool { false }

    /// The properties of the beverage's class that are displayed, the most important first. Each subclass adds its own.
    public var properties: [DrinkProperty] { [] }

    public final func isExpired(on day: Day) -> Bool { expiresOn.map { $0 < day } ?? false }

    public final func relabel(as label: Label) { self.label = label }

    /// The class, the contents of the label, and the manufacturing day as yyyyMMdd.
    public var description: String {
        let parts = [
            label.brand.string, "\(label.volume)mL", label.price.text, label.name.string, manufacturedOn.text,
        ]
        return "\(type(of: self)) - " + parts.joined(separator: ", ")
    }

    public required init(from decoder: any Decoder) throws {
        label = try Label(from: decoder)
        manufacturedOn = try decoder.manufacturedOn
    }

    /// Encodes the class as well, so that decoding restores the same subclass.
    public func encode(to encoder: any Encoder) throws {
        try label.encode(to: encoder)
        var values = encoder.container(keyedBy: FieldName.self)
        // Not a cast to `Sellable`, which searches all conformances of the program, once for each class.
        let own = ObjectIdentifier(type(of: self))
        try values.encode(DrinkClass.allCases.first { ObjectIdentifier($0.beverage) == own }, forKey: "class")
        try values.encode(manufacturedOn, forKey: "manufactured_on")
        try properties.encode(to: encoder)
    }
}

/// A beverage of a concrete class, which can be sold.
public protocol Sellable: Beverage {
    /// The class name that is encoded with the beverage.
    static var drinkClass: DrinkClass { get }
}

extension Sellable {
    public var product: Product { Product(Self.drinkClass, label) }
    public var kind: DrinkKind { Self.drinkClass.kind }
}

/// The class of a drink. The raw value is its encoded name.
public enum DrinkClass: String, Hashable, Sendable, Codable, CaseIterable {
    case strawberryMilk = "strawberry-milk"
    case chocolateMilk = "chocolate-milk"
    case bananaMilk = "banana-milk"
    case cola, cider, fanta, top, cantata, georgia

    /// The Swift class for this name. Decoding through it restores the class that was encoded, whatever the static type
    /// of the beverage was.
    public var beverage: any Sellable.Type {
        switch self {
        case .strawberryMilk: StrawberryMilk.self
        case .chocolateMilk: ChocolateMilk.self
        case .bananaMilk: BananaMilk.self
        case .cola: Cola.self
        case .cider: Cider.self
        case .fanta: Fanta.self
        case .top: Top.self
        case .cantata: Cantata.self
        case .georgia: Georgia.self
        }
    }

    public var kind: DrinkKind {
        switch beverage {
        case is Milk.Type: .milk
        case is Soda.Type: .soda
        default: .coffee
        }
    }
}

public struct Label: Hashable, Sendable, Codable {
    public let brand: PlainText
    public let name: PlainText
    /// In millilitres.
    public let volume: Int
    public let price: Won

    public init(brand: PlainText, name: PlainText, volume: Int, price: Won) {
        self.brand = brand
        self.name = name
        self.volume = volume
        self.price = price
    }

    private enum CodingKeys: CodingKey { case brand, name, volume, price }

    private static let volumes = 1...100_000
    private static let prices = 0...1_000_000

    public init(from decoder: any Decoder) throws {
        let values = try RecordValues(decoder, keyedBy: CodingKeys.self)
        brand = try values.text(.brand, else: "")
        name = try values.requiredText(.name)
        volume = try values.required(in: Label.volumes, .volume)
        price = Won(try values.required(in: Label.prices, .price))
    }
}

/// The identity of a product: class, brand, name, volume and price.
public struct Product: Hashable, Sendable {
    public let drinkClass: DrinkClass
    public let label: Label

    public init(_ drinkClass: DrinkClass, _ label: Label) {
        self.drinkClass = drinkClass
        self.label = label
    }
}
