import TerminalText

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

    /// Records the outcome of a group of transactions, `nil` if it was committed.
    ///
    /// That one thing can be written does not mean that another can, and the other way round. So a problem begins and
    /// ends with a trial, unless the error itself says what is wrong.
    func note(_ error: (any Error)?, _ connection: PooledConnection) {
        guard let error else {
            if trouble != nil { examine(connection, tries: true) }
            return
        }
        guard let error = error as? PostgreSQLError, error.isOfStorage else { return }
        switch StoreError(error) {
        case .unreachable: examine(connection, tries: false)
        case .refused, .tablesChanged: examine(connection, tries: true)
        case let reason: begin(reason, connection)
        }
    }

    /// Checks whether an order can be kept. Nothing is written while no problem is known, unless it `tries`: then an order
    /// is kept and taken back.
    func examine(_ connection: PooledConnection, tries: Bool) {
        var changes: [String] = []
        do {
            changes = try connection.perform(inspect)
            if tries || trouble != nil || !changes.isEmpty { try connection.perform(keepTrial) }
            guard trouble != nil else { return }
            condition.change(to: nil)
            onRecovery()
        } catch {
            let reason = StoreError(examining: error)
            if case .refused = reason, !changes.isEmpty { return begin(.tablesChanged, connection, changes) }
            begin(reason, connection, changes)
        }
    }

    private func begin(_ error: StoreError, _ connection: PooledConnection, _ changes: [String] = []) {
        guard error != trouble?.error else { return }
        let holder = error == .busy ? (try? connection.perform { try $0.lockHolder() }) ?? nil : nil
        condition.change(to: StoreTrouble(error, at: location, holder: holder, changes: changes))
    }

    /// Returns what was changed in the tables. Throws if the server only reads, or the tables are not this program's.
    private func inspect(_ connection: PostgreSQLConnection) throws -> [String] {
        try connection.transaction(.reading) {
            if trouble != nil { try connection.send(connection.settings.shortLockTimeout) }
            return try PostgreSQLSchema.changes(in: connection)
        }
    }

    private func keepTrial(_ connection: PostgreSQLConnection) throws {
        do {
            try connection.transaction(trouble == nil ? .writing : .trying) {
                let transaction = PostgreSQLTransaction(connection)
                try transaction.keepTrialOrder()
                if trouble?.error == .full { try connection.needRoom() }
                throw TrialEnd()
            }
        } catch is TrialEnd {}
    }
}

extension StoreError {
    /// The reason why a trial failed.
    fileprivate init(examining error: any Error) {
        self = (error as? PostgreSQLError).map { StoreError($0) } ?? (error as? StoreError) ?? .damaged
    }
}

extension PostgreSQLConnection {
    /// The number of bytes that a disk that was full must have for a while of orders.
    private static let minRoom = 256 << 10

    /// Throws if the disk has no room for more than the order of a trial: sorts more than fits in memory, in a temporary
    /// file that is removed afterwards.
    fileprivate func needRoom() throws {
        try send("SET LOCAL work_mem TO '64kB'")
        try send("SET LOCAL temp_tablespaces TO ''")
        _ = try rows(
            """
            SELECT count(*) FROM (
                SELECT repeat('.', 1024) || number AS line FROM generate_series(1, $1::integer) AS number ORDER BY line OFFSET 0
            ) AS sorted
            """, [PostgreSQLConnection.minRoom >> 10])
    }

    /// Returns the program that has locked the tables and waits for nobody, such as "psql (process 4711)", or `nil` if
    /// there is none any more.
    fileprivate func lockHolder() throws -> String? {
        try transaction(.reading) {
            let found = try rows(
                """
                SELECT holder.pid AS process, holder.application_name AS program, holder.state AS state
                FROM pg_locks JOIN pg_class ON pg_class.oid = relation
                JOIN pg_stat_activity AS holder ON holder.pid = pg_locks.pid
                WHERE relnamespace = to_regnamespace('banchan') AND granted AND mode <> 'AccessShareLock'
                AND datname = current_database() AND holder.pid <> pg_backend_pid()
                AND NOT EXISTS (SELECT FROM pg_locks AS other WHERE other.pid = holder.pid AND NOT other.granted)
                ORDER BY holder.application_name = current_setting('application_name'), xact_start LIMIT 1
                """
            ).first
            guard let found, let process = try found.textIfAny("process") else { return nil }
            let program = PlainText(try found.textIfAny("program") ?? "", limit: 64).string
            let isIdle = try found.textIfAny("state")?.hasPrefix("idle in transaction") == true
            let place = "process \(process)" + (isIdle ? ", idle in transaction" : "")
            return program.isEmpty ? place : "\(program) (\(place))"
        }
    }
}
