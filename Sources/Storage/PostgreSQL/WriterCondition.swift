import Domain
import Foundation
import TerminalText

/// Ends a trial by rolling it back.
private struct Trial: Error {}

extension NewOrder {
    /// An order that is never committed.
    fileprivate static func trial(on day: Day) -> NewOrder {
        NewOrder(
            who: "banchan",
            lines: [OrderLine(item: OrderedItem(.menu, ""), title: "banchan", quantity: 1, unitPrice: Won(0))],
            day: day, placedAt: .now, isAnnounced: true)
    }
}

/// The current problem of the database, as found by the writing connection.
struct WriterCondition: Sendable {
    private let location: String
    private let onRecovery: @Sendable () -> Void
    private let condition = LiveCondition()

    init(at location: String, onRecovery: @escaping @Sendable () -> Void) {
        (self.location, self.onRecovery) = (location, onRecovery)
    }

    var trouble: StoreTrouble? { condition.trouble }

    func watch(_ onChange: @escaping @Sendable (StoreTrouble?) -> Void) { condition.watch(onChange) }

    /// Checks whether the database can be written to. While no problem is known, the check only reads; after one it
    /// keeps an order, and takes it back.
    func examine(_ connection: PooledConnection) {
        do {
            try connection.perform { connection in
                if trouble == nil { return _ = try connection.rows("SELECT 1", []) }
                try connection.transaction(.writing) {
                    let transaction = PostgreSQLTransaction(connection)
                    // Any day will do, because the order is taken back.
                    if let day = BusinessCalendar(zone: .gmt).day(of: .now) {
                        _ = try transaction.order(transaction.keep(.trial(on: day)).id)
                    }
                    _ = try (transaction.sectionVersions(), transaction.fruitCounts())
                    throw Trial()
                }
            }
            note(nil)
        } catch is Trial {
            note(nil)
        } catch {
            note(error)
        }
    }

    /// Records the outcome of an operation, `nil` if it succeeded. Errors that the storage did not cause are ignored.
    func note(_ error: (any Error)?) {
        guard let error else {
            guard trouble != nil else { return }
            condition.change(to: nil)
            return onRecovery()
        }
        guard let error = error as? PostgreSQLError, error.isOfStorage else { return }
        let trouble = StoreTrouble(StoreError(error), at: location)
        if trouble != self.trouble { condition.change(to: trouble) }
    }
}
