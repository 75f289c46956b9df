import TerminalText

/// How a shop appears at its terminals: its name, its tabs, and the sections of its menu. A part of the shop's profile.
public struct ShopAppearance: Hashable, Sendable {
    public var name: PlainText?
    public var englishName: PlainText?
    /// The counters that have a tab, in the order of the tabs; at least one.
    public var counters: [CounterName]
    /// The sections of the menu in their order; at least one.
    public var sections: [MenuSection]
    /// The rule of delivery for all dishes; `nil` if the dishes' own texts apply.
    public var delivery: DeliveryRule?

    public init(
        name: PlainText? = nil, englishName: PlainText? = nil, counters: [CounterName] = CounterName.allCases,
        sections: [MenuSection] = MenuSection.standard, delivery: DeliveryRule? = nil
    ) {
        self.name = name
        self.englishName = englishName
        self.counters = counters
        self.sections = sections
        self.delivery = delivery
    }
}

extension ShopAppearance: Decodable {
    /// Decodes the part of a profile; every key may be missing.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: ShopProfile.CodingKeys.self)
        self.init(
            name: try values.decodeIfPresent(PlainText.self, forKey: .name),
            englishName: try values.decodeIfPresent(PlainText.self, forKey: .englishName),
            counters: try CounterName.decode(from: values), sections: try MenuSection.decode(from: values),
            delivery: try values.decodeIfPresent(DeliveryRule.self, forKey: .delivery))
    }
}

extension ShopProfile {
    public var appearance: ShopAppearance {
        ShopAppearance(
            name: head.name, englishName: head.englishName, counters: counters, sections: sections, delivery: delivery)
    }
}

/// A counter that the file of a shop can name. The raw value is its encoded name, which its counter has, too.
public enum CounterName: String, Hashable, Sendable, Codable, CaseIterable {
    case menu, juice, drinks, contacts, orders
}

extension CounterName {
    /// Decodes the counters of a profile: at least one, none twice, and with `orders` where something is ordered. Without
    /// the key, all of them.
    static func decode(from values: KeyedDecodingContainer<ShopProfile.CodingKeys>) throws -> [CounterName] {
        guard let counters = try values.decodeIfPresent([CounterName].self, forKey: .counters) else { return allCases }
        try values.refuseRepetition(in: counters, at: .counters)
        let takesOrders = counters.contains(.menu) || counters.contains(.juice)
        guard !counters.isEmpty, !takesOrders || counters.contains(.orders) else {
            throw DecodingError.dataCorruptedError(
                forKey: .counters, in: values, debugDescription: "none, or orders that nobody sees")
        }
        return counters
    }
}

/// A section of the menu with its headings, of which the English ones may be missing.
public struct MenuSection: Hashable, Sendable {
    /// The name of its file in `menu/`, without ".json".
    public let id: String
    public let title: PlainText
    public let subtitle: PlainText
    public let englishTitle: PlainText?
    public let englishSubtitle: PlainText?

    /// The most sections of a menu.
    public static let limit = 50
    /// The maximum number of characters of an identifier, and of each text.
    public static let maxIDLength = 40
    public static let maxTextLength = 100

    public init(
        id: String, title: PlainText, subtitle: PlainText = "", englishTitle: PlainText? = nil,
        englishSubtitle: PlainText? = nil
    ) {
        self.id = id
        self.title = title
        self.subtitle = subtitle
        self.englishTitle = englishTitle
        self.englishSubtitle = englishSubtitle
    }

    public var section: SectionID { SectionID(path: "woowa/\(id)") }

    /// Whether a section can have that identifier: letters and digits of ASCII, "-" and "_".
    public static func isID(_ text: String) -> Bool {
        (1...maxIDLength).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }

    /// The sections of a shop that names none.
    public static let standard = [
        MenuSection(
            id: SectionID.main.name, title: "메인반찬", subtitle: "한그릇 뚝딱 메인 요리", englishTitle: "Main dishes",
            englishSubtitle: "a whole meal in a bowl"),
        MenuSection(
            id: SectionID.soup.name, title: "국.찌게", subtitle: "김이 모락모락 국.찌게", englishTitle: "Soups and stews",
            englishSubtitle: "steaming hot"),
        MenuSection(
            id: SectionID.side.name, title: "밑반찬", subtitle: "언제 먹어도 든든한 밑반찬", englishTitle: "Side dishes",
            englishSubtitle: "good with every meal"),
    ]
}

extension MenuSection: Codable {
    enum CodingKeys: String, CodingKey {
        case id, title, subtitle
        case englishTitle = "title_en"
        case englishSubtitle = "subtitle_en"
    }

    /// Throws `DecodingError` for a value that is not valid.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        func text(_ key: CodingKeys) throws -> PlainText? {
            guard let text = try values.decodeIfPresent(String.self, forKey: key) else { return nil }
            guard text.count <= MenuSection.maxTextLength else {
                throw DecodingError.dataCorruptedError(forKey: key, in: values, debugDescription: "too long")
            }
            let plain = PlainText(text)
            return plain.isEmpty ? nil : plain
        }
        let id = try values.decode(String.self, forKey: .id)
        guard MenuSection.isID(id) else {
            throw DecodingError.dataCorruptedError(forKey: .id, in: values, debugDescription: "no name of a file")
        }
        guard values.contains(.title) else {
            throw DecodingError.keyNotFound(
                CodingKeys.title, .init(codingPath: decoder.codingPath, debugDescription: "no title"))
        }
        guard let title = try text(.title) else {
            throw DecodingError.dataCorruptedError(forKey: .title, in: values, debugDescription: "empty")
        }
        self.init(
            id: id, title: title, subtitle: try text(.subtitle) ?? "", englishTitle: try text(.englishTitle),
            englishSubtitle: try text(.englishSubtitle))
    }

    /// Decodes the sections of a profile: at least one, at most `limit`, and none twice. Without the key, the standard
    /// ones.
    static func decode(from values: KeyedDecodingContainer<ShopProfile.CodingKeys>) throws -> [MenuSection] {
        guard let sections = try values.decodeIfPresent([MenuSection].self, forKey: .sections) else { return standard }
        guard (1...limit).contains(sections.count) else {
            throw DecodingError.dataCorruptedError(
                forKey: .sections, in: values, debugDescription: "none, or too many")
        }
        try values.refuseRepetition(in: sections.map(\.id), at: .sections, CodingKeys.id)
        return sections
    }
}

extension KeyedDecodingContainer<ShopProfile.CodingKeys> {
    /// Throws `DecodingError` with the place of the first item that is repeated, or of its value for `part`.
    fileprivate func refuseRepetition(
        in items: [some Hashable], at key: ShopProfile.CodingKeys, _ part: (any CodingKey)? = nil
    ) throws {
        guard let index = items.indices.first(where: { items[..<$0].contains(items[$0]) }) else { return }
        throw DecodingError.dataCorrupted(
            .init(
                codingPath: codingPath + [key, ListIndex(index)] + (part.map { [$0] } ?? []),
                debugDescription: "one twice"))
    }
}

/// The position of an item in a list, for the paths of errors.
private struct ListIndex: CodingKey {
    private let index: Int
    var stringValue: String { "Index \(index)" }
    var intValue: Int? { index }

    init(_ index: Int) { self.index = index }
    init?(stringValue: String) { nil }
    init?(intValue: Int) { index = intValue }
}
