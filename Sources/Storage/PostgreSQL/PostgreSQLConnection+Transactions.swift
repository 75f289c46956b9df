/// What a transaction is for.
enum TransactionKind {
    /// Sees the tables as of one moment.
    case reading
    /// The only one that writes, of whatever server: it begins once nobody else does, and what it sees begins then. So
    /// changes are numbered in the order in which they become visible, and no two get in each other's way.
    case writing
    /// Changes the layout, each statement seeing what others have done by then.
    case migrating

    fileprivate var beginning: [String] {
        switch self {
        case .reading: ["BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"]
        case .writing: ["BEGIN ISOLATION LEVEL REPEATABLE READ", "LOCK TABLE layout IN EXCLUSIVE MODE"]
        case .migrating: ["BEGIN ISOLATION LEVEL READ COMMITTED"]
        }
    }
}

extension PostgreSQLConnection {
    /// Returns what `body` returns, with everything that it wrote kept; undoes that where it throws. The statements that
    /// `ending` of its value returns are run together with the commit.
    func transaction<Value>(
        _ kind: TransactionKind, ending: (Value) -> [String] = { _ in [] }, _ body: () throws -> Value
    ) throws -> Value {
        do {
            for statement in kind.beginning { try send(statement) }
            // What is read can be asked for at once; who writes has to know first whether it may.
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
        // Of a transaction that failed before, the server says only this.
        if outcome != "COMMIT" { throw PostgreSQLError.refused("25P02") }
    }

    /// Where even that fails, the connection is lost, and the server undoes it by itself.
    private func undo() throws {
        // Behind a statement that is refused, nothing would be done.
        do throws(PostgreSQLError) { try answer() } catch { if isLost { throw error } }
        _ = try rows("ROLLBACK")
    }
}
