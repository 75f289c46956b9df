import Domain
import Foundation

/// Where the drinks machine keeps its stock, and each session its balance and what it bought.
///
/// Drinks of an assortment of which nothing was ever kept begin with what their offers open with.
public protocol DrinksLedger: Sendable {
    /// The drinks in the machine as they are on `day`.
    func drinks(_ list: DrinkList, of assortment: Assortment, on day: Day) async throws(LedgerError) -> [Drink]

    /// The machine as the session sees it on `day`.
    func machine(
        of session: UUID, selling assortment: Assortment, on day: Day
    ) async throws(LedgerError) -> DrinksMachine

    /// Does all of it, together with the answer under its key, or nothing. Returns only when it would survive a loss of
    /// power.
    func operate(_ operation: DrinksOperation) async throws(LedgerError) -> DrinksOutcome

    /// What was bought by whatever session.
    func drinksHistory() async throws(LedgerError) -> DrinksHistory

    /// The sessions whose balance or purchases changed after the change of that number, each with the number of its
    /// latest change. Numbers are those of `SectionVersions`.
    func sessions(changedAfter number: Int) async throws(LedgerError) -> [UUID: Int]
}

/// Something that is to happen at the machine.
public struct DrinksOperation: Sendable {
    public enum Action: Hashable, Sendable {
        case insert(Won, session: UUID)
        case buy(DrinkID, session: UUID)
        case giveChange(session: UUID)
        case restock(DrinkRestock)
        case removeExpired(DrinkID)
    }

    public let action: Action
    public let key: IdempotencyKey
    public let assortment: Assortment
    /// The day that it is where the machine stands.
    public let day: Day
    /// Kept in whole seconds.
    public let time: Date
    /// Under which name a sale is in the ledger of orders.
    public let buyer: String
    /// Whether a message about a sale goes into the outbox.
    public let isAnnounced: Bool

    public init(
        _ action: Action, key: IdempotencyKey, assortment: Assortment, day: Day, time: Date, buyer: String,
        isAnnounced: Bool
    ) {
        self.action = action
        self.key = key
        self.assortment = assortment
        self.day = day
        self.time = time
        self.buyer = buyer
        self.isAnnounced = isAnnounced
    }
}

/// What an operation came to.
public enum DrinksOutcome: Hashable, Sendable {
    case done(DrinksAnswer)
    /// It was done before, by the same request under the same key; this was the answer.
    case repeated(DrinksAnswer)
    /// The key belongs to another request.
    case keyTaken
    /// The machine does not do it; nothing changed.
    case refused(VendingError)
    /// There is no such drink in the assortment.
    case unknownDrink
    /// There are more or fewer than were seen; nothing changed.
    case changedMeanwhile
}

/// What is told of an operation that was done.
public enum DrinksAnswer: Hashable, Sendable, Codable {
    case balance(DrinkBalance)
    case sold(SoldDrink)
    case change(DrinkChange)
    case stock(DrinksStock)
}

extension DrinksStock {
    /// Those drinks, by kind.
    public init(of drinks: [Drink]) { self.init(Dictionary(grouping: drinks, by: \.kind)) }
}
