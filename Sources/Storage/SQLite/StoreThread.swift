import Dispatch
import Foundation
import GRDB
import NIOConcurrencyHelpers
import SQLiteFile

/// The one thread that touches the database. It sleeps for good while there is nothing to do, which the threads of
/// libdispatch's queues do not.
///
/// Transactions that wait while another is being written are then written together: each pays a part of one flush to the
/// disk, and none is answered before that flush. One that throws is undone alone.
final class StoreThread: Sendable {
    typealias Work = @Sendable (DatabaseConnection) -> Void
    /// Tells whoever asked what became of it.
    typealias Answer = @Sendable () -> Void

    /// A transaction that waits to be written.
    struct Waiting: Sendable {
        /// Runs its body. What it returns is called once what was written is kept.
        let run: @Sendable (SQLiteTransaction) throws -> Answer
        let fail: @Sendable (any Error) -> Void
    }

    private struct State {
        var transactions: [Waiting] = []
        var work: [Work] = []
        var isClosed = false
        var isOver = false
        /// Called when the thread has ended.
        var whenClosed: [@Sendable () -> Void] = []
    }

    /// Transactions that may wait, and as many pieces of other work; more is refused rather than kept waiting.
    private static let mostWaiting = 1_024
    /// Transactions that are written together: more would only make the first one wait longer.
    private static let largestGroup = 256

    private let watchers: ChangeWatchers
    private let condition: LiveCondition
    private let state = NIOLockedValueBox(State())
    private let arrivals = DispatchSemaphore(value: 0)

    /// Starts the thread, which holds `database` of `file` until `close()`. `watchers` are told of what changed, and
    /// `condition` of trouble.
    init(_ database: OpenedDatabase, of file: DatabaseFile, _ watchers: ChangeWatchers, _ condition: LiveCondition) {
        self.watchers = watchers
        self.condition = condition
        let thread = Thread { [self] in
            run(DatabaseConnection(database, of: file) { self.troubled($0) })
        }
        thread.name = "store"
        thread.start()
    }

    /// Whether the transaction was taken; it is answered if so.
    func submit(_ transaction: Waiting) -> Bool {
        admit { state in
            guard state.transactions.count < StoreThread.mostWaiting else { return false }
            state.transactions.append(transaction)
            return true
        }
    }

    /// Whether the work was taken; it is done after the transactions that came before it.
    func submit(_ work: @escaping Work) -> Bool {
        admit { state in
            guard state.work.count < StoreThread.mostWaiting else { return false }
            state.work.append(work)
            return true
        }
    }

    /// Ends the thread once everything that was taken is done.
    func close() {
        state.withLockedValue { $0.isClosed = true }
        arrivals.signal()
    }

    /// The same, and returns when it has ended.
    func closed() async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLockedValue { state in
                if !state.isOver { state.whenClosed.append { continuation.resume() } }
                return state.isOver
            }
            if isOver { continuation.resume() } else { close() }
        }
    }

    private func admit(_ take: (inout State) -> Bool) -> Bool {
        let isTaken = state.withLockedValue { !$0.isClosed && take(&$0) }
        if isTaken { arrivals.signal() }
        return isTaken
    }

    private func run(_ connection: DatabaseConnection) {
        while true {
            arrivals.wait()
            let (group, work, isClosed) = state.withLockedValue { state in
                let group = Array(state.transactions.prefix(StoreThread.largestGroup))
                state.transactions.removeFirst(group.count)
                defer { state.work = [] }
                return (group, state.work, state.isClosed && state.transactions.isEmpty)
            }
            if !group.isEmpty { write(group, in: connection) }
            for job in work { job(connection) }
            if isClosed { return end(connection) }
        }
    }

    private func end(_ connection: DatabaseConnection) {
        connection.close()
        let waiting = state.withLockedValue { state in
            state.isOver = true
            return state.whenClosed
        }
        for answer in waiting { answer() }
    }

    private func write(_ group: [Waiting], in connection: DatabaseConnection) {
        do {
            let (answers, hasNewVersions) = try connection.perform { try StoreThread.write(group, in: $0) }
            if hasNewVersions { watchers.sectionsChanged() }
            for answer in answers { answer() }
        } catch {
            for transaction in group { transaction.fail(StoreError.told(error)) }
        }
    }

    /// Writes them in one transaction of the database's. Throws what concerns all of them.
    private static func write(
        _ group: [Waiting], in database: DatabaseQueue
    ) throws -> (answers: [Answer], hasNewVersions: Bool) {
        try database.immediately { db in
            let transaction = SQLiteTransaction(db)
            let answers = try group.map { waiting -> Answer in
                switch try Result(unlessOfStorage: { try db.inOwnSavepoint { try waiting.run(transaction) } }) {
                case .success(let answer): answer
                case .failure(let error): { waiting.fail(error) }
                }
            }
            return (answers, transaction.hasNewVersions)
        }
    }

    private func troubled(_ trouble: DatabaseFileError?) {
        condition.change(to: trouble.map { StoreError($0) })
        // What was put back may show other sections than what is gone.
        if trouble == nil { watchers.renew() }
    }
}
