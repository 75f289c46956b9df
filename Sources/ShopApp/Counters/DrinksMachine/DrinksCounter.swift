import Canvas
import Domain
import ShopClient
import TerminalText

extension CounterID { static let drinks = CounterID("drinks") }

/// The counter of the drinks machine: its state beside the lists.
struct DrinksCounter: Hashable, Sendable {
    /// Whether the user may manage the machine.
    var isKeeper = true
    /// The state of the machine for this terminal; `nil` until it is known.
    var machine: DrinksMachine?
    /// The failure of the latest fetch of that state; `nil` after a successful one.
    var failure: FetchFailure?
    /// Whether the machine has changed since that state was last requested.
    var isFetchOutdated = false
    /// The queue of actions, the first of which is in progress: money has to be inserted before the drink is bought.
    var pending: [DrinkDraft] = []
    /// The actions with an unknown result. Requesting the same action again reuses its request key; if it costs money,
    /// whatever else was done in between.
    var unanswered = UnansweredDrafts<DrinkDraft>()
    /// What was bought since the shop was opened.
    var receipt: [ReceiptEntry] = []
    /// Whether to quit as soon as the change is returned.
    var isLeaving = false

    /// The maximum number of pending actions: more than key presses get ahead of a server.
    static let maxPending = 16

    /// Whether another action can be queued: not if the queue is full, or the guest is leaving with the change.
    var takesActions: Bool { pending.count < DrinksCounter.maxPending && !isLeaving }

    /// The state that the rows show in addition to the drinks.
    var appearance: DrinksAppearance {
        DrinksAppearance(balance: machine?.balance ?? Won(0), affordable: machine?.affordable ?? [], buying: buying)
    }

    private var buying: DrinkID? {
        pending.lazy.compactMap { if case .buy(let id, _, _) = $0.action { id } else { nil } }.first
    }

    /// The money of this terminal in the machine, including pending insertions.
    var balance: Won {
        let onItsWay = pending.map { if case .insert(let amount) = $0.action { amount.amount } else { 0 } }
        return Won(onItsWay.reduce(machine?.balance.amount ?? 0, +))
    }
}

/// The state that the rows of the machine show in addition to the drinks.
struct DrinksAppearance: Hashable, Sendable {
    var balance = Won(0)
    /// The drinks that the machine would sell for the balance.
    var affordable: Set<DrinkID> = []
    var buying: DrinkID?

    enum Offer: Hashable {
        case buying, affordable, soldOut, expired
        /// The machine does not sell the drink for the balance, which is too low by `missing`; `nil` if no money was
        /// inserted or the balance is not lower than the price.
        case insufficientBalance(missing: Won?)
    }

    func offer(of drink: Drink) -> Offer {
        if drink.hasOnlyExpired { return .expired }
        if drink.count == 0 { return .soldOut }
        if drink.id == buying { return .buying }
        if affordable.contains(drink.id) { return .affordable }
        let isShort = balance > Won(0) && drink.price > balance
        return .insufficientBalance(missing: isShort ? Won(drink.price.amount - balance.amount) : nil)
    }
}

extension DrinksMachine {
    func with(balance: Won) -> DrinksMachine {
        DrinksMachine(balance: balance, affordable: affordable, purchases: purchases, purchaseCount: purchaseCount)
    }

    /// Returns the state after that sale, as far as the sale reports it.
    func with(_ sold: SoldDrink) -> DrinksMachine {
        guard !purchases.contains(where: { $0.id == sold.drink.id }) else { return with(balance: sold.balance) }
        let purchases = (purchases + [sold.drink]).suffix(DrinksMachine.maxPurchases)
        return DrinksMachine(
            balance: sold.balance, affordable: affordable, purchases: Array(purchases),
            purchaseCount: purchaseCount + 1)
    }
}

extension DrinkAction {
    /// Whether a guest pays for it, so that it must not be done twice.
    var costsMoney: Bool {
        switch self {
        case .insert, .buy: true
        case .returnChange, .restock, .removeExpired: false
        }
    }
}

extension DrinkOutcome {
    /// Whether the action was performed.
    var isDone: Bool {
        switch self {
        case .inserted, .bought, .returned, .kept: true
        case .insufficientBalance, .unavailable, .otherPrice, .full, .changedMeanwhile, .refused, .unanswered: false
        }
    }
}

extension DrinksCounter: Counter, ShowsDetails {
    var id: CounterID { .drinks }
    var texts: CounterTexts {
        CounterTexts(
            title: Localized { $0.drinks.counter }, empty: Localized { $0.drinks.empty },
            row: LocalizedText("음료", "drink"))
    }
    var sections: [SectionDefinition] { SectionDefinition.drinksMachine }
    var shape: ListShape { ListShape(statusBar: .full, hasPane: true) }
    var helpTopics: [HelpTopic] { isKeeper ? [.drinks, .admin] : [.drinksForGuests] }

    func keys(on list: SectionedList?) -> CounterKeys {
        var keys = CounterKeys(isKeeper ? .drinksList : .atTheMachineForGuests)
        guard let list else { return keys }
        if list.selected(Drink.self) == nil { keys.off.insert(.buy) }
        if balance <= Won(0) { keys.off.insert(.returnChange) }
        return keys
    }

    func pictures(beside list: SectionedList) -> [PictureRequest] { BalanceBar.requests(machine, list.layout) }

    func pane(of list: SectionedList, _ known: [PictureRequest: PictureState]) -> (any ListAccessory)? {
        DrinkPane(list, appearance, known)
    }

    func heading(of section: SectionID) -> Localized<SectionHeading> {
        (DrinkKind.allCases.first { $0.section == section } ?? .milk).heading
    }

    func rowStyle(of section: SectionID, in list: SectionedList) -> any RowStyle { appearance }

    func strip(of list: SectionedList, _ known: [PictureRequest: PictureState]) -> (any ListAccessory)? {
        BalanceBar(self, list.layout, known)
    }
}

extension DrinksAppearance: RowStyle {
    func lines(of drink: Drink, _ context: RowContext) -> [Line] {
        DrinkRow(context: context, appearance: self).lines(of: drink)
    }

    func searchEntry(of drink: Drink, _ words: Words) -> SearchEntry {
        let makers = words.language.titles(drink.maker.own, drink.maker.english).map(\.string)
        return SearchEntry(
            titles: words.language.titles(drink.title.own, drink.title.english).map(\.string), brands: makers,
            badges: [words.drinks.offer(offer(of: drink))],
            details: ["\(drink.volume) mL"] + words.drinks.traits(drink), price: drink.price.amount)
    }

    func copiedLines(of drink: Drink, _ words: Words) -> [String] {
        ["\(drink.title[words.language]) \(drink.price.text)"]
    }
}

extension HelpTopic {
    static let drinks = HelpTopic(LocalizedText("음료", "Drinks"), .drinksList)
    static let drinksForGuests = HelpTopic(drinks.title, .atTheMachineForGuests)
    static let admin = HelpTopic(LocalizedText("자판기 관리", "Manage the drinks machine"), .admin)
}
