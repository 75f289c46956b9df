import Dispatch
import Foundation
import GRDB
import NIOConcurrencyHelpers
import SQLiteFile

/// The one thread that touches the database. It sleeps for good while there is nothing to do, which the threads of
/// libdispatch's queues do not.
///
/// Orders that wait while another is being written are then written together: each pays a part of one flush to the
/// disk, and none is answered before that flush.
final class LedgerThread: Sendable {
    typealias Outcome = Result<OrderOutcome, LedgerError>
    typealias Work = @Sendable (DatabaseConnection) -> Void

    /// An order and whoever waits for it.
    struct Waiting: Sendable {
        let placing: NewOrder
        let answer: @Sendable (Outcome) -> Void

        /// Whether sections changed by what it came to.
        func changedSections(_ placement: OrderOutcome) -> Bool {
            guard case .placed = placement else { return false }
            return placing.juice != nil
        }
    }

    private struct State {
        var orders: [Waiting] = []
        var work: [Work] = []
        var isClosed = false
        var isOver = false
        /// Called when the thread has ended.
        var whenClosed: [@Sendable () -> Void] = []
    }

    /// Orders that may wait, and as many pieces of other work; more is refused rather than kept waiting.
    private static let mostWaiting = 1_024
    /// Orders that are written together: more would only make the first one wait longer.
    private static let largestGroup = 256

    private let watchers: SectionWatchers
    private let condition: LiveCondition
    private let state = NIOLockedValueBox(State())
    private let arrivals = DispatchSemaphore(value: 0)

    /// Starts the thread, which holds `database` of `file` until `close()`. `watchers` are told of what changed, and
    /// `condition` of trouble.
    init(
        _ database: OpenedDatabase, of file: DatabaseFile, _ watchers: SectionWatchers, _ condition: LiveCondition,
        onStep: (@Sendable (SQLiteLedger.Step) -> Void)?
    ) {
        self.watchers = watchers
        self.condition = condition
        let thread = Thread { [self] in
            let connection = DatabaseConnection(database, of: file) { self.troubled($0) }
            run(connection, onStep)
        }
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
    func submit(_ work: @escaping Work) -> Bool {
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

    private func run(_ connection: DatabaseConnection, _ onStep: (@Sendable (SQLiteLedger.Step) -> Void)?) {
        while true {
            arrivals.wait()
            let (orders, work, isClosed) = state.withLockedValue { state in
                let orders = Array(state.orders.prefix(LedgerThread.largestGroup))
                state.orders.removeFirst(orders.count)
                defer { state.work = [] }
                return (orders, state.work, state.isClosed && state.orders.isEmpty)
            }
            if !orders.isEmpty { place(orders, in: connection, onStep) }
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

    private func place(
        _ orders: [Waiting], in connection: DatabaseConnection, _ onStep: (@Sendable (SQLiteLedger.Step) -> Void)?
    ) {
        let placements: [OrderOutcome]
        do {
            placements = try connection.perform { database in
                let placements = try database.immediately { db in
                    let placements = try orders.map { try OrderTable.place($0.placing, in: db) }
                    onStep?(.committing)
                    return placements
                }
                onStep?(.committed)
                return placements
            }
        } catch {
            for order in orders { order.answer(.failure(LedgerError(error))) }
            return
        }
        if zip(orders, placements).contains(where: { $0.changedSections($1) }) { watchers.sectionsChanged() }
        for (order, placement) in zip(orders, placements) { order.answer(.success(placement)) }
    }

    private func troubled(_ trouble: DatabaseFileError?) {
        condition.change(to: trouble.map { LedgerError($0) })
        // What was put back may show other sections than what is gone.
        if trouble == nil { watchers.renew() }
    }
}
