import Domain
import Hummingbird

/// Everything that the server has an answer from.
struct ShopServices: Sendable {
    let menu: LiveMenu
    let details: DetailFiles
    let pictures: PictureFiles
    /// `nil` in a shop without avatars.
    let avatars: AvatarRoutes?
    let health: Health
    /// `nil` in a shop that keeps no orders.
    let orders: OrderController?
    let keeper: KeeperController?
    /// `nil` in a shop without a juice bar.
    let juices: JuiceController?
    let stock: StockController?
    /// `nil` in a shop without a drinks machine.
    let drinks: DrinksController?
    let drinksKeeper: DrinksKeeperController?

    /// Those whose changes are told.
    var sections: [SectionID] {
        SectionID.juiceBar + SectionID.menu + (drinks == nil ? [] : SectionID.drinksMachine + [.drinkPurchases])
    }

    /// What the sections of both show beside their stock, as texts that differ where it does.
    var contents: [SectionID: String] { juiceContents.merging(drinks?.machine.contents ?? [:]) { $1 } }

    private var juiceContents: [SectionID: String] {
        guard let maker = juices?.maker else { return [:] }
        return [
            .juices: EntityTag(of: Response.encode(maker.recipes)).opaque,
            .fruits: EntityTag(of: Response.encode(maker.fruits)).opaque,
        ]
    }
}
