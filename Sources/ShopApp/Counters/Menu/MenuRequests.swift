import Domain
import Foundation
import Platform
import Settings
import ShopClient
import TerminalText

enum MenuRequest: CounterRequest {
    /// Replaces a pending fetch of another page.
    case fetchDetail(DetailRequest)
    /// The same, unless another request follows soon: who moves through the list fetches no page of every dish.
    case fetchDetailAtRest(DetailRequest)
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
        case .fetchDetail(let request): fetch(request, after: nil, runner)
        case .fetchDetailAtRest(let request): fetch(request, after: MenuService.rest, runner)
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

    /// How long the selection rests before the page of a dish is fetched for the pane.
    private static let rest = Duration.milliseconds(250)

    private func fetch(_ request: DetailRequest, after rest: Duration?, _ runner: RequestRunner<MenuEvent>) {
        let details = details
        runner.start(MenuService.detail) {
            if let rest {
                do { try await OneShotTimer.sleep(for: rest) } catch { return nil }
            }
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
    /// Returns the counter of the menu with the shop's sections, followed by the user's own. Without `details` no dish
    /// has a page; with `keeper` the user can change dishes.
    public static func menu(
        details: DetailSource = .none, keeper: DishClient? = nil, sections: [MenuSection] = MenuSection.standard,
        delivery: DeliveryRule? = nil, ownSections: [OwnSection] = []
    ) -> ShopCounter {
        ShopCounter(
            MenuCounter(isKeeper: keeper != nil, sections: sections, delivery: delivery, ownSections: ownSections),
            MenuService(details: details, keeper: keeper ?? .none))
    }
}

extension SectionDefinition {
    /// The sections of a menu of which the shop names none.
    public static let menu = menu(of: MenuSection.standard)

    /// Returns the sections of the shop's menu, followed by the user's own that are not among them.
    public static func menu(of sections: [MenuSection], and own: [OwnSection] = []) -> [SectionDefinition] {
        let shop = sections.map { SectionDefinition($0.section, $0.heading[.korean], rows: Dish.self) }
        let ids = Set(shop.map(\.id))
        return shop + own.map { SectionDefinition($0) }.filter { !ids.contains($0.id) }
    }

    /// Creates a section that the user added.
    init(_ section: OwnSection) {
        switch section.source {
        case .path(let path): self.init(SectionID(path: path), section.heading, rows: Dish.self)
        case .address(let url):
            self.init(SectionID(path: url.absoluteString), section.heading, elsewhere: url, rows: Dish.self)
        }
    }
}

extension MenuSection {
    /// The heading, in English with the shop's own words where it has no others.
    var heading: Localized<SectionHeading> {
        Localized(
            korean: SectionHeading(title: title.string, subtitle: subtitle.string),
            english: SectionHeading(
                title: (englishTitle ?? title).string, subtitle: (englishSubtitle ?? subtitle).string))
    }
}
