/// The kinds of transactions.
enum TransactionKind {
    /// Reads from one snapshot.
    case reading
    /// Writes, exclusively among all servers: it waits for the lock of other writers, and its snapshot is taken after
    /// that. So changes are numbered in the order in which they become visible, and no two writers conflict.
    case writing
    /// Creates the tables; each statement sees what others have committed by then.
    case making

    /// Returns the statements that begin it. All settings but the timeout of the lock take a snapshot, so they come after
    /// a writer's lock.
    fileprivate func beginning(_ settings: TransactionSettings) -> [String] {
        switch self {
        case .reading: ["BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", settings.all]
        case .writing:
            [
                "BEGIN ISOLATION LEVEL REPEATABLE READ", settings.lockTimeout,
                "LOCK TABLE banchan.layout IN EXCLUSIVE MODE", settings.all,
            ]
        case .making: ["BEGIN ISOLATION LEVEL READ COMMITTED", settings.all]
        }
    }
}

extension PostgreSQLConnection {
    /// Returns what `body` returns after committing its writes; rolls back if it throws. The statements that `ending`
    /// returns for the value are sent together with the commit.
    func transaction<Value>(
        _ kind: TransactionKind, ending: (Value) -> [String] = { _ in [] }, _ body: () throws -> Value
    ) throws -> Value {
        do {
            for statement in kind.beginning(settings) { try send(statement) }
            // A reader can pipeline its first query; a writer first has to know that it holds the lock.
            if kind == .writing { try answer() }
            let value = try body()
            try commit(ending(value))
            return value
        } catch {
            if !isLost, error as? PostgreSQLError != .lostWhileCommitting { try undo() }
            throw error
        }
    }

    private func commit(_ ending: [String]) throws {
        let outcome: String?
        do throws(PostgreSQLError) {
            for statement in ending + ["COMMIT"] { try send(statement) }
            outcome = try answer()?.command
        } catch {
            throw error == .lost ? PostgreSQLError.lostWhileCommitting : error
        }
        // If the transaction had failed before, the server reports that only by another command tag.
        if outcome != "COMMIT" { throw PostgreSQLError.refused("25P02") }
    }

    /// Rolls back. If that fails, the connection is lost, and the server rolls back by itself.
    private func undo() throws {
        // The server ignores everything after a refused statement until the next synchronization, so that comes first.
        do throws(PostgreSQLError) { try answer() } catch { if isLost { throw error } }
        _ = try rows("ROLLBACK")
    }
}
