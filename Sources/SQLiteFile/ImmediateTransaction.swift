import GRDB

extension DatabaseQueue {
    /// What `body` returns, from a transaction that takes the right to write at its beginning: one that asked for it
    /// later could be refused although nobody is in its way any more.
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
