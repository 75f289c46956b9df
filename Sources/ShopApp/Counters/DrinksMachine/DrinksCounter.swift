import Canvas
import Domain
import ShopClient
import ShopHTTP

extension CounterID { static let drinks = CounterID("drinks") }

/// What goes on at the drinks machine beside its lists.
struct DrinksCounter: Hashable, Sendable {
    /// Whether whoever is here may look after the machine.
    var isKeeper = true
    /// What the machine is for this terminal; `nil` until that is known.
    var machine: DrinksMachine?
    /// Why the latest look at it failed; `nil` once one succeeds.
    var failure: FetchFailure?
    /// What was asked for, the first of which is under way: money goes in before the drink that it is for.
    var pending: [DrinkDraft] = []
    /// An action of which nobody knows whether it was done. Asking for the same again asks for the same one.
    var unanswered: DrinkDraft?
    /// Whether the guest leaves as soon as the change is there.
    var isLeaving = false

    /// Wishes that wait at most: more than a hand is ahead of a server.
    static let mostPending = 16

    /// What the drinks' rows show beside themselves.
    var appearance: DrinksAppearance {
        DrinksAppearance(balance: machine?.balance ?? Won(0), affordable: machine?.affordable ?? [], buying: buying)
    }

    private var buying: DrinkID? {
        pending.lazy.compactMap { if case .buy(let id, _, _) = $0.action { id } else { nil } }.first
    }

    /// The money of this terminal in the machine, that which is on its way included.
    var balance: Won {
        let onItsWay = pending.map { if case .insert(let amount) = $0.action { amount.amount } else { 0 } }
        return Won(onItsWay.reduce(machine?.balance.amount ?? 0, +))
    }
}

/// What the rows of the machine show beside what they are themselves.
struct DrinksAppearance: Hashable, Sendable {
    var balance = Won(0)
    /// What the machine would sell for the balance.
    var affordable: Set<DrinkID> = []
    /// The drink that is being bought.
    var buying: DrinkID?

    /// Whether a drink can be had, and why not.
    enum Offer: Hashable {
        case buying, affordable, soldOut, expired
        /// So much is missing; nothing is said while nothing was paid.
        case tooDear(missing: Won?)
    }

    func offer(of drink: Drink) -> Offer {
        if drink.hasOnlyExpired { return .expired }
        if drink.count == 0 { return .soldOut }
        if drink.id == buying { return .buying }
        if affordable.contains(drink.id) { return .affordable }
        let isShort = balance > Won(0) && drink.price > balance
        return .tooDear(missing: isShort ? Won(drink.price.amount - balance.amount) : nil)
    }
}

extension DrinksMachine {
    func with(balance: Won) -> DrinksMachine {
        DrinksMachine(balance: balance, affordable: affordable, purchases: purchases, purchaseCount: purchaseCount)
    }

    /// After that sale, as far as it tells.
    func with(_ sold: SoldDrink) -> DrinksMachine {
        guard !purchases.contains(where: { $0.id == sold.drink.id }) else { return with(balance: sold.balance) }
        let purchases = (purchases + [sold.drink]).suffix(DrinksMachine.mostPurchases)
        return DrinksMachine(
            balance: sold.balance, affordable: affordable, purchases: Array(purchases),
            purchaseCount: purchaseCount + 1)
    }
}

extension DrinkOutcome {
    /// Whether what was wanted is done.
    var isDone: Bool {
        switch self {
        case .inserted, .bought, .returned, .kept: true
        case .tooDear, .unavailable, .otherPrice, .full, .changedMeanwhile, .refused, .unanswered: false
        }
    }
}

extension DrinksCounter: Counter {
    var id: CounterID { .drinks }
    var name: LocalizedText { Localized { $0.drinks.counter } }
    var empty: LocalizedText { Localized { $0.drinks.empty } }
    func rowName(in section: SectionID) -> LocalizedText { LocalizedText("음료", "drink") }
    var sections: [SectionDefinition] { SectionDefinition.drinksMachine }
    var shape: ListShape { ListShape(hasStatusBar: true, hasPane: true) }
    var helpTopics: [HelpTopic] { isKeeper ? [.drinks, .admin] : [.drinksForGuests] }

    func keyTable(beside list: KeyTable) -> KeyTable {
        (isKeeper ? KeyTable.atTheMachine : .atTheMachineForGuests) + list
    }

    func usefulKeys(_ keys: KeyTable, on list: SectionedList) -> KeyTable {
        let keys = list.selected(Drink.self) == nil ? keys.without(.buy) : keys
        return balance > Won(0) ? keys : keys.without(.returnChange)
    }

    func pictures(beside list: SectionedList) -> [PictureRequest] { BalanceBar.requests(machine, list.layout) }

    func pane(of list: SectionedList, _ known: [PictureRequest: PictureState]) -> (any ListAccessory)? {
        DrinkPane(list, appearance, known)
    }

    func heading(of section: SectionID) -> Localized<SectionHeading> {
        (DrinkKind.allCases.first { $0.section == section } ?? .milk).heading
    }

    func copiedLines(ofRow row: Int, in section: Section, of list: SectionedList, _ words: Words) -> [String] {
        section.rows.row(row, as: Drink.self).map { ["\($0.title[words.language]) \($0.price.text)"] } ?? []
    }

    func rowStyle(of section: SectionID, in list: SectionedList) -> any RowStyle { appearance }

    func accessory(of list: SectionedList, _ known: [PictureRequest: PictureState]) -> (any ListAccessory)? {
        BalanceBar(self, list.layout, known)
    }
}

extension DrinksAppearance: RowStyle {
    func lines(of drink: Drink, _ context: RowContext) -> [Line] {
        DrinkRow(context: context, appearance: self).lines(of: drink)
    }
}

extension HelpTopic {
    static let drinks = HelpTopic(LocalizedText("음료", "Drinks"), .atTheMachine)
    static let drinksForGuests = HelpTopic(drinks.title, .atTheMachineForGuests)
    static let admin = HelpTopic(LocalizedText("자판기 관리", "Manage the drinks machine"), .admin)
}
