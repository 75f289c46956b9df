import Domain
import Hummingbird

extension Refusal {
    static let notAnOrder = Refusal(
        status: .badRequest,
        sentence: "The body is not an order: JSON with who, detail_hash, quantity and unit_price, or with lines.")
    static let noSuchQuantity = Refusal(
        status: .badRequest,
        sentence: "The quantity is from \(OrderLine.quantities.lowerBound) to \(OrderLine.quantities.upperBound).")
    static let noSuchCountOfLines = Refusal(
        status: .badRequest, sentence: "An order has from 1 to \(Order.maxLines) lines.")
    static let unknownDish = Refusal(status: .notFound, sentence: "There is no such dish on the menu.")

    /// Creates the refusal for a conflict in an order of one dish.
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

    /// Creates the refusal for conflicts in an order of several lines.
    init(cart conflict: OrderConflict) {
        let numbers = conflict.lines.filter { $0.unitPrice == nil || !conflict.isUnknown }.map { "\($0.line + 1)" }
        let lines = numbers.joined(separator: ", ")
        let sentence =
            conflict.isUnknown
            ? "The shop does not sell this: line \(lines)."
            : conflict.deliveryFee.map { "Delivery costs \($0.text) now." }
                ?? "This cannot be ordered as it was shown: line \(lines)."
        self.init(
            status: conflict.isUnknown ? .notFound : .conflict, sentence: sentence,
            body: CartConflict(error: sentence, lines: conflict.lines, deliveryFee: conflict.deliveryFee))
    }
}

/// The body of a 409 response to an order of one dish, with the current price and whether the dish is sold out.
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

extension Refusal {
    static let notAChangeOfState = Refusal(
        status: .badRequest, sentence: "The body does not say how the order changes: JSON with state, and reason.")
    static let noSeenState = Refusal(
        status: .preconditionRequired, sentence: "If-Match has to say in which state the order was seen.")
    static let notADate = Refusal(status: .badRequest, sentence: "date is a day: 2026-11-22.")
    static let unknownOrder = Refusal(status: .notFound, sentence: "There is no order of this number.")
    static let foreignOrder = Refusal(status: .forbidden, sentence: "Another terminal placed this order.")
}

extension OrderMoveFailure: RefusingError {
    var refusal: Refusal {
        switch self {
        case .unknown: .unknownOrder
        case .foreign: .foreignOrder
        case .moved(let state):
            Refusal(.preconditionFailed, "The order was moved meanwhile: it is \(state.rawValue).", in: state)
        case .invalidTransition(let state):
            Refusal(.conflict, "The order is \(state.rawValue), and cannot become this.", in: state)
        case .noReason:
            Refusal(
                status: .badRequest,
                sentence:
                    "A reason of \(Order.reasons.lowerBound) to \(Order.reasons.upperBound) characters belongs to this."
            )
        }
    }
}

extension Refusal {
    fileprivate init(_ status: HTTPResponse.Status, _ sentence: String, in state: OrderState) {
        self.init(status: status, sentence: sentence, body: OrderStateConflict(error: sentence, state: state))
    }
}
