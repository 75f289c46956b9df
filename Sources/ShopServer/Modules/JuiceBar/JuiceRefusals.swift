import Domain
import Hummingbird

extension Refusal {
    static let noJuiceBar = Refusal(status: .serviceUnavailable, sentence: "This shop has no juice bar.")
    static let notAStock = Refusal(
        status: .badRequest, sentence: "The body is not a stock: JSON with a whole number for each fruit.")
    static let noSeenStock = Refusal(
        status: .preconditionRequired, sentence: "If-Match has to say which list of fruits was seen.")
}

extension StockError: RefusingError {
    /// The reason why the stock cannot be set. Does not repeat what was sent, because that may be anything.
    var refusal: Refusal {
        switch self {
        case .unknownFruit:
            Refusal(status: .badRequest, sentence: "The bar does not work with one of these fruits.")
        case .noSuchCount:
            Refusal(
                status: .badRequest,
                sentence:
                    "There are from \(FruitStock.counts.lowerBound) to \(FruitStock.counts.upperBound) of each fruit.")
        }
    }
}

extension StockChanged: RefusingError {
    var refusal: Refusal {
        Refusal(status: .preconditionFailed, sentence: "The stock has changed since that list was seen.")
    }
}
