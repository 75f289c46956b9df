import Domain
import NIOConcurrencyHelpers
import Platform

/// A store in a schema of its own in a PostgreSQL database. Several servers can have it open at once.
///
/// One connection writes, a few read, and one listens for the changes of other servers, each on a thread of its own.
public final class PostgreSQLStore: Store {
    private let condition: WriterCondition
    private let listener: ChangeListener
    private let writer: ConnectionThreads
    private let readers: ConnectionThreads
    private let groups: PostgreSQLGroups
    private let isExaminationDue = NIOLockedValueBox(false)
    /// Whether the connections lead to a pooler, which passes on no notifications: changes by other servers are seen
    /// only a moment later.
    public let isPooled: Bool

    /// Opens the database, and creates the tables if there are none. A database that cannot be reached, is of another
    /// version of this program or has something else in the schema `banchan` is refused and left unchanged.
    ///
    /// Without a `password`, libpq looks into `PGPASSWORD` and `.pgpass`. The tables are not created if they `mustExist`.
    public convenience init(
        at address: PostgreSQLAddress, password: Secret? = nil, mustExist: Bool = false
    ) throws(StoreError) {
        try self.init(at: address, password: password, mustExist: mustExist, limits: PostgreSQLLimits())
    }

    init(
        at address: PostgreSQLAddress, password: Secret? = nil, mustExist: Bool = false, limits: PostgreSQLLimits
    ) throws(StoreError) {
        let source = ConnectionSource(address, password: password, limits)
        do throws(PostgreSQLError) {
            isPooled = try source.open(mustExist: mustExist).isPooled()
        } catch {
            throw StoreError(error)
        }
        let writerProcess = NIOLockedValueBox<Int32?>(nil)
        let listener = ChangeListener(to: source, limits) { writerProcess.withLockedValue(\.self) }
        let condition = WriterCondition(at: address.description) {
            source.forgetFailure()
            listener.notifyAll()
        }
        writer = ConnectionThreads(name: "writing", count: 1, limits, of: source)
        readers = ConnectionThreads(name: "reading", count: limits.readers, limits, of: source)
        groups = PostgreSQLGroups(on: writer, condition) { connection in
            writerProcess.withLockedValue { $0 = connection.serverProcess }
        } onNewVersions: {
            listener.notifyAll()
        }
        (self.condition, self.listener) = (condition, listener)
    }

    deinit {
        writer.close()
        readers.close()
        listener.close()
    }

    public func transaction<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Value
    ) async throws -> Value {
        do {
            return try await groups.perform(body)
        } catch {
            guard let error = error as? StoreError, error.mayBeOfTables else { throw error }
            throw await cause(of: error)
        }
    }

    public func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreReader) throws -> Value
    ) async throws -> Value {
        do {
            let outcome = await readers.perform { pooled in
                Result(catching: {
                    try pooled.perform { connection in
                        try connection.transaction(.reading) { try body(PostgreSQLTransaction(connection)) }
                    }
                })
            }
            guard let outcome else { throw StoreError.overloaded }
            return try outcome.get()
        } catch {
            let translated = StoreError.translatedFromPostgreSQL(error)
            if translated as? StoreError == .tablesChanged { throw await cause(of: .tablesChanged) }
            if let error = error as? PostgreSQLError, error.isOfStorage { beginExamination(after: StoreError(error)) }
            throw translated
        }
    }

    public func watchChanges(_ onChange: @escaping @Sendable () -> Void) -> any ChangeWatch {
        listener.watch(onChange)
    }

    public func examine(tries: Bool) async -> StoreTrouble? {
        // A full queue does not mean that there is a problem.
        await writer.perform { [condition] in condition.examine($0, tries: tries) }
        return condition.trouble
    }

    /// Returns what everybody is told of a database that somebody changed, or `error` if the database is in order.
    private func cause(of error: StoreError) async -> StoreError {
        if condition.trouble == nil { _ = await examine(tries: true) }
        return condition.trouble?.error ?? error
    }

    /// Examines the database after an error that the writer has not met itself, unless that is about to happen. While a
    /// problem is known, whoever watches the store examines it.
    private func beginExamination(after error: StoreError) {
        guard condition.trouble == nil else { return }
        let isFirst = isExaminationDue.withLockedValue { isDue in
            defer { isDue = true }
            return !isDue
        }
        guard isFirst else { return }
        let isTaken = writer.submit { [condition, isExaminationDue] connection in
            isExaminationDue.withLockedValue { $0 = false }
            if condition.trouble == nil { condition.examine(connection, tries: error != .unreachable) }
        }
        if !isTaken { isExaminationDue.withLockedValue { $0 = false } }
    }

    public var trouble: StoreTrouble? { condition.trouble }

    public func watchTrouble(_ onChange: @escaping @Sendable (StoreTrouble?) -> Void) { condition.watch(onChange) }

    public func pools() -> [StorePool] {
        [
            StorePool(name: "writing", limit: 1, writer.load, besides: groups.waitingCount),
            StorePool(name: "reading", limit: readers.count, readers.load),
        ]
    }

    public func close() async {
        listener.close()
        await writer.closed()
        await readers.closed()
    }
}

extension StoreError {
    /// Whether the tables may be to blame, since somebody changed or removed them.
    fileprivate var mayBeOfTables: Bool {
        switch self {
        case .tablesChanged, .refused: true
        default: false
        }
    }
}
