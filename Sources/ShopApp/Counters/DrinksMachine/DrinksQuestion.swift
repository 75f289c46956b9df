import Canvas
import Domain
import ShopClient
import TerminalText

/// A question or a message at the drinks machine.
enum DrinksQuestion: Question {
    case buy(Drink, balance: Won?)
    /// The balance is too low for the drink.
    case insufficientBalance(drink: ShopText, missing: Won?)
    case unavailable(drink: ShopText, DrinkUnavailable.Reason)
    case removeExpired(Drink)
    /// Whether to quit and take the change.
    case leave(balance: Won)
    /// The change could not be returned: whether to quit and leave the balance in the machine until the next visit. The
    /// failure says why there was no usable answer; `nil` if there was one.
    case leaveBalance(Won, FetchFailure?)

    var isNotice: Bool {
        switch self {
        case .insufficientBalance, .unavailable: true
        case .buy, .removeExpired, .leave, .leaveBalance: false
        }
    }

    /// The keys that also work, so that the guest can insert money for the drink.
    var otherKeys: KeyTable {
        if case .insufficientBalance = self { KeyTable.money } else { [] }
    }

    func title(_ words: Words) -> String {
        switch self {
        case .buy(let drink, _), .removeExpired(let drink): drink.title[words.language].string
        case .insufficientBalance(let drink, _), .unavailable(let drink, _): drink[words.language].string
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
        case .leave where isYes: return drinks.returnChangeAndLeave(&shell)
        case .leaveBalance where isYes: shell.quit()
        case .leaveBalance(_, let failure?) where failure.mayHaveArrived: return drinks.fetchMachine(shell)
        case .buy, .removeExpired, .insufficientBalance, .unavailable, .leave, .leaveBalance: break
        }
        return []
    }

    func handle(_ command: Command, _ drinks: inout DrinksCounter, _ shell: inout ShellContext) -> [DrinksRequest] {
        drinks.handle(command, &shell) ?? []
    }
}

extension Toast {
    static func drink(_ report: DrinkReport) -> Toast {
        Toast(
            .init(isDone: report.outcome.isDone), Localized { $0.drinks.report(report) },
            topic: report.outcome.isDone ? Topic(name: "drinks") : nil)
    }

    /// The toast shown if there is no money in the machine, until there is some.
    static let noChange = Toast(.note, Localized { [$0.drinks.noChange] }, topic: .change)

    /// Returns the toast shown if no cup of the drink has expired.
    static func noneExpired(_ name: ShopText) -> Toast {
        Toast(.note, Localized { [name[$0.language].string, $0.drinks.noneExpired] })
    }
}

extension Toast.Topic {
    /// The money that the machine can give back.
    static let change = Toast.Topic(name: "change")
}
