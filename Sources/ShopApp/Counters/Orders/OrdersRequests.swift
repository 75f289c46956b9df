import Domain
import Foundation
import ShopClient
import ShopHTTP
import TerminalText

/// What is asked for around orders.
enum OrdersRequest: CounterRequest {
    /// The cart as it is after that many changes.
    case keepCart(Cart, number: Int)
    /// What the delivery of the dishes of those hashes costs.
    case fetchFees([String])
    case place(OrderDraft)
    /// The server is there again: what waits on this device is delivered at once.
    case deliverWaiting
    case takeBack(PendingOrder)
    case move(OrderMove)
    /// The report of a day, `nil` meaning today. Takes the place of that of another day that is under way.
    case fetchReport(Day?)
    /// Takes the place of what was typed before.
    case suggest(for: String)
}

/// What came of it, or happened by itself.
enum OrdersEvent: CounterEvent {
    /// What was in the cart when the program ended.
    case cartRead(Cart)
    case feesKnown([String: DeliveryFee])
    /// An order was completed, one way or another.
    case reported(OrderReport)
    /// These orders wait on this device until the server can be reached.
    case waitingChanged([PendingOrder])
    case tookBack(PendingOrder, isGone: Bool)
    case moved(OrderMoveReport)
    case reportArrived(of: Day?, Result<DayReport, FetchFailure>)
    /// Names that may be meant by what was typed.
    case suggested(for: String, [PlainText])

    var replacementKey: String? {
        switch self {
        case .waitingChanged: "orders.waiting"
        case .suggested: "orders.suggested"
        case .reportArrived: "orders.report"
        case .cartRead, .feesKnown, .reported, .tookBack, .moved: nil
        }
    }
}

/// Names that whoever types `text` may mean.
public typealias NameSuggestions = @Sendable (_ text: String) async -> [PlainText]

/// Places and moves orders, and keeps the cart.
struct OrdersService: CounterService {
    let orders: OrderQueue
    let moves: OrderMoves
    let reports: ReportSource
    let details: DetailSource
    let carts: CartStore?
    let names: NameSuggestions?

    private static let suggest = EffectTasks.Key("orders.suggest")
    private static let fees = EffectTasks.Key("orders.fees")
    private static let report = EffectTasks.Key("orders.report")

    func perform(_ request: OrdersRequest, _ runner: RequestRunner<OrdersEvent>) -> OrdersEvent? {
        let (moves, reports, carts, names) = (moves, reports, carts, names)
        switch request {
        case .keepCart(let cart, let number):
            guard let carts else { return nil }
            runner.startUntold { carts.write(cart, number: number) }
        case .fetchFees(let hashes): runner.start(OrdersService.fees) { [self] in .feesKnown(await fees(of: hashes)) }
        case .place(let draft): orders.place(draft)
        case .deliverWaiting: orders.deliverNow()
        case .takeBack(let order): return .tookBack(order, isGone: orders.takeBack(order.id))
        case .move(let move):
            runner.startLasting { .moved(OrderMoveReport(draft: move, outcome: await moves.send(move))) }
        case .fetchReport(let day):
            runner.start(OrdersService.report) { .reportArrived(of: day, await reports.fetch(day)) }
        case .suggest(let text):
            guard let names else { return nil }
            runner.start(OrdersService.suggest) { .suggested(for: text, await names(text)) }
        }
        return nil
    }

    /// Of those dishes whose pages can be fetched.
    private func fees(of hashes: [String]) async -> [String: DeliveryFee] {
        var fees: [String: DeliveryFee] = [:]
        for hash in hashes {
            guard !Task.isCancelled, let detail = try? await details.fetch(hash) else { break }
            fees[hash] = DeliveryFee(detail.deliveryFee.string)
        }
        return fees
    }

    func run(_ runner: RequestRunner<OrdersEvent>) async {
        if let cart = carts?.read(), !cart.isEmpty { runner.tell(.cartRead(cart)) }
        await orders.run(telling: OrderObserver(runner: runner))
    }
}

/// Tells the loop how orders go.
private final class OrderObserver: OrderQueueDelegate {
    private let runner: RequestRunner<OrdersEvent>

    init(runner: RequestRunner<OrdersEvent>) { self.runner = runner }

    func orderQueue(_ queue: OrderQueue, didComplete report: OrderReport) { runner.tell(.reported(report)) }

    func orderQueue(_ queue: OrderQueue, didChangeWaitingTo orders: [PendingOrder]) {
        runner.tell(.waitingChanged(orders))
    }
}

extension ShopCounter {
    /// Without `carts` the cart is forgotten at the end, and without `names` none are offered. With `isKeeper` it is the
    /// keeper's board.
    public static func orders(
        _ orders: OrderQueue, moves: OrderMoves = .none, reports: ReportSource = .none, details: DetailSource = .none,
        carts: CartStore? = nil, names: NameSuggestions? = nil, isKeeper: Bool = false, zone: TimeZone? = nil
    ) -> ShopCounter {
        ShopCounter(
            OrdersCounter(isKeeper: isKeeper, suggestsNames: names != nil, zone: zone),
            OrdersService(
                orders: orders, moves: moves, reports: reports, details: details, carts: carts, names: names))
    }
}
