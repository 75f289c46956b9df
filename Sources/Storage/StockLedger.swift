import Domain
import Foundation

/// Where the juice bar keeps its stock.
public protocol StockLedger: Sendable {
    /// What there is now. Fruits that were never kept before begin with what `opening` has of them.
    func stock(opening: Stock) async throws(LedgerError) -> Stock

    /// What setting the stock under that key came to; `nil` when the key is new.
    func restocking(under key: IdempotencyKey) async throws(LedgerError) -> RestockOutcome?

    /// Sets the counts that it names, together with the answer under its key: all of them, or none.
    func restock(_ restocking: Restocking) async throws(LedgerError) -> RestockOutcome
}

/// A juice that is to be made from the stock.
public struct JuicePreparation: Hashable, Sendable {
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
    public let key: IdempotencyKey
    /// Kept in whole seconds.
    public let time: Date

    public init(counts: [FruitID: Int], seen: Stock, maker: JuiceMaker, key: IdempotencyKey, time: Date) {
        self.counts = counts
        self.seen = seen
        self.maker = maker
        self.key = key
        self.time = time
    }
}

/// What setting the stock came to.
public enum RestockOutcome: Hashable, Sendable {
    /// It is that now.
    case restocked(Stock)
    /// It was that once this was done, by the same request under the same key.
    case repeated(Stock)
    /// The key belongs to another request.
    case keyTaken
    /// It is no longer what was seen; nothing changed.
    case changedMeanwhile
    /// It cannot be that; nothing changed.
    case refused(StockError)
}
