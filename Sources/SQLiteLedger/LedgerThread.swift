import Dispatch
import Foundation
import GRDB
import Ledger
import NIOConcurrencyHelpers

/// The one thread that touches the database. It sleeps for good while there is nothing to do, which the threads of
/// libdispatch's queues do not.
///
/// Orders that wait while another is being written are then written together: each pays a part of one flush to the
/// disk, and none is answered before that flush.
final class LedgerThread: Sendable {
    typealias Outcome = Result<Placement, LedgerError>

    /// An order and whoever waits for it.
    struct Waiting: Sendable {
        let placing: Placing
        let answer: @Sendable (Outcome) -> Void
    }

    private struct State {
        var orders: [Waiting] = []
        var work: [@Sendable (DatabaseQueue) -> Void] = []
        var isClosed = false
    }

    /// Orders that may wait, and as many pieces of other work; more is refused rather than kept waiting.
    private static let mostWaiting = 1_024
    /// Orders that are written together: more would only make the first one wait longer.
    private static let largestGroup = 256

    private let state = NIOLockedValueBox(State())
    private let arrivals = DispatchSemaphore(value: 0)

    /// Starts the thread, which holds `database` until `close()`.
    init(_ database: DatabaseQueue, onStep: (@Sendable (SQLiteLedger.Step) -> Void)?) {
        let thread = Thread { [self] in run(database, onStep) }
        thread.name = "ledger"
        thread.start()
    }

    /// Whether the order was taken; `answer` is called for one that was.
    func submit(_ order: Waiting) -> Bool {
        admit { state in
            guard state.orders.count < LedgerThread.mostWaiting else { return false }
            state.orders.append(order)
            return true
        }
    }

    /// Whether the work was taken; it is done after the orders that came before it.
    func submit(_ work: @escaping @Sendable (DatabaseQueue) -> Void) -> Bool {
        admit { state in
            guard state.work.count < LedgerThread.mostWaiting else { return false }
            state.work.append(work)
            return true
        }
    }

    /// Ends the thread once everything that was taken is done.
    func close() {
        state.withLockedValue { $0.isClosed = true }
        arrivals.signal()
    }

    private func admit(_ take: (inout State) -> Bool) -> Bool {
        let isTaken = state.withLockedValue { !$0.isClosed && take(&$0) }
        if isTaken { arrivals.signal() }
        return isTaken
    }

    private func run(_ database: DatabaseQueue, _ onStep: (@Sendable (SQLiteLedger.Step) -> Void)?) {
        while true {
            arrivals.wait()
            let (orders, work, isClosed) = state.withLockedValue { state in
                let orders = Array(state.orders.prefix(LedgerThread.largestGroup))
                state.orders.removeFirst(orders.count)
                defer { state.work = [] }
                return (orders, state.work, state.isClosed && state.orders.isEmpty)
            }
            if !orders.isEmpty { LedgerThread.place(orders, in: database, onStep) }
            for job in work { job(database) }
            if isClosed { return }
        }
    }

    private static func place(
        _ orders: [Waiting], in database: DatabaseQueue, _ onStep: (@Sendable (SQLiteLedger.Step) -> Void)?
    ) {
        let outcomes: [Outcome]
        do {
            outcomes = try database.immediately { db in
                let placements = try orders.map { try OrderTable.place($0.placing, in: db) }
                onStep?(.committing)
                return placements.map { .success($0) }
            }
            onStep?(.committed)
        } catch {
            outcomes = orders.map { _ in .failure(LedgerError(error)) }
        }
        for (order, outcome) in zip(orders, outcomes) { order.answer(outcome) }
    }
}

extension DatabaseQueue {
    /// What `body` returns, from a transaction that takes the right to write at its beginning: one that asked for it
    /// later could be refused although nobody is in its way any more.
    func immediately<Outcome>(_ body: (Database) throws -> Outcome) throws -> Outcome {
        try writeWithoutTransaction { db in
            var outcome: Outcome?
            try db.inTransaction(.immediate) {
                outcome = try body(db)
                return .commit
            }
            guard let outcome else { throw DatabaseError(resultCode: .SQLITE_MISUSE) }
            return outcome
        }
    }
}
