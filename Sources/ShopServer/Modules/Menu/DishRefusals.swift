import Domain
import Hummingbird

extension Refusal {
    static let notADishPrice = Refusal(
        status: .badRequest,
        sentence: "The body is not the price of a dish: JSON with price, "
            + "from \(DishPrice.amounts.lowerBound) to \(DishPrice.amounts.upperBound) won.")
    static let notAnAvailability = Refusal(
        status: .badRequest,
        sentence: "The body does not say whether a dish is sold out: JSON with sold_out, true or false.")
}
