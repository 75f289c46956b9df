import Domain
import Foundation
import Hummingbird
import Storage

/// The drinks machine: its drinks, each terminal's balance and purchases, and the keeper's operations.
struct DrinksMachineModule: ServerModule {
    private let drinks: DrinksController?
    private let keeper: DrinksKeeperController?

    static func read(_ resources: URL) throws(ShopServerError) -> Assortment? {
        try DrinksFiles.assortment(resources: resources)
    }

    init(_ assortment: Assortment?, _ context: ServerContext) {
        let resources = context.resources
        let files = assortment.map {
            LiveResource($0) { _ throws(ShopServerError) in try DrinksMachineModule.read(resources) }
        }
        let machine = context.store.flatMap { store in
            files.map {
                MachineService(
                    store: store, files: $0, announcements: context.orders?.announcements, clock: context.clock)
            }
        }
        drinks = machine.map { DrinksController(machine: $0) }
        keeper = machine.map { DrinksKeeperController(machine: $0, keeper: context.keeper) }
    }

    static let directories = ["drinks"]

    func reload() { drinks?.machine.files.reload() }

    static func addFiles(to sample: inout SampleShop) throws(ShopServerError) {
        guard sample.exists("drinks") else { return }
        let text = try sample.take("drinks/drinks.json")
        try sample.takePictures(text.list.map { $0["image"] }, in: text)
    }

    var sections: [SectionID] { drinks == nil ? [] : SectionID.drinksMachine + [.drinkPurchases] }

    var terminalSection: TerminalSection? {
        guard drinks != nil else { return nil }
        return TerminalSection(section: .drinksOfSession) { try $0.machineSessions(changedAfter: $1) }
    }

    var contents: [SectionID: String] { drinks?.machine.contents ?? [:] }

    var timeUntilNewContents: Duration? { drinks?.machine.untilTomorrow }

    func addRoutes(to routes: Routes) {
        for kind in DrinkKind.allCases {
            routes.to(drinks, else: .noDrinks).get("/\(kind.section.path)") { drinks in
                { try await drinks.list(kind, $0) }
            }
        }
        let guests = routes.to(drinks, else: .noDrinks)
        guests.get("/drinks/machine", DrinksController.showMachine)
        guests.post("/drinks/money", DrinksController.takeMoney)
        guests.post("/drinks/change", DrinksController.giveChange)
        guests.post("/drinks/purchases", DrinksController.sell)
        let keeperRoutes = routes.to(keeper, else: .noDrinks)
        keeperRoutes.get("/drinks/purchases", DrinksKeeperController.history)
        keeperRoutes.get("/drinks/stock", DrinksKeeperController.stock)
        keeperRoutes.put("/drinks/stock", DrinksKeeperController.restock)
        keeperRoutes.get("/drinks/expired", DrinksKeeperController.expired)
        keeperRoutes.get("/drinks/hot", DrinksKeeperController.hot)
        keeperRoutes.post("/drinks/removals", DrinksKeeperController.removeExpired)
    }
}
