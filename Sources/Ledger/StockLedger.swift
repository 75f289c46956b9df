import JuiceMaking
import ShopModels

/// Where the juice bar keeps its stock.
public protocol StockLedger: Sendable {
    /// What there is now. Fruits that were never kept before begin with what `opening` has of them.
    func stock(opening: Stock) async throws(LedgerError) -> Stock

    /// Sets the counts that it names: all of them, or none.
    func restock(_ restocking: Restocking) async throws(LedgerError) -> RestockOutcome
}

/// A juice that is to be made from the stock.
public struct JuiceInTheMaking: Hashable, Sendable {
    public let recipe: Recipe
    public let maker: JuiceMaker

    public init(_ recipe: Recipe, by maker: JuiceMaker) {
        self.recipe = recipe
        self.maker = maker
    }
}

/// Counts that somebody set who saw the stock before.
public struct Restocking: Hashable, Sendable {
    public let counts: [FruitID: Int]
    /// The stock that was seen.
    public let seen: Stock
    public let maker: JuiceMaker

    public init(counts: [FruitID: Int], seen: Stock, maker: JuiceMaker) {
        self.counts = counts
        self.seen = seen
        self.maker = maker
    }
}

/// What setting the stock came to.
public enum RestockOutcome: Hashable, Sendable {
    /// It is that now.
    case restocked(Stock)
    /// It is no longer what was seen; nothing changed.
    case changedMeanwhile
    /// It cannot be that; nothing changed.
    case refused(StockError)
}
