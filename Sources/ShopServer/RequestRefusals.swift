import Domain
import Hummingbird
import Storage

// Refusals that every module may use.
extension Refusal {
    static let noKey = Refusal(status: .badRequest, sentence: "This needs an Idempotency-Key that is a UUID.")
    static let noSession = Refusal(
        status: .badRequest, sentence: "This needs a Banchan-Session that is a UUID: it names the terminal.")
    static let noName = Refusal(status: .badRequest, sentence: "The order does not say who orders.")
    static let longName = Refusal(
        status: .badRequest, sentence: "Who orders is named in at most \(OrderRequest.maxNameLength) characters.")
    static let noOrders = Refusal(status: .serviceUnavailable, sentence: "This shop takes no orders.")
}

extension KeyTaken: RefusingError {
    var refusal: Refusal {
        Refusal(status: .unprocessableContent, sentence: "This Idempotency-Key belongs to another request.")
    }
}
