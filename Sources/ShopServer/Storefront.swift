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
}
