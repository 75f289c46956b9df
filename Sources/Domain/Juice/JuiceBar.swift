import Foundation
import TerminalText

/// An identifier that is a name, and is encoded as one.
public protocol NamedID: Hashable, Sendable, Codable, CustomStringConvertible {
    var name: String { get }
    init(_ name: String)
}

extension NamedID {
    public var description: String { name }

    public init(from decoder: any Decoder) throws { self.init(try decoder.singleValueContainer().decode(String.self)) }

    public func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        try value.encode(name)
    }
}

/// The identifier of a fruit: "strawberry".
public struct FruitID: NamedID, CodingKeyRepresentable {
    public let name: String

    public init(_ name: String) { self.name = name }

    // Encodes dictionaries with these keys as objects, not as arrays of pairs.
    public var codingKey: any CodingKey { name.codingKey }
    public init?(codingKey: some CodingKey) { name = codingKey.stringValue }
}

/// The identifier of a juice: "strawberry-banana".
public struct JuiceID: NamedID {
    public let name: String

    public init(_ name: String) { self.name = name }
}

/// A fruit of the juice bar and its count: an item of `GET /juice/fruits`.
public struct FruitStock: SectionRow, Codable {
    public let id: FruitID
    public let name: PlainText
    /// The English name; `nil` if the shop provides none.
    public let nameInEnglish: PlainText?
    /// 0 to 100.
    public let count: Int

    public init(id: FruitID, name: PlainText, nameInEnglish: PlainText? = nil, count: Int) {
        self.id = id
        self.name = name
        self.nameInEnglish = nameInEnglish
        self.count = count
    }

    private enum CodingKeys: String, CodingKey {
        case id, name, count
        case nameInEnglish = "name_en"
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        id = try values.decode(FruitID.self, forKey: .id)
        name = try values.decode(PlainText.self, forKey: .name)
        nameInEnglish = values.decodeEnglish(forKey: .nameInEnglish)
        count = try values.decode(in: WireBounds.counts, forKey: .count)
    }

    /// The counts of a fruit that the bar may hold.
    public static let counts = 0...100
}

/// A juice: an item of `GET /juice/menu`.
public struct Juice: SectionRow, Codable {
    public let id: JuiceID
    public let name: PlainText
    /// The English name; `nil` if the shop provides none.
    public let nameInEnglish: PlainText?
    public let price: Won
    public let needs: [FruitID: Int]
    /// Whether the stock suffices to make the juice now.
    public let available: Bool

    public init(
        id: JuiceID, name: PlainText, nameInEnglish: PlainText? = nil, price: Won, needs: [FruitID: Int],
        available: Bool
    ) {
        self.id = id
        self.name = name
        self.nameInEnglish = nameInEnglish
        self.price = price
        self.needs = needs
        self.available = available
    }

    private enum CodingKeys: String, CodingKey {
        case id, name, price, needs, available
        case nameInEnglish = "name_en"
    }

    public init(from decoder: any Decoder) throws {
        let values = try RecordValues(decoder, keyedBy: CodingKeys.self)
        id = try values.required(.id)
        name = try values.required(.name)
        nameInEnglish = values.english(.nameInEnglish)
        price = Won(try values.required(in: WireBounds.won, .price))
        needs = try values.value(.needs, else: [:])
        guard needs.values.allSatisfy(WireBounds.counts.contains) else { throw values.error(.needs, "out of bounds") }
        // If absent, assume it is available: the shop checks again when it receives an order.
        available = try values.value(.available, else: true)
    }
}

/// The data of an event of `GET /events`: the section has a new version.
public struct SectionEvent: Hashable, Sendable, Codable {
    public let section: SectionID
    public let version: Int

    public init(section: SectionID, version: Int) {
        self.section = section
        self.version = version
    }

    /// The header field of the `GET /events` response that lists the shop's public sections: their paths, separated by
    /// spaces.
    public static let sectionsHeaderName = "Banchan-Sections"

    /// Returns the value of the `Banchan-Sections` header field for `sections`.
    public static func text(of sections: [SectionID]) -> String { sections.map(\.path).joined(separator: " ") }

    /// Parses the value of the `Banchan-Sections` header field.
    public static func sections(in text: String) -> Set<SectionID> {
        Set(text.split(separator: " ").map { SectionID(path: String($0)) })
    }

    // A section is encoded as its path.
    private enum CodingKeys: String, CodingKey { case section, version }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        section = SectionID(path: try values.decode(String.self, forKey: .section))
        version = try values.decode(Int.self, forKey: .version)
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(section.path, forKey: .section)
        try values.encode(version, forKey: .version)
    }
}

extension SectionID {
    public static let juices = SectionID(path: "juice/menu")
    public static let fruits = SectionID(path: "juice/fruits")

    /// The juice bar's sections in display order.
    public static let juiceBar = [juices, fruits]
}
