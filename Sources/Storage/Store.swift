import NIOConcurrencyHelpers

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

    /// Calls `onChange` after sections got new versions, from this program or another one, until the watch is cancelled
    /// or released. There may be an occasional extra call, and none for a change of another program that died right
    /// after its commit.
    func watchChanges(_ onChange: @escaping @Sendable () -> Void) -> any ChangeWatch
}

/// A watch for changes, active until it is cancelled or released.
public protocol ChangeWatch: Sendable {
    func cancel()
}

final class RegisteredWatch: ChangeWatch {
    private let leave: @Sendable () -> Void

    /// `leave` ends it; it may be called more than once.
    init(leave: @escaping @Sendable () -> Void) { self.leave = leave }

    deinit { cancel() }

    func cancel() { leave() }
}

public protocol StoreCondition: Sendable {
    /// Checks whether the store can write, reopening the database if it is intact. Returns the problem, or `nil` if
    /// writing works. While no problem is known, the check only reads, unless it `tries` to write: what it writes is taken
    /// back.
    func examine(tries: Bool) async -> StoreTrouble?

    /// The problem that was found last and is not known to be over. Waits for nothing.
    var trouble: StoreTrouble? { get }

    /// Calls `onChange` when a problem begins or changes, and with `nil` when it is over, in that order and before any
    /// caller is answered; called at once with the present problem, if there is one. Only one watch at a time.
    func watchTrouble(_ onChange: @escaping @Sendable (StoreTrouble?) -> Void)

    /// Empties the log of changes beside the database, if the store has one, so that what was erased is not in it either.
    /// Does not wait for others who have the database open. Returns whether the log is empty now.
    func clearLog() async -> Bool

    /// Returns the load of its connection pools; empty for a store without any.
    func pools() -> [StorePool]

    /// Closes the store after all accepted work. Afterwards everything committed is in the database file itself, unless
    /// another program still has it open; later calls are refused.
    func close() async
}

extension StoreCondition {
    public func examine() async -> StoreTrouble? { await examine(tries: false) }

    public func clearLog() async -> Bool { true }
}

/// The reason why a store cannot write, with what its operator needs to repair it.
public struct StoreTrouble: Hashable, Sendable {
    public let error: StoreError
    public let location: String
    /// The program that holds the lock, if it is known.
    public let holder: String?
    /// A path at which a deleted database can still be read as long as this program runs.
    public let remains: String?
    /// What was changed in the tables, as `orders.total`.
    public let changes: [String]

    public init(
        _ error: StoreError, at location: String, holder: String? = nil, remains: String? = nil, changes: [String] = []
    ) {
        self.error = error
        self.location = location
        self.holder = holder
        self.remains = remains
        self.changes = changes
    }
}

/// The current problem of the database, and the callback that is told of changes.
final class LiveCondition: Sendable {
    private struct State {
        var trouble: StoreTrouble?
        var onChange: (@Sendable (StoreTrouble?) -> Void)?
    }

    private let state = NIOLockedValueBox(State())

    var trouble: StoreTrouble? { state.withLockedValue(\.trouble) }

    /// Must be called on the one thread of the store that finds problems.
    func change(to trouble: StoreTrouble?) {
        let onChange = state.withLockedValue { state in
            state.trouble = trouble
            return state.onChange
        }
        onChange?(trouble)
    }

    func watch(_ onChange: @escaping @Sendable (StoreTrouble?) -> Void) {
        let trouble = state.withLockedValue { state in
            state.onChange = onChange
            return state.trouble
        }
        if let trouble { onChange(trouble) }
    }
}
