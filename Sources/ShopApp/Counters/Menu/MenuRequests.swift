import Domain
import Settings
import ShopClient
import ShopHTTP

/// What is asked for at the menu.
enum MenuRequest: CounterRequest {
    /// Takes the place of a fetch of another page that is under way.
    case fetchDetail(DetailRequest)
    case cancelDetail
    /// What the keeper knows of the dish of that hash.
    case fetchKeptDish(String)
    case change(DishDraft)
}

/// What came of it, or happened by itself.
enum MenuEvent: CounterEvent {
    case detailArrived(DetailReply)
    case keptDishArrived(hash: String, Result<KeeperDish, FetchFailure>)
    case changed(DishReport)

    var replacementKey: String? {
        switch self {
        // An earlier one answers a page that was left.
        case .detailArrived: "menu.detail"
        case .keptDishArrived, .changed: nil
        }
    }
}

/// Fetches the pages of dishes, and changes dishes for their keeper.
struct MenuService: CounterService {
    let details: DetailSource
    let keeper: DishClient

    func perform(_ request: MenuRequest, _ runner: RequestRunner<MenuEvent>) -> MenuEvent? {
        switch request {
        case .fetchDetail(let request): fetch(request, runner)
        case .cancelDetail: runner.cancel(MenuService.detail)
        case .fetchKeptDish(let hash):
            let keeper = keeper
            runner.start(MenuService.keptDish) { .keptDishArrived(hash: hash, await keeper.fetch(hash)) }
        case .change(let draft):
            let keeper = keeper
            runner.startLasting { .changed(DishReport(draft: draft, outcome: await keeper.send(draft))) }
        }
        return nil
    }

    private static let detail = EffectTasks.Key("menu.detail")
    private static let keptDish = EffectTasks.Key("menu.kept-dish")

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
    /// Without `details` no dish has a page. With `keeper` whoever is here changes dishes.
    public static func menu(
        details: DetailSource = .none, keeper: DishClient? = nil, ownSections: [OwnSection] = []
    ) -> ShopCounter {
        ShopCounter(
            MenuCounter(isKeeper: keeper != nil, ownSections: ownSections),
            MenuService(details: details, keeper: keeper ?? .none))
    }
}
