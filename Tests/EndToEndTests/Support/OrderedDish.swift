import Domain
import Testing

/// The dish that tests order, with its price in the shop.
struct OrderedDish: Sendable {
    let dish: Dish
    let price: Won

    init() throws {
        dish = try #require(try TemporaryMenu.own(.main).first)
        price = dish.price
    }

    func order(who: String = "지훈") -> OrderRequest {
        OrderRequest(who: who, detailHash: dish.detailHash, quantity: 1, unitPrice: price)
    }
}
