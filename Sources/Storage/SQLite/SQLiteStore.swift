import Foundation
import GRDB
import SQLiteFile

/// The store in an SQLite database on this machine. Several programs may have it open at once.
public final class SQLiteStore: Store {
    private let watchers: ChangeWatchers
    private let condition: LiveCondition
    private let thread: StoreThread

    /// Opens the database at `path`, readable by its owner only, and brings its layout up to date.
    ///
    /// Where there is none, one is made unless `mustExist`. A database that is damaged, newer than this program or
    /// something else altogether is refused and left as it is. `timeout` is how long another program's writing is
    /// waited for.
    public init(
        at path: String, mustExist: Bool = false, timeout: Duration = .seconds(5)
    ) throws(StoreError) {
        watchers = ChangeWatchers(of: path)
        condition = LiveCondition(of: path)
        do {
            let file = DatabaseFile(path: path, layout: Schema.layout, timeout: timeout)
            let database = try file.open(mustExist ? .existing : .making)
            thread = StoreThread(database, of: file, watchers, condition)
        } catch {
            throw StoreError(error)
        }
    }

    deinit { thread.close() }

    public func transaction<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let isTaken = thread.submit(
                StoreThread.Waiting(
                    run: { transaction in
                        let value = try body(transaction)
                        return { continuation.resume(returning: value) }
                    },
                    fail: { continuation.resume(throwing: $0) }))
            if !isTaken { continuation.resume(throwing: StoreError.overloaded) }
        }
    }

    public func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreReader) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let isTaken = thread.submit { connection in
                do {
                    let outcome = try connection.perform { database in
                        try database.read { db in try Result(unlessOfStorage: { try body(SQLiteTransaction(db)) }) }
                    }
                    continuation.resume(with: outcome)
                } catch {
                    continuation.resume(throwing: StoreError.told(error))
                }
            }
            if !isTaken { continuation.resume(throwing: StoreError.overloaded) }
        }
    }

    public func watchChanges(_ onChange: @escaping @Sendable () -> Void) -> any ChangeWatch {
        watchers.watch(onChange)
    }

    public func examine() async -> StoreTrouble? {
        await withCheckedContinuation { continuation in
            let isTaken = thread.submit { [condition] connection in
                connection.examine()
                continuation.resume(returning: condition.trouble)
            }
            // Who is kept waiting by too many transactions is not in trouble.
            if !isTaken { continuation.resume(returning: condition.trouble) }
        }
    }

    public func watchTrouble(_ onChange: @escaping @Sendable (StoreTrouble?) -> Void) { condition.watch(onChange) }

    public func close() async { await thread.closed() }
}
