import Domain
import Hummingbird

extension Routes {
    static func addDrinks(_ front: ShopServices, to router: Router<ShopRequestContext>) {
        for kind in DrinkKind.allCases {
            let path = RouterPath("/\(kind.section.path)")
            router.get(path) { request, _ in try await front.openDrinks().list(kind, request) }
            router.refuse(allBut: [.get, .head], at: path)
        }
        router.get("/drinks/machine") { request, _ in try await front.openDrinks().look(request) }
        router.refuse(allBut: [.get, .head], at: "/drinks/machine")
        router.post("/drinks/money") { request, _ in try await front.openDrinks().takeMoney(request) }
        router.refuse(allBut: [.post], at: "/drinks/money")
        router.post("/drinks/change") { request, _ in try await front.openDrinks().giveChange(request) }
        router.refuse(allBut: [.post], at: "/drinks/change")
        router.get("/drinks/purchases") { request, _ in try await front.keptDrinks().history(request) }
        router.post("/drinks/purchases") { request, _ in try await front.openDrinks().sell(request) }
        router.refuse(allBut: [.get, .head, .post], at: "/drinks/purchases")
        addKeeping(front, to: router)
    }

    private static func addKeeping(_ front: ShopServices, to router: Router<ShopRequestContext>) {
        router.get("/drinks/stock") { request, _ in try await front.keptDrinks().stock(request) }
        router.put("/drinks/stock") { request, _ in try await front.keptDrinks().restock(request) }
        router.refuse(allBut: [.get, .head, .put], at: "/drinks/stock")
        router.get("/drinks/expired") { request, _ in try await front.keptDrinks().list(.expired, request) }
        router.refuse(allBut: [.get, .head], at: "/drinks/expired")
        router.get("/drinks/hot") { request, _ in try await front.keptDrinks().list(.hot, request) }
        router.refuse(allBut: [.get, .head], at: "/drinks/hot")
        router.post("/drinks/removals") { request, _ in try await front.keptDrinks().removeExpired(request) }
        router.refuse(allBut: [.post], at: "/drinks/removals")
    }
}

extension ShopServices {
    /// The drinks machine. Throws `Refusal` where there is none, as the next one does.
    fileprivate func openDrinks() throws -> DrinksController {
        guard let drinks else { throw Refusal.noDrinks }
        return drinks
    }

    fileprivate func keptDrinks() throws -> DrinksKeeperController {
        guard let drinksKeeper else { throw Refusal.noDrinks }
        return drinksKeeper
    }
}
