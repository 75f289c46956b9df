import Dispatch
import Foundation
import GRDB
import Ledger
import NIOConcurrencyHelpers
import SQLiteFile

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

        /// Whether sections changed by what it came to.
        func changedSections(_ placement: Placement) -> Bool {
            guard case .placed = placement else { return false }
            return placing.juice != nil
        }
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

    private let watchers: SectionWatchers
    private let state = NIOLockedValueBox(State())
    private let arrivals = DispatchSemaphore(value: 0)

    /// Starts the thread, which holds `database` until `close()`.
    /// `watchers` are told of what changed.
    init(
        _ database: DatabaseQueue, _ watchers: SectionWatchers, onStep: (@Sendable (SQLiteLedger.Step) -> Void)?
    ) {
        self.watchers = watchers
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
            if !orders.isEmpty { place(orders, in: database, onStep) }
            for job in work { job(database) }
            if isClosed { return }
        }
    }

    private func place(
        _ orders: [Waiting], in database: DatabaseQueue, _ onStep: (@Sendable (SQLiteLedger.Step) -> Void)?
    ) {
        let placements: [Placement]
        do {
            placements = try database.immediately { db in
                let placements = try orders.map { try OrderTable.place($0.placing, in: db) }
                onStep?(.committing)
                return placements
            }
            onStep?(.committed)
        } catch {
            for order in orders { order.answer(.failure(LedgerError(error))) }
            return
        }
        if zip(orders, placements).contains(where: { $0.changedSections($1) }) { watchers.sectionsChanged() }
        for (order, placement) in zip(orders, placements) { order.answer(.success(placement)) }
    }
}
