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
    /// Whether the connections lead to a pooler, which passes on no notifications: changes by other servers are seen
    /// only a moment later.
    public let isPooled: Bool

    /// Opens the database, and creates the tables if there are none. A database that cannot be reached, is of another
    /// version of this program or has something else in the schema `banchan` is refused and left unchanged.
    ///
    /// Without a `password`, libpq looks into `PGPASSWORD` and `.pgpass`.
    public convenience init(at address: PostgreSQLAddress, password: Secret? = nil) throws(StoreError) {
        try self.init(at: address, password: password, limits: PostgreSQLLimits())
    }

    init(at address: PostgreSQLAddress, password: Secret? = nil, limits: PostgreSQLLimits) throws(StoreError) {
        let source = ConnectionSource(address, password: password, limits)
        do throws(PostgreSQLError) {
            isPooled = try source.open(mustExist: false).isPooled()
        } catch {
            throw StoreError(error)
        }
        let writerProcess = NIOLockedValueBox<Int32?>(nil)
        let listener = ChangeListener(limits, ignoring: { writerProcess.withLockedValue(\.self) }) {
            try source.open()
        }
        let condition = WriterCondition(at: address.description) { listener.notifyAll() }
        writer = ConnectionThreads(name: "writing", count: 1, limits) { try source.open() }
        readers = ConnectionThreads(name: "reading", count: limits.readers, limits) { try source.open() }
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
        try await groups.perform(body)
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
            let isNotUnderstood = (error as? PostgreSQLError)?.isNotUnderstood == true
            if isNotUnderstood { condition.note(error) }
            if !isNotUnderstood, (error as? PostgreSQLError)?.isOfStorage == true {
                writer.submit { [condition] in condition.examine($0) }
            }
            throw StoreError.translatedFromPostgreSQL(error)
        }
    }

    public func watchChanges(_ onChange: @escaping @Sendable () -> Void) -> any ChangeWatch {
        listener.watch(onChange)
    }

    public func examine() async -> StoreTrouble? {
        // A full queue does not mean that there is a problem.
        await writer.perform { [condition] in condition.examine($0) }
        return condition.trouble
    }

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
