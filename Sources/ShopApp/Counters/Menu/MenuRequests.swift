import Domain
import ShopClient
import ShopHTTP

/// What is asked for at the menu.
enum MenuRequest: CounterRequest {
    /// Takes the place of a fetch of another page that is under way.
    case fetchDetail(DetailRequest)
    case cancelDetail
}

/// What came of it, or happened by itself.
enum MenuEvent: CounterEvent {
    case detailArrived(DetailReply)

    var replacementKey: String? {
        switch self {
        // An earlier one answers a page that was left.
        case .detailArrived: "menu.detail"
        }
    }
}

/// Fetches the pages of dishes.
struct MenuService: CounterService {
    let details: DetailSource

    func perform(_ request: MenuRequest, _ runner: RequestRunner<MenuEvent>) -> MenuEvent? {
        switch request {
        case .fetchDetail(let request): fetch(request, runner)
        case .cancelDetail: runner.cancel(MenuService.detail)
        }
        return nil
    }

    private static let detail = EffectTasks.Key("menu.detail")

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
    /// Without `details` no dish has a page.
    public static func menu(details: DetailSource = .none) -> ShopCounter {
        ShopCounter(MenuCounter(), MenuService(details: details))
    }
}
