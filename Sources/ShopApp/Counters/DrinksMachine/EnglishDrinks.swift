import Domain
import ShopClient
import ShopHTTP
import TerminalText

extension DrinksWords {
    static let english = DrinksWords(
        counter: "Drinks", empty: "No drinks here yet.", offer: EnglishMachine.offer, left: { "\($0) left" },
        traits: EnglishMachine.traits,
        balance: "Balance", unknown: { "The balance is not known: \($0)" }, sending: "sending",
        bought: { "bought \($0)" },
        nothingBought: EnglishMachine.nothingBought, moneyKeys: { "\($0) money" },
        noChange: "There is no money to give back.", report: EnglishMachine.report,
        question: EnglishMachine.question, seen: "OK", yes: "Yes", no: "No",
        viewName: EnglishMachine.name, viewIsEmpty: EnglishMachine.nothing,
        keeperOnly: [
            "Only the keeper of the shop may see this.", "If that is you: banchan --keeper-token-file FILE",
        ],
        expired: { "expired \($0)" }, noneExpired: "None of them has expired.", cups: { "\($0)" }, total: "total",
        nothingSold: "Nothing sold yet.", range: "0 to 100", notice: EnglishMachine.notice)
}

private enum EnglishMachine {
    static func offer(_ offer: DrinksAppearance.Offer) -> String {
        switch offer {
        case .buying: "coming"
        case .affordable: "you can afford this"
        case .soldOut: "sold out"
        case .expired: "expired"
        case .insufficientBalance(let missing?): "\(missing.text) more"
        case .insufficientBalance(nil): "not enough money"
        }
    }

    static func traits(_ drink: Drink) -> [String] {
        (drink.expiresOn.map { ["use by \($0.dashed)"] } ?? []) + drink.properties.map { text($0, drink.english) }
    }

    private static func text(_ property: DrinkProperty, _ english: Drink.English) -> String {
        switch property {
        case .strawberryShare(let share): "strawberry \(share)%"
        case .cocoaShare(let share): "cocoa \(share)%"
        case .bananaShare(let share): "banana \(share)%"
        case .sugar(let grams): "sugar \(grams) g"
        case .caffeine(let milligrams): "caffeine \(milligrams) mg"
        case .citrusShare(let share): "citrus \(share)%"
        case .fruit(let fruit): (english.fruit ?? fruit).string
        case .temperature(let celsius): "\(celsius >= Drink.hotFrom ? "hot" : "cold") \(celsius) C"
        case .beans(let origin): "beans: \(english.beans ?? origin)"
        case .milkShare(let share): "milk \(share)%"
        case .roast(let roast): "\(roast.rawValue) roast"
        }
    }

    static func report(_ report: DrinkReport) -> [String] {
        switch (report.draft.action, report.outcome) {
        case (.buy(_, let name, _), .bought(let sold)):
            ["Here is your \((sold?.drink.title ?? name)[.english]). Enjoy!"]
        case (.returnChange, .returned(let amount?)): ["Your change: \(amount.text)."]
        case (.returnChange, .returned(nil)): ["Here is your change."]
        case (.restock(_, let name), .kept): [name[.english].string, "Stock updated."]
        case (.removeExpired(_, let name), .kept): [name[.english].string, "Expired items removed."]
        case (.buy(_, let name, _), let outcome), (.restock(_, let name), let outcome),
            (.removeExpired(_, let name), let outcome):
            [name[.english].string, failed(outcome)]
        case (_, let outcome): [failed(outcome)]
        }
    }

    private static func failed(_ outcome: DrinkOutcome) -> String {
        switch outcome {
        case .inserted, .bought, .returned, .kept: ""
        case .insufficientBalance(let missing?): "You need \(missing.text) more."
        case .insufficientBalance(nil): "Not enough money."
        case .unavailable(.soldOut): "It is sold out."
        case .otherPrice(let price): "It costs \(price.text) now. Nothing was bought."
        case .unavailable(.expired): "It has expired and is not sold."
        case .full: "The machine takes no more money (\(DrinksMachine.maxBalance.text) at most)."
        case .changedMeanwhile: "The stock was changed meanwhile, so it was left alone."
        case .refused(401), .refused(403): "Only the keeper of the shop can do that."
        case .refused(404): "There is no such drink any more."
        case .refused(429): "The shop is busy. Please try again in a moment."
        case .refused(let status): "The server refused it with status \(status)."
        case .unanswered(let failure) where !failure.mayHaveArrived:
            "The server cannot be reached. Nothing was changed."
        case .unanswered: "The server does not answer. The same key sends the same again."
        }
    }

    static func nothingBought(_ words: Words) -> String {
        let keys = MachineKeys(words)
        return "Nothing bought yet. Put money in with \(keys.thousand) and \(keys.fiveThousand), buy with \(keys.buy)."
    }

    static func question(_ question: DrinksQuestion, _ words: Words) -> [String] {
        switch question {
        case .buy(let drink, let balance):
            ["It costs \(drink.price.text). Buy it?"] + (balance.map { [left($0, after: drink)] } ?? [])
        case .removeExpired(let drink): ["Take out \(drink.expired) expired?"]
        case .insufficientBalance(_, let missing?): ["You need \(missing.text) more.", notes(words)]
        case .insufficientBalance(_, nil): ["Not enough money.", notes(words)]
        case .unavailable(_, .soldOut): ["It is sold out.", "Your money is still there."]
        case .unavailable(_, .expired): ["It has expired and is not sold.", "Your money is still there."]
        case .leave(let balance): ["Take \(balance.text) and leave?"]
        case .leaveBalance(let balance):
            [
                "Leave \(balance.text) in the machine?",
                "The server does not answer. Your \(balance.text) will still be there.",
            ]
        }
    }

    private static func left(_ balance: Won, after drink: Drink) -> String {
        "Balance \(balance.text), \(Won(balance.amount - drink.price.amount).text) after this."
    }

    private static func notes(_ words: Words) -> String {
        let keys = MachineKeys(words)
        return "\(keys.thousand) puts in 1,000원, \(keys.fiveThousand) 5,000원."
    }

    static func name(_ view: AdminScreen.View) -> String {
        switch view {
        case .stock: "Stock"
        case .expired: "Expired"
        case .hot: "Hot"
        case .sales: "Sales"
        }
    }

    static func nothing(_ view: AdminScreen.View) -> String {
        switch view {
        case .stock: "No drinks here yet."
        case .expired: "Nothing has expired."
        case .hot: "No hot drinks."
        case .sales: "Nothing sold yet."
        }
    }

    static func notice(_ notice: StockNotice) -> String {
        switch notice {
        case .changed: "The stock was changed meanwhile. Please look at the new number."
        case .count: "There can be 0 to 100."
        case .refused(401), .refused(403): "Only the keeper of the shop can change the stock."
        case .refused(let status): "The server refused with status \(status). The stock is unchanged."
        case .unanswered: "The server does not answer. Your number is still here: please try again."
        }
    }
}
