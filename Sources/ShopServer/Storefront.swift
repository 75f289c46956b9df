/// Everything that the server has an answer from.
struct Storefront: Sendable {
    let menu: MenuShelf
    let details: DetailShelf
    let pictures: PictureShelf
    /// `nil` in a shop that keeps no orders.
    let desk: OrderDesk?
    let keeper: Keeper?
}
