import Domain
import ShopClient
import ShopHTTP

/// The words around the drinks machine.
struct DrinksWords: Sendable {
    let counter: String
    let empty: String
    /// Whether a drink can be had, and why not.
    let offer: @Sendable (DrinksAppearance.Offer) -> String
    /// So many can be sold.
    let left: @Sendable (Int) -> String
    /// What is special about a drink, what matters most first.
    let traits: @Sendable (Drink) -> [String]

    // Below the list.
    let balance: String
    let unknown: @Sendable (_ reason: String) -> String
    let sending: String
    let bought: @Sendable (Int) -> String
    let nothingBought: @Sendable (Words) -> String
    let moneyKeys: @Sendable (_ keys: String) -> String

    // Toasts and dialogs.
    let noChange: String
    let report: @Sendable (DrinkReport) -> [String]
    /// Sentences, the first of which has to be seen in any case.
    let question: @Sendable (DrinksQuestion, Words) -> [String]
    let seen: String
    let yes: String
    let no: String

    // The keeper's screen.
    let viewName: @Sendable (AdminScreen.View) -> String
    let viewIsEmpty: @Sendable (AdminScreen.View) -> String
    /// A sentence for everybody else, and what to do about it.
    let keeperOnly: [String]
    let expired: @Sendable (Int) -> String
    let noneExpired: String
    let cups: @Sendable (Int) -> String
    let total: String
    let nothingSold: String
    let range: String
    let notice: @Sendable (StockNotice) -> String

    func name(of view: AdminScreen.View) -> String { viewName(view) }
    func nothing(in view: AdminScreen.View) -> String { viewIsEmpty(view) }
}

extension Day {
    /// As people write it: "2026-11-21".
    var dashed: String {
        let text = text
        return "\(text.prefix(4))-\(text.dropFirst(4).prefix(2))-\(text.suffix(2))"
    }
}

extension Words {
    var drinks: DrinksWords { Localized(korean: .korean, english: .english)[language] }
}

/// What the machine's sentences call its keys.
struct MachineKeys {
    let thousand: String
    let fiveThousand: String
    let buy: String

    init(_ words: Words) {
        thousand = words.keyName(.insertThousand, in: .atTheMachine)
        fiveThousand = words.keyName(.insertFiveThousand, in: .atTheMachine)
        buy = words.keyName(.buy, in: .atTheMachine)
    }
}
