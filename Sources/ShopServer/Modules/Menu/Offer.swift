import Domain
import TerminalText

/// A dish with the terms on which it can be ordered.
struct Offer: Hashable, Sendable {
    let title: PlainText
    let titleInEnglish: PlainText?
    /// The price of one.
    private(set) var price: Won
    private(set) var isSoldOut: Bool
    /// The delivery fee, as stated in the dish's detail.
    var deliveryFee = DeliveryFee(amount: Won(0))

    init(_ dish: Dish) {
        title = dish.title
        titleInEnglish = dish.titleInEnglish
        price = dish.price
        isSoldOut = dish.isSoldOut
    }

    /// Returns the offer with the keeper's changes applied, if they are changes of this dish.
    func changed(by change: DishChange?) -> Offer {
        guard let change, change.title == title else { return self }
        var offer = self
        offer.price = change.price ?? price
        offer.isSoldOut = change.isSoldOut ?? isSoldOut
        return offer
    }
}
