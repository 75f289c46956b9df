import Domain
import Foundation
import TerminalText

public enum DrinkAction: Hashable, Sendable {
    /// Inserts one of `DrinksMachine.notes`.
    case insert(Won)
    /// Buys a drink. `name` is its title, for reporting the result, and `price` the price that the guest saw; `nil`
    /// accepts any price.
    case buy(DrinkID, name: ShopText, price: Won? = nil)
    case returnChange
    // The keeper's actions.
    case restock(DrinkRestock, name: ShopText)
    case removeExpired(DrinkID, name: ShopText)
}

/// An action to be sent. Its idempotency key makes repeated sending have one effect.
public struct DrinkDraft: Hashable, Sendable {
    public let key: UUID
    public let action: DrinkAction

    public init(key: UUID, action: DrinkAction) {
        self.key = key
        self.action = action
    }
}

public enum DrinkOutcome: Hashable, Sendable {
    /// The money is in the machine. The balance is `nil` if the answer could not be read.
    case inserted(balance: Won?)
    /// The drink is bought. The sale is `nil` if the answer could not be read.
    case bought(SoldDrink?)
    /// The machine has returned this terminal's money. The amount is `nil` if the answer could not be read.
    case returned(Won?)
    /// The stock is as the keeper wanted it.
    case kept

    // Nothing changed, for one of these reasons.
    /// The balance is too low by this amount.
    case insufficientBalance(missing: Won?)
    case unavailable(DrinkUnavailable.Reason)
    case otherPrice(Won)
    /// The machine accepts no more money.
    case full
    /// The stock has changed since the keeper saw it.
    case changedMeanwhile
    /// The shop refuses with this status: 401 and 403 if the sender is not its keeper.
    case refused(status: Int)

    /// There was no usable answer, so it is unknown whether the action took effect.
    case unanswered(FetchFailure)
}

public typealias DrinkReport = WriteReport<DrinkDraft, DrinkOutcome>

/// The keeper's view of the machine.
public struct DrinksOverview: Hashable, Sendable {
    /// All drinks, by kind in the order of `DrinkKind`.
    public let drinks: [Drink]
    public let history: DrinksHistory

    public init(drinks: [Drink], history: DrinksHistory) {
        self.drinks = drinks
        self.history = history
    }

    /// The drinks at or above 60 °C.
    public var hot: [Drink] { drinks.filter(\.isHot) }

    public var expired: [Drink] { drinks.filter { $0.expired > 0 } }
}
