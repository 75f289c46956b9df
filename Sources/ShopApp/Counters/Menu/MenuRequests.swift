import Domain
import Foundation
import Settings
import ShopClient

enum MenuRequest: CounterRequest {
    /// Replaces a pending fetch of another page.
    case fetchDetail(DetailRequest)
    case cancelDetail
    /// Fetches the keeper's data of the dish with that hash.
    case fetchKeeperDish(String)
    case change(DishDraft)
}

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

extension SectionDefinition {
    /// The menu's sections, in display order.
    public static let menu = SectionID.menu.map {
        SectionDefinition($0, heading(ofDishes: $0)[.korean], rows: Dish.self)
    }

    /// Returns the menu's sections, followed by the user's own.
    public static func menu(and own: [OwnSection]) -> [SectionDefinition] {
        menu + own.map { SectionDefinition($0) }
    }

    /// Creates a section that the user added.
    init(_ section: OwnSection) {
        switch section.source {
        case .path(let path): self.init(SectionID(path: path), section.heading, rows: Dish.self)
        case .address(let url):
            self.init(SectionID(path: url.absoluteString), section.heading, elsewhere: url, rows: Dish.self)
        }
    }

    static func heading(ofDishes section: SectionID) -> Localized<SectionHeading> {
        switch section {
        case .main:
            Localized(
                korean: SectionHeading(title: "메인반찬", subtitle: "한그릇 뚝딱 메인 요리"),
                english: SectionHeading(title: "Main dishes", subtitle: "a whole meal in a bowl"))
        case .soup:
            Localized(
                korean: SectionHeading(title: "국.찌게", subtitle: "김이 모락모락 국.찌게"),
                english: SectionHeading(title: "Soups and stews", subtitle: "steaming hot"))
        default:
            Localized(
                korean: SectionHeading(title: "밑반찬", subtitle: "언제 먹어도 든든한 밑반찬"),
                english: SectionHeading(title: "Side dishes", subtitle: "good with every meal"))
        }
    }
}
