import Canvas
import Domain
import Foundation
import ShopClient
import Terminal
import TerminalText

@testable import ShopApp

enum KeptDishFixture {
    static let soldOut = Dish(
        detailHash: "H1", title: Fixture.galbi.title, description: Fixture.galbi.description, price: Won(10_900),
        badges: ["베스트", "품절"], isSoldOut: true)

    static func kept(
        _ price: Int, file: Int = 10_900, isSoldOut: Bool = false, count: Int? = nil, fileCount: Int? = nil,
        setAside: KeeperDish.SetAside? = nil
    ) -> KeeperDish {
        KeeperDish(
            hash: "H1", title: "떡갈비", price: Won(price), filePrice: Won(file), isSoldOut: isSoldOut,
            isSoldOutInFile: false, count: count, fileCount: fileCount,
            changed: (price == file ? [] : [.price]) + (isSoldOut ? [.soldOut] : []),
            setAside: setAside)
    }

    /// Returns a shop with that dish, at the menu.
    static func shop(
        _ dish: Dish = Fixture.galbi, isKeeper: Bool = true, width: Int = 80, height: Int = 24
    ) -> ShopState {
        ShopState(
            size: Size(width: width, height: height),
            sections: [Fixture.section(.main, [dish, Fixture.stew])],
            counters: [MenuCounter(isKeeper: isKeeper), OrdersCounter(isKeeper: isKeeper, zone: OrdersFixture.zone)],
            connection: .connected, now: Fixture.noon)
    }
}

extension ShopState {
    var dishForm: DishForm? { layers[DishForm.self] }

    @discardableResult
    mutating func tell(_ event: MenuEvent) -> [Effect] { reduce(&self, .event(.menu, event)) }

    /// Delivers the keeper's view of the dish.
    mutating func arrive(_ result: Result<KeeperDish, FetchFailure>, of hash: String = "H1") {
        tell(.keeperDishArrived(hash: hash, result))
    }

    mutating func report(_ draft: DishDraft, _ outcome: DishOutcome) {
        tell(.changed(DishReport(draft: draft, outcome: outcome)))
    }

    /// Replaces the dishes in the section.
    mutating func list(_ dishes: Dish..., version: Int = 2) {
        _ = reduce(&self, .sectionChanged(Fixture.section(.main, dishes, version: version), at: Fixture.noon))
    }
}

/// Returns the first change of a dish that the keys request.
func dishDraft(_ state: inout ShopState, _ keys: Key...) -> DishDraft? {
    drafts(keys.flatMap { state.press($0) }).first
}

/// Returns the changes of dishes that are requested.
func drafts(_ effects: [Effect]) -> [DishDraft] {
    effects.compactMap { effect in
        if case .change(let draft)? = effect.request(MenuRequest.self) { draft } else { nil }
    }
}

/// Returns the requests to the orders service that the keys cause.
func asked(_ state: inout ShopState, _ keys: Key...) -> [OrdersRequest] { keys.flatMap { state.asked($0) } }
