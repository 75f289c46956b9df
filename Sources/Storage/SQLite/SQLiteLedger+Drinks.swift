import Domain
import Foundation
import GRDB
import SQLiteFile

extension SQLiteLedger {
    public func drinks(
        _ list: DrinkList, of assortment: Assortment, on day: Day
    ) async throws(LedgerError) -> [Drink] {
        let kept = try await drinkStock(assortment, on: day)
        let source = DrinksSource(list: list, assortment: assortment, day: day, kept: kept)
        return try drinksOnce.product(of: source) { () throws(LedgerError) in
            try LedgerError.reading { assortment.drinks(list, in: try assortment.machine(kept), on: day) }
        }
    }

    public func machine(
        of session: UUID, selling assortment: Assortment, on day: Day
    ) async throws(LedgerError) -> DrinksMachine {
        let kept = try await drinkStock(assortment, on: day)
        let (balance, count, purchases) = try await perform { database in
            try database.read { db in
                let (balance, count) = try DrinkSessionTable.session(session, in: db)
                let most = DrinksMachine.mostPurchases
                return (balance, count, try DrinkPurchaseTable.purchases(of: session, limit: most, in: db))
            }
        }
        let affordable = try LedgerError.reading {
            assortment.affordable(in: try assortment.machine(kept, balance: balance), on: day)
        }
        return DrinksMachine(
            balance: balance, affordable: affordable, purchases: purchases, purchaseCount: count)
    }

    public func operate(_ operation: DrinksOperation) async throws(LedgerError) -> DrinksOutcome {
        let (watchers, onStep) = (watchers, onStep)
        return try await perform { database in
            let outcome = try database.immediately { db in
                let outcome = try DrinksTransaction(operation: operation, db: db).run()
                onStep?(.committing)
                return outcome
            }
            onStep?(.committed)
            if case .done = outcome { watchers.sectionsChanged() }
            return outcome
        }
    }

    public func drinksHistory() async throws(LedgerError) -> DrinksHistory {
        try await perform { database in
            try database.read { try DrinkPurchaseTable.history(limit: DrinksHistory.mostPurchases, in: $0) }
        }
    }

    public func sessions(changedAfter number: Int) async throws(LedgerError) -> [UUID: Int] {
        try await perform { try $0.read { try DrinkSessionTable.changes(after: number, in: $0) } }
    }

    private func drinkStock(_ assortment: Assortment, on day: Day) async throws(LedgerError) -> [StoredBatch] {
        let kept = try await drinkStockReading.value(on: thread)
        guard !assortment.missing(in: kept).isEmpty else { return kept }
        return try await perform { database in
            try database.immediately { try DrinkStockTable.opened(assortment, on: day, in: $0) }
        }
    }
}

extension LedgerError {
    /// What `read` returns; what it throws means that what is kept is damaged.
    fileprivate static func reading<Value>(_ read: () throws -> Value) throws(LedgerError) -> Value {
        do {
            return try read()
        } catch {
            throw .damaged
        }
    }
}
