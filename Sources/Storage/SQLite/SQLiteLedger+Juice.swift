import Domain
import GRDB
import SQLiteFile

extension SQLiteLedger {
    public func stock(opening: Stock) async throws(LedgerError) -> Stock {
        let kept = try await stockReading.value(on: thread)
        guard !opening.fruits.isSubset(of: kept.fruits) else { return kept }
        return try await perform { database in
            try database.immediately { try StockTable.opened(with: opening, in: $0) }
        }
    }

    public func restocking(under key: IdempotencyKey) async throws(LedgerError) -> RestockOutcome? {
        try await perform { database in try database.read { try StockTable.restocking(under: key, in: $0) } }
    }

    public func restock(_ restocking: Restocking) async throws(LedgerError) -> RestockOutcome {
        let watchers = watchers
        return try await perform { database in
            let outcome = try database.immediately { try StockTable.restock(restocking, in: $0) }
            if case .restocked(let kept) = outcome, kept != restocking.seen { watchers.sectionsChanged() }
            return outcome
        }
    }

    public func sections() async throws(LedgerError) -> SectionVersions {
        try await perform { try $0.read { try SectionTable.versions(in: $0) } }
    }

    public func note(_ contents: [SectionID: String]) async throws(LedgerError) {
        let watchers = watchers
        try await perform { database in
            // Looked up without writing first: most of the time nothing changed.
            guard try !database.read({ try SectionTable.changed(contents, in: $0) }).isEmpty else { return }
            try database.immediately { db in
                let changed = try SectionTable.changed(contents, in: db)
                try SectionTable.change(changed, in: db)
                try SectionTable.note(contents, of: changed, in: db)
            }
            watchers.sectionsChanged()
        }
    }

    public func watchSections(_ onChange: @escaping @Sendable () -> Void) -> any SectionWatch {
        watchers.watch(onChange)
    }
}
