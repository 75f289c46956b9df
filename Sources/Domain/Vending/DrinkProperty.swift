import Foundation
import TerminalText

/// A property that only some classes of beverages have, as a value: what is displayed and encoded of it. The classes
/// declare its unit.
public enum DrinkProperty: Hashable, Sendable {
    case strawberryShare(Int), cocoaShare(Int), bananaShare(Int)
    case sugar(Int), caffeine(Int), citrusShare(Int), fruit(PlainText)
    case temperature(Int), beans(PlainText), milkShare(Int), roast(CoffeeRoast)

    fileprivate var field: (name: FieldName, value: any Encodable) {
        switch self {
        case .strawberryShare(let percent): ("strawberry_share", percent)
        case .cocoaShare(let percent): ("cocoa_share", percent)
        case .bananaShare(let percent): ("banana_share", percent)
        case .sugar(let grams): ("sugar", grams)
        case .caffeine(let milligrams): ("caffeine", milligrams)
        case .citrusShare(let percent): ("citrus_share", percent)
        case .fruit(let fruit): ("fruit", fruit)
        case .temperature(let celsius): ("temperature", celsius)
        case .beans(let origin): ("beans", origin)
        case .milkShare(let percent): ("milk_share", percent)
        case .roast(let roast): ("roast", roast)
        }
    }
}

extension [DrinkProperty] {
    /// Encodes each property as a key of the object that is being encoded.
    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: FieldName.self)
        for property in self {
            let (name, value) = property.field
            try values.encode(value, forKey: name)
        }
    }
}

public enum CoffeeRoast: String, Hashable, Sendable, Codable {
    case light, medium, dark
}

/// The encoded name of a value.
struct FieldName: CodingKey, ExpressibleByStringLiteral {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringLiteral name: String) { stringValue = name }
    init?(stringValue name: String) { stringValue = name }
    init?(intValue: Int) { nil }
}

extension KeyedDecodingContainer<FieldName> {
    /// All names but those that begin with slashes: these are explanations, and values that are not to apply.
    var namesWithoutComments: [FieldName] { allKeys.filter { !$0.stringValue.hasPrefix("//") } }
}

/// The `userInfo` key with which the caller of a decoder overrides the manufacturing day.
private let manufactureDayKey = CodingUserInfoKey(rawValue: "manufactured_on")

extension JSONDecoder {
    /// Creates a decoder that uses `day` as the manufacturing day of beverages, or decodes it if `day` is `nil`.
    convenience init(manufacturedOn day: Day?) {
        self.init()
        if let day, let key = manufactureDayKey { userInfo[key] = day }
    }
}

// Decodes the values of a beverage. All throw `DecodingError`.
extension Decoder {
    /// The manufacturing day given by the caller, or else the encoded one.
    var manufacturedOn: Day {
        get throws { try manufactureDayKey.flatMap { userInfo[$0] as? Day } ?? value(at: "manufactured_on") }
    }

    /// Decodes the number of days for which milk may be sold; from its last day if only that is encoded, as in the
    /// lists for guests.
    var shelfLife: Int {
        get throws {
            let values = try container(keyedBy: FieldName.self)
            guard !values.contains("shelf_life"), values.contains("expires_on") else {
                return try integer(at: "shelf_life", in: Bounds.days)
            }
            let days = try manufacturedOn.days(until: values.decode(Day.self, forKey: "expires_on"))
            guard Bounds.days.contains(days) else {
                throw DecodingError.dataCorruptedError(
                    forKey: "expires_on", in: values, debugDescription: "out of range")
            }
            return days
        }
    }

    func integer(at name: FieldName, in range: ClosedRange<Int>) throws -> Int {
        try container(keyedBy: FieldName.self).decode(in: range, forKey: name)
    }

    /// Decodes the text with that name, which must have something to display.
    func text(at name: FieldName) throws -> PlainText {
        try RecordValues(self, keyedBy: FieldName.self).requiredText(name)
    }

    func value<Value: Decodable>(at name: FieldName) throws -> Value {
        try container(keyedBy: FieldName.self).decode(Value.self, forKey: name)
    }
}

/// The ranges accepted for a beverage's numbers.
enum Bounds {
    static let percent = 0...100
    static let grams = 0...10_000
    static let milligrams = 0...10_000
    static let celsius = -100...100
    static let days = 0...3_650
}
