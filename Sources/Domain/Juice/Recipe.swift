import TerminalText

/// What a juice is made of, and what it costs.
public struct Recipe: Hashable, Sendable, Codable, Identifiable {
    public let id: JuiceID
    public let name: PlainText
    public let price: Won
    /// How many of each fruit it takes.
    public let needs: [FruitID: Int]

    public init(id: JuiceID, name: PlainText, price: Won, needs: [FruitID: Int]) {
        self.id = id
        self.name = name
        self.price = price
        self.needs = needs
    }
}
