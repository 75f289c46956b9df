import Canvas
import Domain
import Foundation
import Platform
import ShopClient
import TerminalText

enum OrdersRequest: CounterRequest {
    /// Saves the cart; `number` is the number of changes so far.
    case keepCart(Cart, number: Int)
    /// Fetches the delivery fees of the dishes with those hashes.
    case fetchFees([String])
    /// Fetches what the shop says of itself.
    case fetchProfile
    /// Waits for the time between two rings of the board's bell.
    case pauseBell
    case place(OrderDraft)
    /// Saves how the guest gets an order, for the next one.
    case remember(RememberedHandover)
    /// Sends the waiting orders at once, because the server is reachable again.
    case deliverWaiting
    case takeBack(PendingOrder)
    case move(OrderMove)
    /// Sends moves of several orders, one after the other.
    case moveAll([OrderMove])
    /// Pauses the shop, or ends its pause.
    case pause(PauseDraft)
    /// Fetches the report of a day, `nil` meaning today. Replaces a pending fetch of another day.
    case fetchReport(Day?)
    /// Waits for the end of the business day whose report is shown; `nil` ends the wait.
    case awaitEndOfDay(Date?)
    /// Fetches a closing for the page of reports. Replaces a pending fetch of a report.
    case fetchClosing(ClosingChoice)
    /// Fetches what a closing would hold now, for the form.
    case fetchNextClosing
    case close(ClosingDraft)
    /// Requests name suggestions. Replaces the request for earlier text.
    case suggest(for: String)
    /// Looks the guest up in the phone book of this device. Replaces the request for an earlier name.
    case findContact(named: PlainText)
}

enum OrdersEvent: CounterEvent {
    /// The cart as saved by the previous run.
    case cartRead(Cart)
    case feesKnown([String: DeliveryFee])
    case shopKnown(PresentShop)
    /// The result of an order, successful or not.
    case reported(OrderReport)
    /// The orders that wait on this device until the server is reachable.
    case waitingChanged([PendingOrder])
    case tookBack(PendingOrder, isGone: Bool)
    /// Stored orders that cannot be read were moved to these files.
    case setAside([String])
    case moved(OrderMoveReport)
    /// The results of the moves that were sent; none of those behind one that was not answered.
    case movedAll([OrderMoveReport])
    case paused(PauseReport)
    case reportArrived(of: Day?, Result<DayReport, FetchFailure>)
    /// The business day whose report is shown has ended by this device's clock.
    case dayEnded
    case closingArrived(of: ClosingChoice, Result<Closing?, FetchFailure>)
    case closed(ClosingReport)
    /// The name suggestions for the typed text.
    case suggested(for: String, [PlainText])
    /// What the phone book of this device has of a guest.
    case contactFound(named: PlainText, [GuestDetail: PlainText])
    /// The board's bell may ring again.
    case bellDue
    /// How the last guest got an order, as remembered by the previous run.
    case handoverRead(RememberedHandover)

    var replacementKey: String? {
        switch self {
        case .waitingChanged: "orders.waiting"
        case .suggested: "orders.suggested"
        case .reportArrived: "orders.report"
        case .dayEnded: "orders.day"
        case .closingArrived(of: .next, _): "orders.next-closing"
        case .closingArrived: "orders.report"
        case .shopKnown: "orders.profile"
        case .contactFound: "orders.contact"
        case .bellDue: "orders.bell"
        case .cartRead, .handoverRead, .feesKnown, .reported, .tookBack, .setAside, .moved, .movedAll, .paused, .closed:
            nil
        }
    }
}

public typealias NameSuggestions = @Sendable (_ text: String) async -> [PlainText]
/// Returns what is known of the guest with that name.
public typealias ContactLookup = @Sendable (_ name: PlainText) async -> [GuestDetail: PlainText]

/// The service that places orders, changes their states, and saves the cart.
struct OrdersService: CounterService {
    let orders: OrderQueue
    let moves: OrderStateClient
    let pauses: PauseClient
    let reports: ReportClient
    let profiles: ShopProfileSource
    var retention = GuestDataRetention.none
    let details: DetailSource
    let carts: CartStore?
    let names: NameSuggestions?
    let contacts: ContactLookup?

    private static let suggest = EffectTasks.Key("orders.suggest")
    private static let contact = EffectTasks.Key("orders.contact")
    private static let fees = EffectTasks.Key("orders.fees")
    private static let report = EffectTasks.Key("orders.report")
    private static let day = EffectTasks.Key("orders.day")
    private static let pauseAtEndOfDay = Duration.seconds(30)
    private static let nextClosing = EffectTasks.Key("orders.next-closing")
    private static let profile = EffectTasks.Key("orders.profile")
    private static let bell = EffectTasks.Key("orders.bell")

    func perform(_ request: OrdersRequest, _ runner: RequestRunner<OrdersEvent>) -> OrdersEvent? {
        let (moves, pauses, reports, profiles, carts) = (moves, pauses, reports, profiles, carts)
        let (names, contacts) = (names, contacts)
        switch request {
        case .keepCart(let cart, let number):
            guard let carts else { return nil }
            runner.startWithoutEvent { carts.write(cart, number: number) }
        case .fetchFees(let hashes): runner.start(OrdersService.fees) { [self] in .feesKnown(await fees(of: hashes)) }
        case .fetchProfile:
            runner.start(OrdersService.profile) { await profiles.fetch().map { .shopKnown($0) } }
        case .pauseBell:
            runner.start(OrdersService.bell) {
                do { try await OneShotTimer.sleep(for: RepeatedBell.pause) } catch { return nil }
                return .bellDue
            }
        case .place(let draft): orders.place(draft)
        case .remember(let handover):
            let orders = orders
            runner.startWithoutEvent { orders.remember(handover) }
        case .deliverWaiting: orders.deliverNow()
        case .takeBack(let order): return .tookBack(order, isGone: orders.withdraw(order.id))
        case .move(let move):
            runner.startUnreplaced { .moved(OrderMoveReport(draft: move, outcome: await moves.send(move))) }
        case .moveAll(let all): runner.startUnreplaced { .movedAll(await moves.send(all)) }
        case .pause(let draft):
            runner.startUnreplaced { .paused(PauseReport(draft: draft, outcome: await pauses.send(draft))) }
        case .fetchReport(let day):
            runner.start(OrdersService.report) { .reportArrived(of: day, await reports.day(day)) }
        case .awaitEndOfDay(nil): runner.cancel(OrdersService.day)
        case .awaitEndOfDay(let end?):
            runner.start(OrdersService.day) {
                let left = end.timeIntervalSinceNow
                // A clock that is ahead of the shop's would ask again and again.
                try? await OneShotTimer.sleep(for: left > 0 ? .seconds(left) : OrdersService.pauseAtEndOfDay)
                return .dayEnded
            }
        case .fetchClosing(let choice):
            runner.start(OrdersService.report) { .closingArrived(of: choice, await reports.closing(choice)) }
        case .fetchNextClosing:
            runner.start(OrdersService.nextClosing) { .closingArrived(of: .next, await reports.closing(.next)) }
        case .close(let draft):
            runner.startUnreplaced { .closed(ClosingReport(draft: draft, outcome: await reports.close(draft))) }
        case .suggest(let text):
            guard let names else { return nil }
            runner.start(OrdersService.suggest) { .suggested(for: text, await names(text)) }
        case .findContact(let name):
            guard let contacts else { return nil }
            runner.start(OrdersService.contact) { .contactFound(named: name, await contacts(name)) }
        }
        return nil
    }

    /// Fetches the delivery fees from the pages of the dishes; a dish without a page is delivered for nothing. Stops at
    /// the first page that cannot be fetched.
    func fees(of hashes: [String]) async -> [String: DeliveryFee] {
        var fees: [String: DeliveryFee] = [:]
        for hash in hashes where !Task.isCancelled {
            do throws(FetchFailure) {
                fees[hash] = DeliveryFee(try await details.fetch(hash).deliveryFee.string)
            } catch {
                guard error == .status(404) else { break }
                fees[hash] = DeliveryFee(amount: Won(0))
            }
        }
        return fees
    }

    func run(_ runner: RequestRunner<OrdersEvent>) async {
        if let cart = carts?.read(), !cart.isEmpty { runner.send(.cartRead(cart)) }
        if let handover = orders.lastHandover() { runner.send(.handoverRead(handover)) }
        await withDiscardingTaskGroup { group in
            group.addTask { await retention.run() }
            await orders.run { event in
                switch event {
                case .completed(let report): runner.send(.reported(report))
                case .waitingChanged(let orders): runner.send(.waitingChanged(orders))
                case .setAside(let files): runner.send(.setAside(files))
                }
            }
            group.cancelAll()
        }
    }
}

extension ShopCounter {
    /// Returns the orders counter. Without `carts` the cart is lost at exit; without `names` there are no suggestions,
    /// and without `contacts` nothing is filled in; with `isKeeper` it shows the keeper's board,
    /// and with `isOwnShop` it also follows what is ordered here.
    public static func orders(
        _ orders: OrderQueue, moves: OrderStateClient = .none, pauses: PauseClient = .none,
        reports: ReportClient = .none, profiles: ShopProfileSource = .none, retention: GuestDataRetention = .none,
        details: DetailSource = .none, carts: CartStore? = nil, names: NameSuggestions? = nil,
        contacts: ContactLookup? = nil, isKeeper: Bool = false, isOwnShop: Bool = false, zone: TimeZone? = nil
    ) -> ShopCounter {
        ShopCounter(
            OrdersCounter(isKeeper: isKeeper, isOwnShop: isOwnShop, suggestsNames: names != nil, zone: zone),
            OrdersService(
                orders: orders, moves: moves, pauses: pauses, reports: reports, profiles: profiles,
                retention: retention, details: details, carts: carts, names: names, contacts: contacts))
    }
}

extension Order: SectionRow {}
extension PendingOrder: SectionRow {}
extension UndeliveredOrder: SectionRow {}

extension SectionID {
    /// The orders on this device that no server has.
    static let waitingOrders = SectionID(path: "orders/waiting")
}

extension SectionDefinition {
    public static let myOrders = SectionDefinition(
        .myOrders, for: .terminal, rowLimit: OrderList.defaultLength, rows: Order.self)

    /// The sections of the keeper's board, one per state. Of open orders, what waits longest comes first, and so all of
    /// them are fetched.
    static let board = OrderState.allCases.map {
        SectionDefinition(
            $0.board, for: .keeper, rowLimit: $0.isOpen ? FetchedRows.maxRows : OrderList.defaultLength,
            isReversed: $0.isOpen, rows: Order.self)
    }

    /// The orders about which messages are held up, for the keeper; listed only if there are any.
    static let undelivered = SectionDefinition(.undeliveredOrders, for: .keeper, rows: UndeliveredOrder.self)
}

/// How many rows are fetched of lists of orders that are longer than a page: as far as the cursor went, and all that a
/// search looks through.
struct FetchedRows: Hashable, Sendable {
    /// The most rows of one list, also for a search. A header says how many more there are.
    static let maxRows = 5_000
    /// The rows below the cursor that are fetched before it gets there.
    private static let ahead = 40

    /// The lists with further rows at the server.
    private var cut: Set<SectionID> = []
    private var limits: [SectionID: Int] = [:]

    /// Whether there is nothing to fetch and no limit to reset, whatever the keeper does.
    var isEmpty: Bool { cut.isEmpty && limits.isEmpty }

    mutating func update(_ section: Section) {
        if section.rows.unfetched > 0 { cut.insert(section.id) } else { cut.remove(section.id) }
    }

    /// Returns the limits that have changed because of the cursor or the search in `list`.
    mutating func update(for list: SectionedList) -> [(section: SectionID, limit: Int)] {
        let isSearching = !list.pattern.isEmpty
        let selected = isSearching ? nil : list.selectedSection?.id
        return list.allSections.compactMap { section in
            let before = limits[section.id] ?? OrderList.defaultLength
            guard before > OrderList.defaultLength || cut.contains(section.id) else { return nil }
            let row = section.id == selected ? list.cursor.selection.row : 0
            let limit = isSearching ? FetchedRows.maxRows : FetchedRows.limit(around: row)
            guard limit != before else { return nil }
            limits[section.id] = limit == OrderList.defaultLength ? nil : limit
            return (section.id, limit)
        }
    }

    /// Returns the number of rows to fetch while the cursor is on that row: a page, doubled until there is enough.
    private static func limit(around row: Int) -> Int {
        var limit = OrderList.defaultLength
        while row + ahead >= limit, limit < maxRows { limit *= 2 }
        return min(limit, maxRows)
    }
}
