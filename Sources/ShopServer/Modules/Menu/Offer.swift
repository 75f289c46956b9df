import Domain
import TerminalText

/// A dish as it can be ordered.
struct Offer: Hashable, Sendable {
    let title: PlainText
    let titleInEnglish: PlainText?
    /// What one costs.
    private(set) var price: Won
    private(set) var isSoldOut: Bool
    /// What its delivery costs, as its detail states it.
    var deliveryFee = DeliveryFee(amount: Won(0))

    init(_ dish: Dish) {
        title = dish.title
        titleInEnglish = dish.titleInEnglish
        price = dish.price
        isSoldOut = dish.isSoldOut
    }

    /// The same with what the keeper changed.
    func changed(by change: DishChange?) -> Offer {
        var offer = self
        offer.price = change?.price ?? price
        offer.isSoldOut = change?.isSoldOut ?? isSoldOut
        return offer
    }
}
