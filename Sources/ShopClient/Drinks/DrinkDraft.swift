import Domain
import Foundation
import ShopHTTP
import TerminalText

/// What somebody wants done at the drinks machine.
public enum DrinkAction: Hashable, Sendable {
    /// One of `DrinksMachine.notes`.
    case insert(Won)
    /// `name` is what it is called, for telling how it went, and `price` what the guest saw; `nil` is whatever it costs.
    case buy(DrinkID, name: ShopText, price: Won? = nil)
    case returnChange
    // The keeper's.
    case restock(DrinkRestock, name: ShopText)
    /// All of that drink that have expired.
    case removeExpired(DrinkID, name: ShopText)
}

/// An action on its way. However often it is sent, its key makes it one.
public struct DrinkDraft: Hashable, Sendable {
    public let key: UUID
    public let action: DrinkAction

    public init(key: UUID, action: DrinkAction) {
        self.key = key
        self.action = action
    }
}

/// How it went.
public enum DrinkOutcome: Hashable, Sendable {
    /// The money is in the machine; the balance, where that could be read.
    case inserted(balance: Won?)
    /// The drink is bought; what was, where that could be read.
    case bought(SoldDrink?)
    /// The machine has no money of this terminal any more; how much it gave back, where that could be read.
    case returned(Won?)
    /// The stock is what the keeper wanted.
    case kept

    // Nothing changed, and this is why.
    /// There is so much too little money for it.
    case tooDear(missing: Won?)
    case unavailable(DrinkUnavailable.Reason)
    /// It costs so much by now.
    case otherPrice(Won)
    /// The machine takes no more money.
    case full
    /// The stock is not any more what the keeper saw.
    case changedMeanwhile
    /// The shop does not do it, with this status: 401 and 403 for who is not its keeper.
    case refused(status: Int)

    /// The server did not answer, so that nobody knows whether it is done.
    case unanswered(FetchFailure)
}

/// What came of an action.
public typealias DrinkReport = WriteReport<DrinkDraft, DrinkOutcome>

/// What the keeper of the machine sees.
public struct DrinksOverview: Hashable, Sendable {
    /// All drinks, by kind in the order of `DrinkKind`.
    public let drinks: [Drink]
    public let history: DrinksHistory

    public init(drinks: [Drink], history: DrinksHistory) {
        self.drinks = drinks
        self.history = history
    }

    /// Those at or above 60 °C.
    public var hot: [Drink] { drinks.filter(\.isHot) }

    /// Those of which some have expired.
    public var expired: [Drink] { drinks.filter { $0.expired > 0 } }
}
