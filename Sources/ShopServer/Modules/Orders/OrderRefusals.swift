import Domain
import Hummingbird

extension Refusal {
    static let notAnOrder = Refusal(
        status: .badRequest,
        sentence: "The body is not an order: JSON with who, detail_hash, quantity and unit_price.")
    static let noSuchQuantity = Refusal(
        status: .badRequest,
        sentence: "The quantity is from \(OrderLine.quantities.lowerBound) to \(OrderLine.quantities.upperBound).")
    static let unknownDish = Refusal(status: .notFound, sentence: "There is no such dish on the menu.")

    /// What is the matter with an order of one dish.
    init(oneDish conflict: OrderConflict) {
        guard let line = conflict.lines.first, let price = line.unitPrice else {
            self = .unknownDish
            return
        }
        let sentence = line.isSoldOut ? "This dish is sold out." : "One costs \(price.text) now."
        self.init(
            status: .conflict, sentence: sentence,
            body: DishConflict(error: sentence, unitPrice: price, isSoldOut: line.isSoldOut))
    }
}

/// The body of a 409 to an order of one dish: the price by which it could be made, unless it is sold out.
private struct DishConflict: Encodable {
    let error: String
    let unitPrice: Won
    let isSoldOut: Bool

    private enum CodingKeys: String, CodingKey {
        case error
        case unitPrice = "unit_price"
        case isSoldOut = "sold_out"
    }
}
