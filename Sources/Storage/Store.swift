import SQLiteFile

/// Where everything is kept that the shop has to remember.
///
/// A store is tables and nothing else: what may be written into them is decided above it, in rules that are the same for
/// every store.
public protocol Store: StoreCondition {
    /// Returns what `body` returns, with everything that it wrote kept: all of it, or nothing where it throws. Returns only
    /// when it would survive a loss of power. Throws what `body` throws, or `StoreError`.
    ///
    /// What `body` reads stays true until its end. It runs on a thread of the store's that may block, without suspending:
    /// a store whose database answers over a network needs a thread for each connection. Where the database refuses a
    /// transaction because of another one, the store runs `body` again, so that `body` has no effects of its own. Several
    /// that wait may be made durable together; one that throws fails alone.
    func transaction<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Value
    ) async throws -> Value

    /// Returns what `body` returns, who sees the tables as of one moment. Throws what `body` throws, or `StoreError`.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreReader) throws -> Value
    ) async throws -> Value

    /// What tells the tables' present content from every other one, found without waiting; `nil` where that takes asking
    /// the database. What a reading found that began after a mark was taken is so for as long as the mark is the same: a
    /// change is in it before it is confirmed to whoever made it, by whatever program.
    var mark: StoreMark? { get }

    /// Calls `onChange` after sections were given new versions, by this program or another one, until the watch is
    /// cancelled or released. Now and then once too often; not at all for another program that died right then.
    func watchChanges(_ onChange: @escaping @Sendable () -> Void) -> any ChangeWatch
}

extension Store {
    public var mark: StoreMark? { nil }
}

/// The content of a store's tables at one moment, without saying which it is.
public struct StoreMark: Hashable, Sendable {
    let commit: CommitMark
}

/// A watch for changes that goes on until it is cancelled or released.
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
