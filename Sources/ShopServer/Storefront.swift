import Hummingbird
import JuiceMaking
import ShopModels
import Vending

/// Everything that the server has an answer from.
struct Storefront: Sendable {
    let menu: LiveMenu
    let details: DetailShelf
    let pictures: PictureShelf
    /// `nil` in a shop that keeps no orders.
    let desk: OrderDesk?
    let keeper: Keeper?
    /// `nil` in a shop without a juice bar.
    let juices: JuiceCounter?
    let stockRoom: StockRoom?
    /// `nil` in a shop without a drinks machine.
    let drinks: DrinksCounter?
    let drinksKeeper: DrinksKeeper?

    /// Those whose changes are told.
    var sections: [SectionID] {
        SectionID.juiceBar + SectionID.menu + (drinks == nil ? [] : SectionID.drinksMachine + [.drinkPurchases])
    }

    /// What the drinks machine's sections show beside the stock, as texts that differ where it does.
    var drinksContents: [SectionID: String] {
        guard let offers = drinks?.machine.assortment.offers else { return [:] }
        return Dictionary(grouping: offers, by: \.product.drinkClass.kind.section).mapValues { offers in
            EntityTag(of: "\(offers.map { [$0.id.name, $0.image, "\($0.product)"] })".utf8).opaque
        }
    }

    /// What the juice bar's sections show beside the stock, as texts that differ where it does.
    var juiceContents: [SectionID: String] {
        guard let maker = juices?.maker else { return [:] }
        return [
            .juices: EntityTag(of: Response.encode(maker.recipes)).opaque,
            .fruits: EntityTag(of: Response.encode(maker.fruits)).opaque,
        ]
    }
}
