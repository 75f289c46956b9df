import Platform

typealias PostgreSQLGroups = TransactionGroups<PostgreSQLTransaction, PooledConnection>

extension PostgreSQLGroups {
    /// Creates a queue that writes groups on `threads`, of which there is one. `onBeginning` is called with the connection
    /// before.
    convenience init(
        on threads: ConnectionThreads, _ condition: WriterCondition,
        onBeginning: @escaping @Sendable (PostgreSQLConnection) -> Void,
        onNewVersions: @escaping @Sendable () -> Void
    ) {
        self.init(
            submit: { threads.submit(bypassesLimit: true, $0) },
            write: { next, pooled in
                do {
                    let written = try pooled.perform { connection in
                        onBeginning(connection)
                        return try PostgreSQLGroups.write(next, in: connection)
                    }
                    condition.note(nil, pooled)
                    return written
                } catch {
                    condition.note(error, pooled)
                    throw StoreError.translatedFromPostgreSQL(error)
                }
            }, onNewVersions: onNewVersions)
    }

    private static func write(_ next: () -> Group, in connection: PostgreSQLConnection) throws -> Written {
        do {
            return try write(next, in: connection, waitsForEach: false)
        } catch let error as PostgreSQLError
            where error.isOfEarlierStatement && !error.isOfStorage && next().count > 1
        {
            // The error belongs to one transaction of the group, but it is unknown to which.
            return try write(next, in: connection, waitsForEach: true)
        }
    }

    private static func write(
        _ next: () -> Group, in connection: PostgreSQLConnection, waitsForEach: Bool
    ) throws -> Written {
        try connection.transaction(.writing, ending: { $0.hasNewVersions ? [ChangeListener.notify] : [] }) {
            let transaction = PostgreSQLTransaction(connection, waitsForEach: waitsForEach)
            let group = next()
            // A single transaction needs no savepoint: there is no other one to protect.
            guard group.count == 1, let only = group.first else { return try transaction.written(group) }
            return ([try only.run(transaction)], !transaction.newVersions.isEmpty)
        }
    }
}
