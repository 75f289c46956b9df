import Domain
import Foundation
import ShopClient
import ShopHTTP
import TerminalText

/// A request of the orders counter.
enum OrdersRequest: CounterRequest {
    /// Saves the cart; `number` is the number of changes so far.
    case keepCart(Cart, number: Int)
    /// Fetches the delivery fees of the dishes with those hashes.
    case fetchFees([String])
    case place(OrderDraft)
    /// Sends the waiting orders at once, because the server is reachable again.
    case deliverWaiting
    case takeBack(PendingOrder)
    case move(OrderMove)
    /// Fetches the report of a day, `nil` meaning today. Replaces a pending fetch of another day.
    case fetchReport(Day?)
    /// Requests name suggestions. Replaces the request for earlier text.
    case suggest(for: String)
}

/// An event of the orders counter.
enum OrdersEvent: CounterEvent {
    /// The cart as saved by the previous run.
    case cartRead(Cart)
    case feesKnown([String: DeliveryFee])
    /// The result of an order, successful or not.
    case reported(OrderReport)
    /// The orders that wait on this device until the server is reachable.
    case waitingChanged([PendingOrder])
    case tookBack(PendingOrder, isGone: Bool)
    /// Stored orders that cannot be read were moved to these files.
    case setAside([String])
    case moved(OrderMoveReport)
    case reportArrived(of: Day?, Result<DayReport, FetchFailure>)
    /// The name suggestions for the typed text.
    case suggested(for: String, [PlainText])

    var replacementKey: String? {
        switch self {
        case .waitingChanged: "orders.waiting"
        case .suggested: "orders.suggested"
        case .reportArrived: "orders.report"
        case .cartRead, .feesKnown, .reported, .tookBack, .setAside, .moved: nil
        }
    }
}

/// Returns the name suggestions for the typed `text`.
public typealias NameSuggestions = @Sendable (_ text: String) async -> [PlainText]

/// The service that places orders, changes their states, and saves the cart.
struct OrdersService: CounterService {
    let orders: OrderQueue
    let moves: OrderStateClient
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
            runner.startWithoutEvent { carts.write(cart, number: number) }
        case .fetchFees(let hashes): runner.start(OrdersService.fees) { [self] in .feesKnown(await fees(of: hashes)) }
        case .place(let draft): orders.place(draft)
        case .deliverWaiting: orders.deliverNow()
        case .takeBack(let order): return .tookBack(order, isGone: orders.takeBack(order.id))
        case .move(let move):
            runner.startUnreplaced { .moved(OrderMoveReport(draft: move, outcome: await moves.send(move))) }
        case .fetchReport(let day):
            runner.start(OrdersService.report) { .reportArrived(of: day, await reports.fetch(day)) }
        case .suggest(let text):
            guard let names else { return nil }
            runner.start(OrdersService.suggest) { .suggested(for: text, await names(text)) }
        }
        return nil
    }

    /// Fetches the delivery fees from the pages of the dishes; a dish without a page is delivered for nothing. Stops at
    /// the first page that cannot be fetched.
    private func fees(of hashes: [String]) async -> [String: DeliveryFee] {
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
        if let cart = carts?.read(), !cart.isEmpty { runner.tell(.cartRead(cart)) }
        await orders.run { event in
            switch event {
            case .completed(let report): runner.tell(.reported(report))
            case .waitingChanged(let orders): runner.tell(.waitingChanged(orders))
            case .setAside(let files): runner.tell(.setAside(files))
            }
        }
    }
}

extension ShopCounter {
    /// Returns the orders counter. Without `carts` the cart is lost at exit; without `names` there are no suggestions;
    /// with `isKeeper` it shows the keeper's board.
    public static func orders(
        _ orders: OrderQueue, moves: OrderStateClient = .none, reports: ReportSource = .none,
        details: DetailSource = .none,
        carts: CartStore? = nil, names: NameSuggestions? = nil, isKeeper: Bool = false, zone: TimeZone? = nil
    ) -> ShopCounter {
        ShopCounter(
            OrdersCounter(isKeeper: isKeeper, suggestsNames: names != nil, zone: zone),
            OrdersService(
                orders: orders, moves: moves, reports: reports, details: details, carts: carts, names: names))
    }
}
