import Foundation
import GRDB
import SQLiteFile

/// A store in an SQLite database on this machine. Several programs can have it open at once.
public final class SQLiteStore: Store {
    private let path: String
    private let watchers: ChangeWatchers
    private let condition: LiveCondition
    private let thread: DatabaseThread
    private let groups: SQLiteGroups

    /// Opens the database at `path`, readable by its owner only.
    ///
    /// Creates the database if there is none, unless it `mustExist`. A database that is damaged, of another version
    /// of this program or of another application is refused and left unchanged. `timeout` limits the wait for locks of other
    /// programs.
    public init(
        at path: String, mustExist: Bool = false, timeout: Duration = .seconds(5)
    ) throws(StoreError) {
        let (watchers, condition) = (ChangeWatchers(of: path), LiveCondition())
        (self.path, self.watchers, self.condition) = (path, watchers, condition)
        let file = DatabaseFile(path: path, layout: Schema.layout, timeout: timeout)
        let database: OpenedDatabase
        do {
            database = try file.open(mustExist ? .existing : .making)
        } catch {
            throw StoreError(error)
        }
        thread = DatabaseThread(name: "store", of: file) {
            database
        } onTrouble: { trouble in
            condition.change(to: trouble.map { StoreTrouble(StoreError($0), inFile: path) })
            // A restored file may have other sections than the lost one.
            if trouble == nil { watchers.renew() }
        }
        groups = SQLiteGroups(on: thread) { watchers.sectionsChanged() }
        // The first job hands the database to the thread, which closes it.
        thread.enqueue { _ in }
    }

    deinit { thread.close() }

    public func transaction<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Value
    ) async throws -> Value {
        do {
            return try await groups.perform(body)
        } catch StoreError.tablesChanged {
            await tryOut()
            throw condition.trouble?.error ?? .tablesChanged
        }
    }

    public func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreReader) throws -> Value
    ) async throws -> Value {
        do {
            return try await thread.perform { database in
                try database.read { db in try Result(unlessOfStorage: { try body(SQLiteTransaction(db)) }) }
            }.get()
        } catch {
            let error = StoreError.translated(error)
            guard error as? StoreError == .tablesChanged else { throw error }
            await tryOut()
            throw condition.trouble?.error ?? .tablesChanged
        }
    }

    public func watchChanges(_ onChange: @escaping @Sendable () -> Void) -> any ChangeWatch {
        watchers.watch(onChange)
    }

    public func examine(tries: Bool) async -> StoreTrouble? {
        await thread.examine(tries: tries)
        if tries || condition.trouble?.error == .tablesChanged { await tryOut() }
        return condition.trouble
    }

    /// Finds out whether an order can be kept in the tables as they are now. What it writes is taken back.
    private func tryOut() async {
        _ = try? await thread.perform { [condition, path] database in
            let isChanged = condition.trouble?.error == .tablesChanged
            do {
                try database.immediately { db in
                    try SQLiteTransaction(db).keepTrialOrder()
                    throw TrialEnd()
                }
            } catch is TrialEnd {
                if isChanged { condition.change(to: nil) }
            } catch {
                guard StoreError.translated(error) as? StoreError == .tablesChanged else { throw error }
                let changes = try database.read { try SQLiteTransaction($0).changes() }
                if !isChanged { condition.change(to: StoreTrouble(.tablesChanged, at: path, changes: changes)) }
            }
        }
    }

    public func clearLog() async -> Bool { await thread.clearLog() }

    public var trouble: StoreTrouble? { condition.trouble }

    public func watchTrouble(_ onChange: @escaping @Sendable (StoreTrouble?) -> Void) { condition.watch(onChange) }

    public func pools() -> [StorePool] {
        [StorePool(name: "writing", limit: 1, thread.load, besides: groups.waitingCount)]
    }

    public func close() async { await thread.closed() }
}

extension StoreTrouble {
    fileprivate init(_ error: StoreError, inFile path: String) {
        self.init(
            error, at: path, holder: error == .busy ? DatabaseUsers.writer(of: path) : nil,
            remains: error == .missing ? DatabaseUsers.ownDescriptor(of: path) : nil)
    }
}
