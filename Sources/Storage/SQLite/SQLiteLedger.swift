import Domain
import Foundation
import GRDB
import NIOConcurrencyHelpers
import SQLiteFile

/// The ledger in an SQLite database on this machine. Several programs may have it open at once.
public final class SQLiteLedger: Ledger {
    /// A moment on an order's way, for a test that wants to be there.
    public enum Step: Hashable, Sendable {
        /// Everything is written, and nothing of it counts yet.
        case committing
        /// It counts, and nobody was told yet.
        case committed
    }

    let watchers: SectionWatchers
    let condition: LiveCondition
    let thread: LedgerThread
    let onStep: (@Sendable (Step) -> Void)?
    let drinkStockReading = CoalescedRead { database in try database.read { try DrinkStockTable.stock(in: $0) } }
    let drinksOnce = LatestValueCache<DrinksSource, [Drink]>()
    let stockReading = CoalescedRead { database in try database.read { try StockTable.stock(in: $0) } }

    /// Opens the database at `path`, readable by its owner only, and brings its layout up to date.
    ///
    /// Where there is none, one is made unless `mustExist`. A database that is damaged, newer than this program or
    /// something else altogether is refused and left as it is. `timeout` is how long another program's writing is
    /// waited for. `onStep` is called on the ledger's own thread.
    public init(
        at path: String, mustExist: Bool = false, timeout: Duration = .seconds(5),
        onStep: (@Sendable (Step) -> Void)? = nil
    ) throws(LedgerError) {
        let (watchers, condition) = (SectionWatchers(of: path), LiveCondition(of: path))
        self.watchers = watchers
        self.condition = condition
        self.onStep = onStep
        do {
            let file = DatabaseFile(path: path, layout: Schema.layout, timeout: timeout)
            let database = try file.open(mustExist ? .existing : .making)
            thread = LedgerThread(database, of: file, watchers, condition, onStep: onStep)
        } catch {
            throw LedgerError(error)
        }
    }

    deinit { thread.close() }

    public func place(_ placing: NewOrder) async throws(LedgerError) -> OrderOutcome {
        let outcome: LedgerThread.Outcome = await withCheckedContinuation { continuation in
            let waiting = LedgerThread.Waiting(placing: placing) { continuation.resume(returning: $0) }
            if !thread.submit(waiting) { continuation.resume(returning: .failure(.overloaded)) }
        }
        return try outcome.get()
    }

    public func placement(of key: IdempotencyKey) async throws(LedgerError) -> OrderOutcome? {
        try await perform { try $0.read { try OrderTable.placement(of: key, in: $0) } }
    }

    public func orders(after id: Int, limit: Int) async throws(LedgerError) -> [LedgerOrder] {
        try await perform { try $0.read { try OrderTable.orders(after: id, limit: limit, in: $0) } }
    }

    public func claimMessage(
        at now: Date, lease: Duration, pace: Duration
    ) async throws(LedgerError) -> OutboxClaim {
        let now = now.milliseconds
        return try await perform { database in
            guard let deadline = try database.read({ try OutboxTable.nextDeadline(at: now, in: $0) }) else {
                return .nothing
            }
            guard deadline <= now else { return .later(Date(milliseconds: deadline)) }
            return try database.immediately { db in
                // Asked again, since somebody may have come between.
                guard let deadline = try OutboxTable.nextDeadline(at: now, in: db) else { return .nothing }
                let message =
                    try deadline > now
                    ? nil
                    : OutboxTable.claim(
                        at: now, lease: lease.milliseconds, pace: pace.milliseconds, in: db)
                return message.map { .message($0) } ?? .later(Date(milliseconds: max(deadline, now + 1)))
            }
        }
    }

    public func settle(_ message: OutboxMessage, _ outcome: OutboxOutcome) async throws(LedgerError) {
        try await perform { try $0.immediately { try OutboxTable.settle(message, outcome, in: $0) } }
    }

    public func examine() async -> LedgerTrouble? {
        await withCheckedContinuation { continuation in
            let isTaken = thread.submit { [condition] connection in
                connection.examine()
                continuation.resume(returning: condition.trouble)
            }
            // Who is kept waiting by too many orders is not in trouble.
            if !isTaken { continuation.resume(returning: condition.trouble) }
        }
    }

    public func watchTrouble(_ onChange: @escaping @Sendable (LedgerTrouble?) -> Void) { condition.watch(onChange) }

    public func close() async { await thread.closed() }

    /// What `work` returns, done on the ledger's thread.
    func perform<Value: Sendable>(
        _ work: @escaping @Sendable (DatabaseQueue) throws -> Value
    ) async throws(LedgerError) -> Value {
        let outcome: Result<Value, LedgerError> = await withCheckedContinuation { continuation in
            let isTaken = thread.submit { connection in
                do {
                    continuation.resume(returning: .success(try connection.perform(work)))
                } catch {
                    continuation.resume(returning: .failure(LedgerError(error)))
                }
            }
            if !isTaken { continuation.resume(returning: .failure(.overloaded)) }
        }
        return try outcome.get()
    }
}

extension Duration {
    fileprivate var milliseconds: Int { Int(self / .milliseconds(1)) }
}
