import Domain
import ShopClient
import ShopHTTP
import TerminalText

/// What is asked for at the menu.
enum MenuRequest: CounterRequest {
    /// Takes the place of a fetch of another page that is under way.
    case fetchDetail(DetailRequest)
    case cancelDetail
    case placeOrder(OrderDraft)
    /// The server is there again: what waits on this device is delivered at once.
    case deliverWaitingOrders
    /// Takes the place of what was typed before.
    case suggest(for: String)
}

/// What came of it, or happened by itself.
enum MenuEvent: CounterEvent {
    case detailArrived(DetailReply)
    /// An order was completed, one way or another.
    case orderReported(OrderReport)
    /// So many orders wait on this device until the server can be reached.
    case waitingOrdersChanged(Int)
    /// Names that may be meant by what was typed.
    case suggested(for: String, [PlainText])

    var replacementKey: String? {
        switch self {
        // An earlier one answers a page that was left.
        case .detailArrived: "menu.detail"
        case .orderReported: nil
        case .waitingOrdersChanged: "menu.waiting-orders"
        case .suggested: "menu.suggested"
        }
    }
}

/// Names that whoever types `text` may mean.
public typealias NameSuggestions = @Sendable (_ text: String) async -> [PlainText]

/// Fetches the pages of dishes, and places orders.
struct MenuService: CounterService {
    let details: DetailSource
    let orders: OrderQueue
    let names: NameSuggestions?

    func perform(_ request: MenuRequest, _ runner: RequestRunner<MenuEvent>) -> MenuEvent? {
        switch request {
        case .fetchDetail(let request): fetch(request, runner)
        case .cancelDetail: runner.cancel(MenuService.detail)
        case .placeOrder(let draft): orders.place(draft)
        case .deliverWaitingOrders: orders.deliverNow()
        case .suggest(let text):
            guard let names else { return nil }
            runner.start(MenuService.suggest) { .suggested(for: text, await names(text)) }
        }
        return nil
    }

    private static let detail = EffectTasks.Key("menu.detail")
    private static let suggest = EffectTasks.Key("menu.suggest")

    private func fetch(_ request: DetailRequest, _ runner: RequestRunner<MenuEvent>) {
        let details = details
        runner.start(MenuService.detail) {
            let result: Result<DishDetail, FetchFailure>
            do throws(FetchFailure) {
                result = .success(try await details.fetch(request.detailHash))
            } catch {
                result = .failure(error)
            }
            return .detailArrived(DetailReply(request: request, result: result))
        }
    }

    func run(_ runner: RequestRunner<MenuEvent>) async { await orders.run(telling: OrderObserver(runner: runner)) }
}

/// Tells the loop how orders go.
private final class OrderObserver: OrderQueueDelegate {
    private let runner: RequestRunner<MenuEvent>

    init(runner: RequestRunner<MenuEvent>) { self.runner = runner }

    func orderQueue(_ queue: OrderQueue, didComplete report: OrderReport) {
        runner.tell(.orderReported(report))
    }

    func orderQueue(_ queue: OrderQueue, didChangeWaitingTo orders: [PendingOrder]) {
        runner.tell(.waitingOrdersChanged(orders.count))
    }
}

extension ShopCounter {
    /// Without `details` no dish has a page, without `orders` nothing is ordered, and without `names` none are offered.
    public static func menu(
        details: DetailSource = .none, orders: OrderQueue = OrderQueue(client: .none), names: NameSuggestions? = nil
    ) -> ShopCounter {
        ShopCounter(
            MenuCounter(suggestsNames: names != nil), MenuService(details: details, orders: orders, names: names))
    }
}
