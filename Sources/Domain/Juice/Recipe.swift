import TerminalText

/// The ingredients and the price of a juice.
public struct Recipe: Hashable, Sendable, Codable, Identifiable {
    public let id: JuiceID
    public let name: PlainText
    /// The English name; `nil` if the shop provides none.
    public let nameInEnglish: PlainText?
    public let price: Won
    public let needs: [FruitID: Int]

    public init(
        id: JuiceID, name: PlainText, nameInEnglish: PlainText? = nil, price: Won, needs: [FruitID: Int]
    ) {
        self.id = id
        self.name = name
        self.nameInEnglish = nameInEnglish
        self.price = price
        self.needs = needs
    }

    public func needs(for quantity: Int) -> [FruitID: Int] { needs.mapValues { $0 * quantity } }

    private enum CodingKeys: String, CodingKey {
        case id, name, price, needs
        case nameInEnglish = "name_en"
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        id = try values.decode(JuiceID.self, forKey: .id)
        name = try values.decode(PlainText.self, forKey: .name)
        nameInEnglish = values.decodeEnglish(forKey: .nameInEnglish)
        price = try values.decode(Won.self, forKey: .price)
        needs = try values.decode([FruitID: Int].self, forKey: .needs)
    }
}
