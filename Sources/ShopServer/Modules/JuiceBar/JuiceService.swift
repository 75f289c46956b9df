import Domain
import Foundation
import Platform
import Storage
import TerminalText

/// Reads and changes the juice bar's stock in the store.
struct JuiceService: Sendable {
    let store: any Store
    let files: LiveResource<JuiceMaker>
    private let reads = SharedWork<String, Stock>()

    init(store: any Store, files: LiveResource<JuiceMaker>) {
        self.store = store
        self.files = files
    }

    /// The current content of the juice bar's files.
    var maker: JuiceMaker { files.value }

    /// Returns the current stock. Fruits that were never stored start with their opening counts.
    func stock() async throws -> Stock {
        let kept = try await reads.value(of: "stock") { try await store.read { try $0.stock() } }
        guard !maker.openingStock.fruits.isSubset(of: kept.fruits) else { return kept }
        return try await store.transaction { [maker] in try $0.openedStock(of: maker) }
    }

    /// Sets the counts of the given fruits in one transaction. Throws `StockChanged` if `isSeen` returns `false` for
    /// the current stock, or `StockError`. If the key was already used, returns the resulting stock of that time.
    func restock(
        _ counts: [FruitID: Int], under key: IdempotencyKey, isSeen: @escaping @Sendable (Stock) -> Bool
    ) async throws -> Stock {
        try await store.transaction { [maker] transaction in
            let kept = try transaction.answerOnce(to: key, at: .now) {
                // One may still be in the stock although it is no longer in the files.
                if let unknown = counts.keys.first(where: { !maker.openingStock.fruits.contains($0) }) {
                    throw StockError.unknownFruit(unknown)
                }
                var stock = try transaction.openedStock(of: maker)
                guard isSeen(stock) else { throw StockChanged() }
                try transaction.apply(stock.set(counts), of: maker)
                return stock.counts
            }
            return try Stock(stored: kept.answer)
        }
    }
}

/// The stock has changed since the keeper saw it.
struct StockChanged: Error, Hashable {}

extension Stock {
    /// Throws `StoreError.damaged` for invalid counts, because only valid ones are ever stored.
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
    /// Returns the stock, after adding the opening counts of fruits that were never stored.
    func openedStock(of maker: JuiceMaker) throws -> Stock {
        var stock = try stock()
        if !maker.openingStock.fruits.isSubset(of: stock.fruits) { try keep(stock.open(with: maker.openingStock)) }
        return stock
    }

    /// Stores the change, and gives new versions to the sections that show it.
    func apply(_ change: StockChange, of maker: JuiceMaker) throws {
        try keep(change)
        try self.change(maker.sections(changedBy: change))
    }

    private func keep(_ change: StockChange) throws {
        for (fruit, count) in change.counts { try setCount(count, of: fruit) }
    }
}

/// Sells juices, taking their fruits from the stock and returning them if an order is cancelled.
struct JuiceSeller: ItemSeller {
    let files: LiveResource<JuiceMaker>
    let counter = SalesCounter.juice

    func quote(_ item: String, in store: any StoreReader) -> ItemQuote? {
        files.value.recipe(for: JuiceID(item)).map {
            ItemQuote(title: $0.name, titleInEnglish: $0.nameInEnglish, unitPrice: $0.price, isMadeAtOnce: true)
        }
    }

    func take(_ quantity: Int, of item: String, in store: any StoreTransaction) throws -> TakenStock {
        let maker = files.value
        guard let recipe = maker.recipe(for: JuiceID(item)) else { return [:] }
        var stock = try store.openedStock(of: maker)
        try store.apply(maker.make(recipe, quantity: quantity, from: &stock), of: maker)
        return Dictionary(uniqueKeysWithValues: recipe.needs(for: quantity).map { ($0.key.name, $0.value) })
    }

    /// Returns the fruits to the stock, as far as its limits allow, whatever the recipes are by now. In a ready order
    /// they are juice.
    func giveBack(
        _ taken: TakenStock, of item: String, from state: OrderState, in store: any StoreTransaction
    ) throws {
        guard state == .received || state == .preparing else { return }
        let maker = files.value
        var stock = try store.openedStock(of: maker)
        let fruits = Dictionary(taken.map { (FruitID($0.key), $0.value) }) { $0 + $1 }
        try store.apply(stock.putBack(fruits), of: maker)
    }
}
