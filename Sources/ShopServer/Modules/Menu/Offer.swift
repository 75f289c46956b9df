import Domain
import TerminalText

/// A dish as it can be ordered.
struct Offer: Hashable, Sendable {
    let title: PlainText
    /// What one costs.
    var price: Won
    /// What its delivery costs, as its detail states it.
    var deliveryFee = DeliveryFee(amount: Won(0))

    init(_ dish: Dish) {
        title = dish.title
        price = dish.price
    }
}
