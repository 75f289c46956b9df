import Domain
import Hummingbird

extension Refusal {
    static let notAnOrder = Refusal(
        status: .badRequest,
        sentence: "The body is not an order: JSON with who, detail_hash, quantity and unit_price.")
    static let noSuchQuantity = Refusal(
        status: .badRequest,
        sentence: "The quantity is from \(OrderRequest.quantities.lowerBound) to \(OrderRequest.quantities.upperBound)."
    )
    static let unknownDish = Refusal(status: .notFound, sentence: "There is no such dish on the menu.")

    static func anotherPrice(_ price: Won) -> Refusal {
        let sentence = "One costs \(price.text) now."
        return Refusal(
            status: .conflict, sentence: sentence, body: AnotherPrice(error: sentence, unitPrice: price))
    }
}

/// The body of a 409: the price by which the order could be made.
private struct AnotherPrice: Encodable {
    let error: String
    let unitPrice: Won

    private enum CodingKeys: String, CodingKey {
        case error
        case unitPrice = "unit_price"
    }
}
