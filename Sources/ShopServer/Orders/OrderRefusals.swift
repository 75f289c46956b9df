import Domain
import Hummingbird
import Storage

extension Refusal {
    static let noKey = Refusal(status: .badRequest, sentence: "This needs an Idempotency-Key that is a UUID.")
    static let notAnOrder = Refusal(
        status: .badRequest,
        sentence: "The body is not an order: JSON with who, detail_hash, quantity and unit_price.")
    static let noName = Refusal(status: .badRequest, sentence: "The order does not say who orders.")
    static let longName = Refusal(
        status: .badRequest, sentence: "Who orders is named in at most \(OrderRequest.longestName) characters.")
    static let noSuchQuantity = Refusal(
        status: .badRequest,
        sentence: "The quantity is from \(OrderRequest.quantities.lowerBound) to \(OrderRequest.quantities.upperBound)."
    )
    static let unknownDish = Refusal(status: .notFound, sentence: "There is no such dish on the menu.")
    static let keyTaken = Refusal(
        status: .unprocessableContent, sentence: "This Idempotency-Key belongs to another request.")
    static let noOrders = Refusal(status: .serviceUnavailable, sentence: "This shop takes no orders.")

    static func anotherPrice(_ price: Won) -> Refusal {
        Refusal(status: .conflict, sentence: "One costs \(price.text) now.", unitPrice: price)
    }
}
