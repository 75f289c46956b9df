import Domain
import ShopClient
import ShopHTTP

/// The strings of the drinks machine.
struct DrinksWords: Sendable {
    let counter: String
    let empty: String
    /// Describes the availability of a drink.
    let offer: @Sendable (DrinksAppearance.Offer) -> String
    /// The number of cups that can be sold.
    let left: @Sendable (Int) -> String
    /// The traits of a drink, the most important first.
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
    /// The sentences of a question; the first one must always be visible.
    let question: @Sendable (DrinksQuestion, Words) -> [String]
    let seen: String
    let yes: String
    let no: String

    // The keeper's screen.
    let viewName: @Sendable (AdminScreen.View) -> String
    let viewIsEmpty: @Sendable (AdminScreen.View) -> String
    /// The message for everybody except the keeper, and what to do about it.
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
    /// The date with dashes, as people write it: "2026-11-21".
    var dashed: String {
        let text = text
        return "\(text.prefix(4))-\(text.dropFirst(4).prefix(2))-\(text.suffix(2))"
    }
}

extension Words {
    var drinks: DrinksWords { Localized(korean: .korean, english: .english)[language] }
}

/// The names of the keys in the machine's sentences.
struct MachineKeys {
    let thousand: String
    let fiveThousand: String
    let buy: String

    init(_ words: Words) {
        thousand = words.keyName(.insertThousand, in: .drinksList)
        fiveThousand = words.keyName(.insertFiveThousand, in: .drinksList)
        buy = words.keyName(.buy, in: .drinksList)
    }
}
