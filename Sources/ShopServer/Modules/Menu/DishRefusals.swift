import Domain
import Hummingbird
import TerminalText

extension Refusal {
    static let notADishPrice = Refusal(
        status: .badRequest,
        sentence: "The body is not the price of a dish: JSON with title, and price "
            + "from \(DishPrice.amounts.lowerBound) to \(DishPrice.amounts.upperBound) won.")
    static let notAnAvailability = Refusal(
        status: .badRequest,
        sentence: "The body does not say whether a dish is sold out: JSON with title, and sold_out, true or false.")

    /// The dish has another title than the keeper was shown.
    static func otherDish(_ hash: String, _ title: PlainText, shown: PlainText) -> Refusal {
        Refusal(status: .conflict, sentence: "\(hash) was shown as \(shown), and is \(title) now.")
    }
}
