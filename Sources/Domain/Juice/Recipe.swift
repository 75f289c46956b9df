import TerminalText

/// What a juice is made of, and what it costs.
public struct Recipe: Hashable, Sendable, Codable, Identifiable {
    public let id: JuiceID
    public let name: PlainText
    /// The name in English, where the shop has it so.
    public let nameInEnglish: PlainText?
    public let price: Won
    /// How many of each fruit it takes.
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
