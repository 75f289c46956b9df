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

    /// What it has, by name: each class adds its own. Its class is told by name, so that nothing of it is lost.
    var fields: Fields {
        var fields: Fields = [
            "brand": label.brand, "name": label.name, "volume": label.volume, "price": label.price,
            "manufactured_on": manufacturedOn,
        ]
        fields["class"] = (self as? any Sellable).map { type(of: $0).drinkClass }
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
