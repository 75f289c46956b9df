import Domain
import ShopClient
import ShopHTTP
import TerminalText

struct DrinksTexts: Texts {
    let words: Words

    var counter: String { say("음료", "Drinks") }
    var empty: String { say("아직 들어온 음료가 없습니다.", "No drinks here yet.") }

    /// The number of cups that can be sold.
    func left(_ count: Int) -> String { say("\(count)개 남음", "\(count) left") }

    /// The traits of a drink, the most important first.
    func traits(_ drink: Drink) -> [String] {
        (drink.expiresOn.map { [say("유통기한 \($0.dashed)", "use by \($0.dashed)")] } ?? [])
            + drink.properties.map { text($0, drink.english) }
    }

    private func text(_ property: DrinkProperty, _ english: Drink.English) -> String {
        switch property {
        case .strawberryShare(let share): say("딸기 \(share)%", "strawberry \(share)%")
        case .cocoaShare(let share): say("코코아 \(share)%", "cocoa \(share)%")
        case .bananaShare(let share): say("바나나 \(share)%", "banana \(share)%")
        case .sugar(let grams): say("당 \(grams)g", "sugar \(grams) g")
        case .caffeine(let milligrams): say("카페인 \(milligrams)mg", "caffeine \(milligrams) mg")
        case .citrusShare(let share): say("레몬라임 \(share)%", "citrus \(share)%")
        case .fruit(let fruit): say("\(fruit)맛", "\(english.fruit ?? fruit)")
        case .temperature(let celsius):
            say("온도 \(celsius)도", "\(celsius >= Drink.hotFrom ? "hot" : "cold") \(celsius) C")
        case .beans(let origin): say("\(origin) 원두", "beans: \(english.beans ?? origin)")
        case .milkShare(let share): say("우유 \(share)%", "milk \(share)%")
        case .roast(let roast):
            switch roast {
            case .light: say("약하게 볶음", "light roast")
            case .medium: say("알맞게 볶음", "medium roast")
            case .dark: say("진하게 볶음", "dark roast")
            }
        }
    }

    // Below the list.
    var balance: String { say("잔액", "Balance") }
    func unknown(_ reason: String) -> String { say("잔액을 알 수 없습니다: \(reason)", "The balance is not known: \(reason)") }
    var sending: String { say("보내는 중", "sending") }
    func bought(_ count: Int) -> String { say("구매한 음료 \(count)", "bought \(count)") }
    func moneyKeys(_ keys: String) -> String { say("\(keys) 넣기", "\(keys) money") }

    func nothingBought(_ words: Words) -> String {
        let keys = MachineKeys(words)
        return say(
            "아직 구매한 음료가 없습니다. \(keys.thousand), \(keys.fiveThousand) 키로 돈을 넣고 \(keys.buy) 키로 삽니다.",
            "Nothing bought yet. Put money in with \(keys.thousand) and \(keys.fiveThousand), buy with \(keys.buy).")
    }

    // Toasts and dialogs.
    var noChange: String { say("돌려받을 돈이 없습니다.", "There is no money to give back.") }
    var seen: String { say("확인", "OK") }
    var yes: String { say("예", "Yes") }
    var no: String { say("아니오", "No") }

    // The keeper's screen.
    /// The message for everybody except the keeper, and what to do about it.
    var keeperOnly: [String] {
        [
            say("자판기 관리는 가게 주인만 볼 수 있습니다.", "Only the keeper of the shop may see this."),
            say(
                "주인이라면 banchan --keeper-token-file 파일 로 열어 주세요.",
                "If that is you: banchan --keeper-token-file FILE"),
        ]
    }
    func expired(_ count: Int) -> String { say("기한 지남 \(count)", "expired \(count)") }
    func expiredBriefly(_ count: Int) -> String { say("지남 \(count)", "exp. \(count)") }
    var noneExpired: String { say("기한이 지난 것이 없습니다.", "None of them has expired.") }
    func cups(_ count: Int) -> String { say("\(count)개", "\(count)") }
    var total: String { say("합계", "total") }
    var nothingSold: String { say("아직 팔린 음료가 없습니다.", "Nothing sold yet.") }
    var range: String { say("0개부터 100개까지", "0 to 100") }

    func offer(_ offer: DrinksAppearance.Offer) -> String {
        switch offer {
        case .buying: say("나오는 중", "coming")
        case .affordable: say("구매 가능", "you can afford this")
        case .soldOut: say("품절", "sold out")
        case .expired: say("기한 지남", "expired")
        case .insufficientBalance(let missing?): say("\(missing.text) 모자람", "\(missing.text) short")
        case .insufficientBalance(nil): say("모자람", "not enough money")
        }
    }

    func report(_ report: DrinkReport) -> [String] {
        switch (report.draft.action, report.outcome) {
        case (.buy(_, let name, _), .bought(let sold)):
            say(
                ["\((sold?.drink.title ?? name)[.korean]) 나왔습니다! 맛있게 드세요!"],
                ["Here is your \((sold?.drink.title ?? name)[.english]). Enjoy!"])
        case (.returnChange, .returned(let amount?)):
            say(["거스름돈 \(amount.text)을 돌려받았습니다."], ["Your change: \(amount.text)."])
        case (.returnChange, .returned(nil)): say(["거스름돈을 돌려받았습니다."], ["Here is your change."])
        case (.restock(_, let name), .kept):
            say([name[.korean].string, "재고를 변경했습니다."], [name[.english].string, "Stock updated."])
        case (.removeExpired(_, let name), .kept):
            say([name[.korean].string, "기한이 지난 음료를 뺐습니다."], [name[.english].string, "Expired items removed."])
        case (.buy(_, let name, _), let outcome), (.restock(_, let name), let outcome),
            (.removeExpired(_, let name), let outcome):
            say([name[.korean].string, failed(outcome)], [name[.english].string, failed(outcome)])
        case (_, let outcome): [failed(outcome)]
        }
    }

    private func failed(_ outcome: DrinkOutcome) -> String {
        switch outcome {
        case .inserted, .bought, .returned, .kept: ""
        case .insufficientBalance(let missing?): say("\(missing.text)이 모자랍니다.", "You need \(missing.text) more.")
        case .insufficientBalance(nil): say("돈이 모자랍니다.", "Not enough money.")
        case .unavailable(.soldOut): say("다 팔렸습니다.", "It is sold out.")
        case .otherPrice(let price):
            say("이제 \(price.text)입니다. 사지 않았습니다.", "It costs \(price.text) now. Nothing was bought.")
        case .unavailable(.expired): say("기한이 지나 팔지 않습니다.", "It has expired and is not sold.")
        case .full:
            say(
                "돈을 더 넣을 수 없습니다 (\(DrinksMachine.maxBalance.text)까지).",
                "The machine takes no more money (\(DrinksMachine.maxBalance.text) at most).")
        case .changedMeanwhile: say("그 사이 재고가 바뀌어 그대로 두었습니다.", "The stock was changed meanwhile, so it was left alone.")
        case .refused(401), .refused(403): say("가게 주인만 할 수 있습니다.", "Only the keeper of the shop can do that.")
        case .refused(404): say("이제 없는 음료입니다.", "There is no such drink any more.")
        case .refused(429): say("가게가 바쁩니다. 잠시 뒤에 다시 눌러 주세요.", "The shop is busy. Please try again in a moment.")
        case .refused(let status):
            say("서버가 \("\(status)".with(.direction)) 거절했습니다.", "The server refused it with status \(status).")
        case .unanswered(let failure) where !failure.mayHaveArrived:
            say("서버에 연결할 수 없습니다. 바뀐 것은 없습니다.", "The server cannot be reached. Nothing was changed.")
        case .unanswered(let failure) where failure.status != nil:
            say(
                "\(words.language.unanswered(failure)) 처리됐는지 모릅니다. 다시 누르면 같은 요청을 다시 보냅니다.",
                "\(words.language.unanswered(failure)): it may be done. The same key sends the same again.")
        case .unanswered:
            say(
                "서버가 응답하지 않습니다. 다시 누르면 같은 요청을 다시 보냅니다.",
                "The server does not answer. The same key sends the same again.")
        }
    }

    func question(_ question: DrinksQuestion, _ words: Words) -> [String] {
        switch question {
        case .buy(let drink, let balance):
            say(
                ["\(drink.price.text)입니다. 살까요?"] + (balance.map { [left($0, after: drink)] } ?? []),
                ["It costs \(drink.price.text). Buy it?"] + (balance.map { [left($0, after: drink)] } ?? []))
        case .removeExpired(let drink): say(["기한이 지난 \(drink.expired)개를 뺄까요?"], ["Take out \(drink.expired) expired?"])
        case .insufficientBalance(_, let missing?):
            say(["\(missing.text)이 모자랍니다.", notes(words)], ["You need \(missing.text) more.", notes(words)])
        case .insufficientBalance(_, nil): say(["돈이 모자랍니다.", notes(words)], ["Not enough money.", notes(words)])
        case .unavailable(_, .soldOut):
            say(["다 팔렸습니다.", "돈은 그대로 있습니다."], ["It is sold out.", "Your money is still there."])
        case .unavailable(_, .expired):
            say(
                ["기한이 지나 팔지 않습니다.", "돈은 그대로 있습니다."], ["It has expired and is not sold.", "Your money is still there."])
        case .leave(let balance): say(["\(balance.text)을 돌려받고 나갈까요?"], ["Take \(balance.text) and leave?"])
        case .leaveBalance(let balance, let failure): [leave(balance), notReturned(balance, failure)]
        }
    }

    private func leave(_ balance: Won) -> String {
        balance > Won(0)
            ? say("\(balance.text)을 두고 나갈까요?", "Leave \(balance.text) in the machine?")
            : say("거스름돈 없이 나갈까요?", "Leave without the change?")
    }

    private func notReturned(_ balance: Won, _ failure: FetchFailure?) -> String {
        if let failure, failure.mayHaveArrived {
            return say(
                "\(words.language.unanswered(failure)) 돌려받았는지 모릅니다. 돌려받지 않은 돈은 다음에 오면 그대로 있습니다.",
                "\(words.language.unanswered(failure)): nobody knows whether it was returned. "
                    + "What was not will still be there.")
        }
        let money = balance > Won(0) ? "Your \(balance.text)" : "Your money"
        return say(
            (failure.map { "\(words.language.unanswered($0)) " } ?? "") + "돌려받지 못했습니다. 다음에 오면 그대로 있습니다.",
            (failure == nil ? "It could not be returned." : "The server does not answer.")
                + " \(money) will still be there.")
    }

    func name(of view: AdminScreen.View) -> String {
        switch view {
        case .stock: say("재고", "Stock")
        case .expired: say("기한 지남", "Expired")
        case .hot: say("뜨거운 음료", "Hot")
        case .sales: say("판매", "Sales")
        }
    }

    func nothing(in view: AdminScreen.View) -> String {
        switch view {
        case .stock: say("아직 들어온 음료가 없습니다.", "No drinks here yet.")
        case .expired: say("기한이 지난 음료가 없습니다.", "Nothing has expired.")
        case .hot: say("뜨거운 음료가 없습니다.", "No hot drinks.")
        case .sales: say("아직 팔린 음료가 없습니다.", "Nothing sold yet.")
        }
    }

    func notice(_ notice: StockNotice) -> String {
        switch notice {
        case .changed:
            say("그 사이 재고가 바뀌었습니다. 새 숫자를 확인해 주세요.", "The stock was changed meanwhile. Please look at the new number.")
        case .count: say("0개부터 100개까지 둘 수 있습니다.", "There can be 0 to 100.")
        case .refused(401), .refused(403):
            say("재고는 가게 주인만 바꿀 수 있습니다.", "Only the keeper of the shop can change the stock.")
        case .refused(let status):
            say(
                "서버가 \("\(status)".with(.direction)) 거절해 재고를 바꾸지 못했습니다.",
                "The server refused with status \(status). The stock is unchanged.")
        case .unanswered(let failure) where failure.status != nil:
            say(
                "\(words.language.unanswered(failure)) 바뀌었는지 모릅니다. 입력한 내용은 그대로입니다. 다시 눌러 주세요.",
                "\(words.language.unanswered(failure)). Your number is still here: please try again.")
        case .unanswered:
            say(
                "서버가 응답하지 않습니다. 입력한 내용은 그대로입니다. 다시 눌러 주세요.",
                "The server does not answer. Your number is still here: please try again.")
        }
    }

    private func left(_ balance: Won, after drink: Drink) -> String {
        let rest = Won(balance.amount - drink.price.amount).text
        return say("잔액 \(balance.text)에서 \(rest)이 남습니다.", "Balance \(balance.text), \(rest) after this.")
    }

    private func notes(_ words: Words) -> String {
        let keys = MachineKeys(words)
        return say(
            "\(keys.thousand) 1,000원, \(keys.fiveThousand) 5,000원 넣기",
            "\(keys.thousand) puts in 1,000원, \(keys.fiveThousand) 5,000원.")
    }
}

extension Day {
    /// The date with dashes, as people write it: "2026-11-21".
    var dashed: String {
        let text = text
        return "\(text.prefix(4))-\(text.dropFirst(4).prefix(2))-\(text.suffix(2))"
    }
}

extension Words {
    var drinks: DrinksTexts { DrinksTexts(words: self) }
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
