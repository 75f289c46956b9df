import Domain
import Foundation
import Storage
import TerminalText

/// The juice bar's stock in the store.
struct JuiceService: Sendable {
    let store: any Store
    let files: LiveResource<JuiceMaker>
    private let keptStock = SharedRead { try $0.stock() }

    init(store: any Store, files: LiveResource<JuiceMaker>) {
        self.store = store
        self.files = files
    }

    /// What the bar's files say now.
    var maker: JuiceMaker { files.value }

    /// What there is now. Fruits that were never kept before begin with what a new bar has of them.
    func stock() async throws -> Stock {
        let kept = try await keptStock.value(in: store)
        guard !maker.openingStock.fruits.isSubset(of: kept.fruits) else { return kept }
        return try await store.transaction { [maker] in try $0.openedStock(of: maker) }
    }

    /// Sets the counts that it names: all of them, or none. Throws `StockChanged` where the stock is not what was seen,
    /// and `StockError`. What was set under the key before is returned as it was then.
    func restock(
        _ counts: [FruitID: Int], under key: IdempotencyKey, isSeen: @escaping @Sendable (Stock) -> Bool
    ) async throws -> Stock {
        try await store.transaction { [maker] transaction in
            let kept = try transaction.answerOnce(to: key, at: .now) {
                var stock = try transaction.openedStock(of: maker)
                guard isSeen(stock) else { throw StockChanged() }
                try transaction.apply(stock.set(counts), of: maker)
                return stock.counts
            }
            return try Stock(stored: kept.answer)
        }
    }
}

/// The stock is no longer what was seen.
struct StockChanged: Error, Hashable {}

extension Stock {
    /// Nothing else was ever kept.
    fileprivate init(stored counts: [FruitID: Int]) throws(StoreError) {
        do throws(StockError) {
            try self.init(counts)
        } catch {
            throw .damaged
        }
    }
}

extension StoreReader {
    fileprivate func stock() throws -> Stock { try Stock(stored: fruitCounts()) }
}

extension StoreTransaction {
    /// The stock with the fruits of a new bar that were never kept before.
    func openedStock(of maker: JuiceMaker) throws -> Stock {
        var stock = try stock()
        if !maker.openingStock.fruits.isSubset(of: stock.fruits) { try keep(stock.open(with: maker.openingStock)) }
        return stock
    }

    /// Keeps the change, and gives the sections that show it new versions.
    func apply(_ change: StockChange, of maker: JuiceMaker) throws {
        try keep(change)
        try self.change(maker.sections(changedBy: change))
    }

    private func keep(_ change: StockChange) throws {
        for (fruit, count) in change.counts { try setCount(count, of: fruit) }
    }
}
