import Domain
import TerminalText

/// A dish as it can be ordered.
struct Offer: Hashable, Sendable {
    let title: String
    /// What one costs.
    var price: Won

    init(_ dish: Dish) {
        title = dish.title.string
        price = dish.price
    }
}
