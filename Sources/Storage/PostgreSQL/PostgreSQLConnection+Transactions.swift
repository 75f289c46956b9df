/// What a transaction is for.
enum TransactionKind {
    /// Sees the tables as of one moment.
    case reading
    /// The only one that writes, of whatever server: it begins once nobody else does, and what it sees begins then. So
    /// changes are numbered in the order in which they become visible, and no two get in each other's way.
    case writing
    /// Changes the layout, each statement seeing what others have done by then.
    case migrating

    fileprivate var beginning: String {
        switch self {
        case .reading: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
        case .writing: "BEGIN ISOLATION LEVEL REPEATABLE READ; LOCK TABLE layout IN EXCLUSIVE MODE"
        case .migrating: "BEGIN ISOLATION LEVEL READ COMMITTED"
        }
    }
}

extension PostgreSQLConnection {
    /// Returns what `body` returns, with everything that it wrote kept; undoes that where it throws. What `ending` of
    /// its value returns is run together with the commit.
    func transaction<Value>(
        _ kind: TransactionKind, ending: (Value) -> String = { _ in "" }, _ body: () throws -> Value
    ) throws -> Value {
        do {
            try run(kind.beginning)
            let value = try body()
            try commit(ending(value))
            return value
        } catch {
            if !isLost, error as? PostgreSQLError != .lostWhileCommitting { try undo() }
            throw error
        }
    }

    private func commit(_ ending: String) throws {
        let outcome: String
        do throws(PostgreSQLError) {
            outcome = try run("\(ending)COMMIT")
        } catch {
            throw error == .lost ? PostgreSQLError.lostWhileCommitting : error
        }
        // Of a transaction that failed before, the server says only this.
        if outcome != "COMMIT" { throw PostgreSQLError.refused("25P02") }
    }

    /// Where even that fails, the connection is lost, and the server undoes it by itself.
    private func undo() throws { try run("ROLLBACK") }
}
