import Hummingbird
import JuiceMaking
import ShopModels

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

    /// What the juice bar's sections show beside the stock, as texts that differ where it does.
    var juiceContents: [SectionID: String] {
        guard let maker = juices?.maker else { return [:] }
        return [
            .juices: EntityTag(of: Response.encode(maker.recipes)).opaque,
            .fruits: EntityTag(of: Response.encode(maker.fruits)).opaque,
        ]
    }
}
