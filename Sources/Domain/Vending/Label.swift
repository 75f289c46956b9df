import TerminalText

/// The label of a beverage.
public struct Label: Hashable, Sendable {
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

    static let volumes = 1...100_000
    static let prices = 0...1_000_000
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
