import Domain
import Settings
import ShopClient
import ShopHTTP

/// A request of the menu.
enum MenuRequest: CounterRequest {
    /// Replaces a pending fetch of another page.
    case fetchDetail(DetailRequest)
    case cancelDetail
    /// Fetches the keeper's data of the dish with that hash.
    case fetchKeeperDish(String)
    case change(DishDraft)
}

/// An event of the menu.
enum MenuEvent: CounterEvent {
    case detailArrived(DetailReply)
    case keeperDishArrived(hash: String, Result<KeeperDish, FetchFailure>)
    case changed(DishReport)

    var replacementKey: String? {
        switch self {
        // An earlier result belongs to a page that was closed.
        case .detailArrived: "menu.detail"
        case .keeperDishArrived, .changed: nil
        }
    }
}

/// The service that fetches the pages of dishes and changes dishes for their keeper.
struct MenuService: CounterService {
    let details: DetailSource
    let keeper: DishClient

    func perform(_ request: MenuRequest, _ runner: RequestRunner<MenuEvent>) -> MenuEvent? {
        switch request {
        case .fetchDetail(let request): fetch(request, runner)
        case .cancelDetail: runner.cancel(MenuService.detail)
        case .fetchKeeperDish(let hash):
            let keeper = keeper
            runner.start(MenuService.keeperDish) { .keeperDishArrived(hash: hash, await keeper.fetch(hash)) }
        case .change(let draft):
            let keeper = keeper
            runner.startUnreplaced { .changed(DishReport(draft: draft, outcome: await keeper.send(draft))) }
        }
        return nil
    }

    private static let detail = EffectTasks.Key("menu.detail")
    private static let keeperDish = EffectTasks.Key("menu.kept-dish")

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
}

extension ShopCounter {
    /// Returns the counter of the menu. Without `details` no dish has a page; with `keeper` the user can change dishes.
    public static func menu(
        details: DetailSource = .none, keeper: DishClient? = nil, ownSections: [OwnSection] = []
    ) -> ShopCounter {
        ShopCounter(
            MenuCounter(isKeeper: keeper != nil, ownSections: ownSections),
            MenuService(details: details, keeper: keeper ?? .none))
    }
}
