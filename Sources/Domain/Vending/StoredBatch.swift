/// A batch in its stored form. A `Sendable` value, unlike a batch.
public struct StoredBatch: Hashable, Sendable {
    /// The id of the offer to which the batch belongs.
    public let drink: DrinkID
    public let drinkClass: DrinkClass
    public let manufacturedOn: Day
    /// The encoded beverage, including its class and manufacturing day, as written by `StoredBeverage`.
    public let beverage: String
    /// The number of beverages; 0 if all are gone.
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
