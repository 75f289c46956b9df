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

    public final func isExpired(on day: Day) -> Bool { expiresOn.map { $0 < day } ?? false }

    /// Replaces the label.
    public final func relabel(as label: Label) { self.label = label }

    /// The class, the contents of the label, and the manufacturing day as yyyyMMdd.
    public var description: String {
        let parts = [
            label.brand.string, "\(label.volume)mL", label.price.text, label.name.string, manufacturedOn.text,
        ]
        return "\(type(of: self)) - " + parts.joined(separator: ", ")
    }

    /// The values to encode, by name. Each subclass adds its own. The class is encoded as well, so that decoding
    /// restores the same subclass.
    var fields: Fields {
        var fields: Fields = [
            "brand": label.brand, "name": label.name, "volume": label.volume, "price": label.price,
            "manufactured_on": manufacturedOn,
        ]
        // Not a cast to `Sellable`, which searches all conformances of the program, once for each class.
        let own = ObjectIdentifier(type(of: self))
        fields["class"] = DrinkClass.allCases.first { ObjectIdentifier($0.beverage) == own }
        return fields
    }

    public required init(from decoder: any Decoder) throws {
        label = Label(
            brand: try decoder.text(at: "brand"), name: try decoder.text(at: "name"),
            volume: try decoder.number(at: "volume", in: Label.volumes),
            price: Won(try decoder.number(at: "price", in: Label.prices)))
        manufacturedOn = try decoder.manufacturedOn ?? decoder.value(at: "manufactured_on")
    }

    public final func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: FieldName.self)
        for (name, value) in fields { try values.encode(value, forKey: name) }
    }
}
