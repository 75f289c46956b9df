/// A batch as it is kept: a value, so that it may go anywhere.
public struct StoredBatch: Hashable, Sendable {
    /// The offer of which it is.
    public let drink: DrinkID
    public let drinkClass: DrinkClass
    public let manufacturedOn: Day
    /// Everything that one of it is, its class and the day among it, as `StoredBeverage` writes it.
    public let beverage: String
    /// 0 where it was the last one.
    public internal(set) var count: Int

    public init(drink: DrinkID, drinkClass: DrinkClass, manufacturedOn: Day, beverage: String, count: Int) {
        self.drink = drink
        self.drinkClass = drinkClass
        self.manufacturedOn = manufacturedOn
        self.beverage = beverage
        self.count = count
    }

    init(_ batch: Batch, of drink: DrinkID) throws {
        self.init(
            drink: drink, drinkClass: batch.beverage.product.drinkClass, manufacturedOn: batch.beverage.manufacturedOn,
            beverage: try StoredBeverage.text(of: batch.beverage), count: batch.count)
    }
}
