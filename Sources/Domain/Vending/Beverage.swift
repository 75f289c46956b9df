import TerminalText

/// Something to drink, as one of it stands in the machine. Abstract, as the classes right below it are.
///
/// Beverages do not cross from one thread to another. What does are values that are made of them.
public class Beverage: CustomStringConvertible, Codable {
    public private(set) var label: Label
    public let manufacturedOn: Day

    init(_ label: Label, manufacturedOn: Day) {
        self.label = label
        self.manufacturedOn = manufacturedOn
    }

    /// The last day on which it may be sold; `nil` for what keeps.
    public var expiresOn: Day? { nil }

    /// At or above 60 °C.
    public var isHot: Bool { false }

    public final func isExpired(on day: Day) -> Bool { expiresOn.map { $0 < day } ?? false }

    /// Puts another label on it.
    public final func relabel(as label: Label) { self.label = label }

    /// Its class, everything on its label, and the day on which it was made: yyyyMMdd.
    public var description: String {
        let parts = [
            label.brand.string, "\(label.volume)mL", label.price.text, label.name.string, manufacturedOn.text,
        ]
        return "\(type(of: self)) - " + parts.joined(separator: ", ")
    }

    private enum CodingKeys: String, CodingKey {
        case drinkClass = "class"
        case brand, name, volume, price
        case manufacturedOn = "manufactured_on"
    }

    public required init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        label = Label(
            brand: try values.decodeText(forKey: .brand), name: try values.decodeText(forKey: .name),
            volume: try values.decodeNumber(in: Label.volumes, forKey: .volume),
            price: Won(try values.decodeNumber(in: Label.prices, forKey: .price)))
        manufacturedOn = try decoder.manufacturedOn ?? values.decode(Day.self, forKey: .manufacturedOn)
    }

    /// Writes its class by name beside everything that it and the classes above it have, so that nothing of it is lost.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encodeIfPresent((self as? any Sellable).map { type(of: $0).drinkClass }, forKey: .drinkClass)
        try values.encode(label.brand, forKey: .brand)
        try values.encode(label.name, forKey: .name)
        try values.encode(label.volume, forKey: .volume)
        try values.encode(label.price, forKey: .price)
        try values.encode(manufacturedOn, forKey: .manufacturedOn)
    }
}
