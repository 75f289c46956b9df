import SQLiteFile

/// The storage of everything that the shop has to remember.
///
/// A store only holds tables: what may be written into them is decided above it, by rules that are the same for every
/// store.
public protocol Store: StoreCondition {
    /// Returns what `body` returns after committing everything that it wrote; if it throws, nothing is written. Returns
    /// only when the data is durable, that is, would survive a loss of power. Throws what `body` throws, or
    /// `StoreError`.
    ///
    /// What `body` reads stays true until its end. It runs on a thread of the store that may block, without suspending:
    /// a store whose database answers over a network needs a thread for each connection. If the database refuses a
    /// transaction because of a conflict with another one, the store runs `body` again, so `body` must have no side
    /// effects of its own. Several waiting transactions may be made durable together; one that throws fails alone.
    func transaction<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Value
    ) async throws -> Value

    /// Returns what `body` returns, which reads from one consistent snapshot. Throws what `body` throws, or
    /// `StoreError`.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreReader) throws -> Value
    ) async throws -> Value

    /// Identifies the present contents of the tables, without blocking; `nil` if that would take a query. The result of
    /// a read that began after a mark was taken stays valid as long as the mark is equal: the mark changes with every
    /// commit, of any program, before the commit is confirmed to its caller.
    var mark: StoreMark? { get }

    /// Calls `onChange` after sections got new versions, from this program or another one, until the watch is cancelled
    /// or released. There may be an occasional extra call, and none for a change of another program that died right
    /// after its commit.
    func watchChanges(_ onChange: @escaping @Sendable () -> Void) -> any ChangeWatch
}

extension Store {
    public var mark: StoreMark? { nil }
}

/// An opaque identifier of the contents of a store's tables at one moment.
public struct StoreMark: Hashable, Sendable {
    let commit: CommitMark
}

/// A watch for changes, active until it is cancelled or released.
public protocol ChangeWatch: Sendable {
    func cancel()
}

/// A watch that is registered with a store.
final class RegisteredWatch: ChangeWatch {
    private let leave: @Sendable () -> Void

    /// `leave` ends it; it may be called more than once.
    init(leave: @escaping @Sendable () -> Void) { self.leave = leave }

    deinit { cancel() }

    func cancel() { leave() }
}
