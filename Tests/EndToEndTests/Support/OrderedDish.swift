import Domain
import Foundation
import ShopResources
import TerminalText
import Testing

/// The dish that tests order, with its price and its delivery fee in the shop. It is picked up unless a test says so.
struct OrderedDish: Sendable {
    let dish: Dish
    let price: Won
    let fee: DeliveryFee

    init() throws {
        dish = try #require(try TemporaryMenu.own(.main).first)
        price = dish.price
        let page = try ShopResources.directory().appending(components: "details", "\(dish.detailHash).json")
        fee = DeliveryFee(try DishDetailBody.decode(Data(contentsOf: page)).data.deliveryFee.string)
    }

    func order(who: String = "지훈") -> OrderRequest {
        OrderRequest(who: who, lines: [.one(dish)])
    }
}

extension OrderRequest.Line {
    static func one(_ dish: Dish) -> OrderRequest.Line {
        OrderRequest.Line(
            item: OrderedItem(.menu, dish.detailHash), title: dish.title, quantity: 1, unitPrice: dish.price)
    }
}
