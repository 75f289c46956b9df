import Canvas
import Domain
import ShopClient
import TerminalText

/// What is asked, or has to be seen, at the drinks machine.
enum DrinksQuestion: Question {
    /// That is what the drink costs: is it to be bought? `balance` is `nil` while it is not known.
    case buy(Drink, balance: Won?)
    /// The money in the machine does not suffice for that drink.
    case tooDear(drink: ShopText, missing: Won?)
    case unavailable(drink: ShopText, DrinkUnavailable.Reason)
    /// Is what has expired of that drink to be taken out?
    case removeExpired(Drink)
    /// Whoever leaves takes the change along: is it time?
    case leave(balance: Won)
    /// It could not be given back: is it to stay in the machine until the next visit?
    case leaveBalance(Won)

    var isNotice: Bool {
        switch self {
        case .tooDear, .unavailable: true
        case .buy, .removeExpired, .leave, .leaveBalance: false
        }
    }

    /// What a drink takes is within reach.
    var otherKeys: KeyTable {
        if case .tooDear = self { KeyTable.money } else { [] }
    }

    func title(_ words: Words) -> String {
        switch self {
        case .buy(let drink, _), .removeExpired(let drink): drink.title[words.language].string
        case .tooDear(let drink, _), .unavailable(let drink, _): drink[words.language].string
        case .leave, .leaveBalance: words.drinks.counter
        }
    }

    func rows(_ words: Words, _ layout: ListLayout) -> [ModalRow] {
        let sentences = words.drinks.question(self, words)
        return sentences.prefix(1).flatMap { ModalRow.sentence($0, in: layout) }
            + sentences.dropFirst().flatMap { ModalRow.sentence($0, .plain, .useful, in: layout) }
    }

    func answers(_ words: Words) -> [String] {
        isNotice ? [words.drinks.seen] : [words.drinks.yes, words.drinks.no]
    }

    func answer(isYes: Bool, _ drinks: inout DrinksCounter, _ shell: inout ShellContext) -> [DrinksRequest] {
        switch self {
        case .buy(let drink, _) where isYes:
            return drinks.perform(.buy(drink.id, name: drink.title, price: drink.price), &shell)
        case .removeExpired(let drink) where isYes:
            return drinks.perform(.removeExpired(drink.id, name: drink.title), &shell)
        case .leave where isYes: return drinks.takeChangeAndLeave(&shell)
        case .leaveBalance where isYes: shell.quit()
        case .buy, .removeExpired, .tooDear, .unavailable, .leave, .leaveBalance: break
        }
        return []
    }

    func handle(_ command: Command, _ drinks: inout DrinksCounter, _ shell: inout ShellContext) -> [DrinksRequest] {
        drinks.handle(command, &shell) ?? []
    }
}
