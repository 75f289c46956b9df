import Foundation
import NIOConcurrencyHelpers
import ShopClient
import ShopModels

/// What happened outside the terminal's thread and waits for the loop. Bounded by what there is: a section that
/// changed a thousand times waits once.
final class Inbox: Sendable {
    private struct State {
        var sections: Set<SectionID> = []
        var connectionChanged = false
        var picturesChanged = false
        /// By timer, which of its starts is over.
        var timers: [TimerID: Int] = [:]
        /// The latest only: an earlier one answers a page that was left.
        var detail: DetailReply?
        /// One an order that a guest placed.
        var reports: [OrderReport] = []
        var waitingOrders: Int?
        /// One juice is made at a time, and one change of the stock.
        var juice: JuiceReport?
        var stock: [StockReport] = []
        var hasEnded = false
        /// In the order in which they came; of each look at the machine the latest only.
        var drinks: [DrinksEvent] = []
        /// In the order in which they came; of what tells the present state, the latest only.
        var phoneBook: [ContactsEvent] = []
    }

    private let state = NIOLockedValueBox(State())
    private let ring: @Sendable () -> Void

    /// `ring` wakes the loop; it is called after something was put in.
    init(ring: @escaping @Sendable () -> Void) { self.ring = ring }

    func put(section: SectionID) {
        state.withLockedValue { _ = $0.sections.insert(section) }
        ring()
    }

    func putConnectionChange() {
        state.withLockedValue { $0.connectionChanged = true }
        ring()
    }

    func putPictureChange() {
        state.withLockedValue { $0.picturesChanged = true }
        ring()
    }

    /// Whether a picture changed since the call before.
    func takePictureChange() -> Bool {
        state.withLockedValue { state in
            defer { state.picturesChanged = false }
            return state.picturesChanged
        }
    }

    /// There is no shop to show.
    func putEnd() {
        state.withLockedValue { $0.hasEnded = true }
        ring()
    }

    func put(timer: TimerID, start: Int) {
        state.withLockedValue { $0.timers[timer] = start }
        ring()
    }

    func put(_ reply: DetailReply) {
        state.withLockedValue { state in
            if let waiting = state.detail, waiting.request.number > reply.request.number { return }
            state.detail = reply
        }
        ring()
    }

    func put(_ report: JuiceReport) {
        state.withLockedValue { $0.juice = report }
        ring()
    }

    func put(_ report: StockReport) {
        state.withLockedValue { $0.stock.append(report) }
        ring()
    }

    func put(_ news: DrinksEvent) {
        state.withLockedValue { state in
            state.drinks.removeAll(where: news.replaces)
            state.drinks.append(news)
        }
        ring()
    }

    func put(_ news: ContactsEvent) {
        state.withLockedValue { state in
            state.phoneBook.removeAll(where: news.replaces)
            state.phoneBook.append(news)
        }
        ring()
    }

    /// Everything that waits, as actions, with the present values of what changed. A timer fires only if its latest
    /// start, as `timerStarts` tells, is the one that is over.
    func take(from repository: MenuRepository, timerStarts: [TimerID: Int], now: Date) -> [ShopAction] {
        let taken = state.withLockedValue { state in
            let taken = state
            state = State()
            state.picturesChanged = taken.picturesChanged
            return taken
        }
        var actions: [ShopAction] = []
        if taken.connectionChanged { actions.append(.connectionChanged(repository.connection)) }
        for section in repository.sections where taken.sections.contains(section) {
            actions.append(.sectionChanged(repository.section(section), at: now))
        }
        if let reply = taken.detail { actions.append(.detailArrived(reply)) }
        actions += taken.waitingOrders.map { [.waitingOrdersChanged($0)] } ?? []
        actions += taken.reports.map { .orderReported($0) }
        actions += taken.juice.map { [.juiceReported($0)] } ?? []
        actions += taken.stock.map { .stockReported($0) }
        if taken.hasEnded { actions.append(.ended) }
        actions += taken.drinks.map { .drinksEvent($0) }
        actions += taken.phoneBook.map { .contactsEvent($0) }
        let fired = taken.timers.filter { timerStarts[$0.key] == $0.value }
        return actions + fired.keys.map { .timerFired($0, at: now) }
    }
}

/// The list hears of orders through the loop's inbox.
extension Inbox: OrderDeskDelegate {
    func orderDesk(_ desk: OrderDesk, didComplete report: OrderReport) {
        state.withLockedValue { $0.reports.append(report) }
        ring()
    }

    func orderDesk(_ desk: OrderDesk, didChangeWaitingTo count: Int) {
        state.withLockedValue { $0.waitingOrders = count }
        ring()
    }
}
