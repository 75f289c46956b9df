import Domain
import ShopClient
import ShopHTTP

/// What is asked for at the menu.
public enum MenuRequest: CounterRequest {
    /// Takes the place of a fetch of another page that is under way.
    case fetchDetail(DetailRequest)
    case cancelDetail
    case placeOrder(OrderDraft)
    /// The server is there again: what waits on this device is delivered at once.
    case deliverWaitingOrders
}

/// What came of it, or happened by itself.
public enum MenuEvent: CounterEvent {
    case detailArrived(DetailReply)
    /// An order was completed, one way or another.
    case orderReported(OrderReport)
    /// So many orders wait on this device until the server can be reached.
    case waitingOrdersChanged(Int)

    public var replacementKey: String? {
        switch self {
        // An earlier one answers a page that was left.
        case .detailArrived: "menu.detail"
        case .orderReported: nil
        case .waitingOrdersChanged: "menu.waiting-orders"
        }
    }
}

/// Fetches the pages of dishes, and places orders.
struct MenuService: CounterService {
    let details: DetailSource
    let orders: OrderQueue

    func perform(_ request: MenuRequest, _ runner: RequestRunner) -> MenuEvent? {
        switch request {
        case .fetchDetail(let request): fetch(request, runner)
        case .cancelDetail: runner.cancel(MenuService.detail)
        case .placeOrder(let draft): orders.place(draft)
        case .deliverWaitingOrders: orders.deliverNow()
        }
        return nil
    }

    private static let detail = EffectTasks.Key("menu.detail")

    private func fetch(_ request: DetailRequest, _ runner: RequestRunner) {
        let details = details
        runner.start(MenuService.detail) {
            let result: Result<DishDetail, FetchFailure>
            do throws(FetchFailure) {
                result = .success(try await details.fetch(request.detailHash))
            } catch {
                result = .failure(error)
            }
            return MenuEvent.detailArrived(DetailReply(request: request, result: result))
        }
    }

    func run(_ runner: RequestRunner) async { await orders.run(telling: OrderObserver(runner: runner)) }
}

/// Tells the loop how orders go.
private final class OrderObserver: OrderQueueDelegate {
    private let runner: RequestRunner

    init(runner: RequestRunner) { self.runner = runner }

    func orderQueue(_ queue: OrderQueue, didComplete report: OrderReport) {
        runner.tell(MenuEvent.orderReported(report))
    }

    func orderQueue(_ queue: OrderQueue, didChangeWaitingTo orders: [PendingOrder]) {
        runner.tell(MenuEvent.waitingOrdersChanged(orders.count))
    }
}

extension Effect {
    static func menu(_ request: MenuRequest) -> Effect { .request(AnyCounterRequest(request)) }
}

extension ShopCounter {
    /// Without `details` no dish has a page, and without `orders` nothing is ordered.
    public static func menu(
        details: DetailSource = .none, orders: OrderQueue = OrderQueue(client: .none)
    ) -> ShopCounter {
        ShopCounter(MenuCounter(), MenuService(details: details, orders: orders))
    }
}
