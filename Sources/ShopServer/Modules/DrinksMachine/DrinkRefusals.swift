import Domain
import Hummingbird

extension Refusal {
    static let noDrinks = Refusal(status: .serviceUnavailable, sentence: "This shop has no drinks machine.")
    static let notMoney = Refusal(status: .badRequest, sentence: "The body is not money: JSON with amount.")
    static let notADrinkRequest = Refusal(
        status: .badRequest, sentence: "The body does not say which drink: JSON with id.")
    static let notAChange = Refusal(status: .badRequest, sentence: "The body is an empty object, or there is none.")
    static let notARestock = Refusal(
        status: .badRequest, sentence: "The body does not say how many of which drink: JSON with id and count.")
    static let notARemoval = Refusal(
        status: .badRequest, sentence: "The body does not say of which drink: JSON with id.")
}

extension MachineError: RefusingError {
    var refusal: Refusal {
        switch self {
        case .unknownDrink: return Refusal(status: .notFound, sentence: "The machine does not sell this drink.")
        case .anotherPrice(let price):
            let sentence = "This drink costs \(price.text) now."
            return Refusal(
                status: .conflict, sentence: sentence, body: DrinkPriceConflict(error: sentence, price: price))
        case .changedMeanwhile:
            return Refusal(status: .preconditionFailed, sentence: "There are not as many any more as were seen.")
        }
    }
}

extension VendingError: RefusingError {
    /// The reason why the machine refuses the operation. Does not repeat what was sent, because that may be anything.
    var refusal: Refusal {
        switch self {
        case .notANote:
            let notes = DrinksMachine.notes.map(\.text).joined(separator: ", ")
            return Refusal(status: .badRequest, sentence: "The machine takes only these notes: \(notes).")
        case .tooMuchMoney:
            return Refusal(
                status: .conflict, sentence: "The machine holds at most \(DrinksMachine.maxBalance.text) of a guest's."
            )
        case .tooLittleMoney(let price, let balance):
            let sentence = "There is too little money in the machine for this drink."
            return Refusal(
                status: HTTPResponse.Status(code: 402, reasonPhrase: "Payment Required"), sentence: sentence,
                body: InsufficientBalance(error: sentence, price: price, balance: balance))
        case .soldOut: return Refusal(unavailable: .soldOut, sentence: "None of this drink is left.")
        case .onlyExpired:
            return Refusal(unavailable: .expired, sentence: "What is left of this drink has expired.")
        case .noSuchCount:
            let counts = Drink.counts
            return Refusal(
                status: .badRequest,
                sentence: "There are from \(counts.lowerBound) to \(counts.upperBound) of each drink.")
        }
    }
}

extension Refusal {
    fileprivate init(unavailable reason: DrinkUnavailable.Reason, sentence: String) {
        self.init(
            status: .conflict, sentence: sentence, body: DrinkUnavailable(error: sentence, reason: reason))
    }
}
