import GRDB

extension DatabaseQueue {
    /// Returns what `body` returns, run in a transaction that takes the write lock at its beginning: one that takes it
    /// later can be refused although no other program is writing any more.
    public func immediately<Outcome>(_ body: (Database) throws -> Outcome) throws -> Outcome {
        try writeWithoutTransaction { db in
            var outcome: Outcome?
            try db.inTransaction(.immediate) {
                outcome = try body(db)
                return .commit
            }
            guard let outcome else { throw DatabaseError(resultCode: .SQLITE_MISUSE) }
            return outcome
        }
    }
}
