import Domain
import ShopClient
import TerminalText

/// The strings of the juice bar. Its two fixed Korean sentences are defined by the shop.
struct JuiceTexts: Texts {
    let words: Words
}

extension Words {
    var juice: JuiceTexts { JuiceTexts(words: self) }
}

// The list and the order form.
extension JuiceTexts {
    var counter: String { say("주스", "Juice") }
    /// The mark of a juice that cannot be made now; `short` is the abbreviation.
    var unavailable: String { say("재료 부족", "not enough fruit") }
    var short: String { say("부족", "too little") }
    var making: String { say("만드는 중", "being made") }
    var empty: String { say("아직 주스가 없습니다.", "Nothing here yet.") }
    var takes: String { say("재료", "Takes") }
    /// The heading of the juices that take a fruit.
    var takenFor: String { say("들어가는 주스", "Goes into") }

    /// How many of a fruit there are, and how many a juice takes.
    func left(_ count: Int, of needed: Int) -> String {
        say("\(needed)개 필요, \(count)개 있음", "takes \(needed), \(count) left")
    }

    func needs(_ count: Int) -> String { say("\(count)개 필요", "takes \(count)") }

    /// How many cups of a juice the stock is enough for.
    func enough(for cups: Int) -> String {
        switch cups {
        case ...0: say("재고가 모자라 한 잔도 만들 수 없습니다.", "There is not enough fruit for a cup.")
        case 1: say("한 잔을 만들 수 있습니다.", "There is enough for one cup.")
        default: say("\(cups)잔을 만들 수 있습니다.", "There is enough for \(cups) cups.")
        }
    }
    var price: String { say("가격", "Price") }
    var make: String { say("만들기", "Make it") }
    var cancel: String { say("취소", "Cancel") }
    /// The message that there is not enough fruit, with the question whether to edit the stock.
    var askStock: String { say("재료가 모자라요. 재고를 수정할까요?", "Not enough fruit. Change the stock?") }
    var yes: String { say("예", "Yes") }
    var no: String { say("아니오", "No") }

    /// The sentence for a finished juice.
    func made(_ juice: PlainText) -> String { say("\(juice) 나왔습니다! 맛있게 드세요!", "\(juice) is ready. Enjoy!") }

    func missing(_ count: Int) -> String { say("\(count)개 모자라요", "\(count) more needed") }

    /// The order number and the price.
    func receipt(_ order: OrderReceipt) -> String { "\(words.orders.numbered(order.number))  \(order.total.text)" }

    /// The sentence with the reason why a juice was not made.
    func failed(_ outcome: JuiceOutcome) -> String {
        switch outcome {
        case .made: ""
        case .short: say("재료가 부족합니다.", "Not enough fruit.")
        case .refused(let refusal): refused(refusal)
        case .unanswered(let failure) where !failure.mayHaveArrived:
            say("서버에 연결할 수 없어 만들지 못했습니다.", "The server cannot be reached. Nothing was made.")
        case .unanswered(let failure) where failure.status != nil:
            say(
                "\(words.language.unanswered(failure)) 만들었는지 모릅니다. 다시 누르면 같은 주문을 다시 보냅니다.",
                "\(words.language.unanswered(failure)): it may be made. Pressing again sends the same order.")
        case .unanswered:
            say(
                "서버가 응답하지 않습니다. 다시 누르면 같은 주문을 다시 보냅니다.",
                "The server does not answer. If you press again, the same order is sent again.")
        }
    }

    var needsDetails: String {
        say(
            "이 가게는 전화번호나 주소도 묻습니다. 다시 눌러 주세요.",
            "The shop asks for a phone number or an address, too. Please press again.")
    }

    private func refused(_ refusal: OrderRefusal) -> String {
        if let shop = refusal.terms.shop, let sentence = words.language.sentence(shop) { return sentence }
        return switch (refusal.problems[0], refusal.status) {
        case (.price(let price), _):
            say(
                "가격이 \(price.text)으로 바뀌었습니다. 확인하고 다시 눌러 주세요.",
                "It costs \(price.text) now. Please look and press again.")
        case (.title(let title), _): say("지금은 다른 주스입니다: \(title)", "It is another juice now: \(title)")
        case (.soldOut, _): say("품절됐습니다.", "It is sold out.")
        case (_, 404): say("이제 없는 주스입니다.", "There is no such juice any more.")
        case (_, 401), (_, 403):
            say("이 가게에서는 주스를 주문할 수 없습니다.", "This shop does not let you order juices.")
        case (_, 429):
            say("가게가 바쁩니다. 잠시 뒤에 다시 눌러 주세요.", "The shop is busy. Please try again in a moment.")
        case (_, let status):
            say("서버가 \("\(status)".with(.direction)) 거절했습니다.", "The server refused with status \(status).")
        }
    }
}

// The stock editor.
extension JuiceTexts {
    var stock: String { say("재고", "Stock") }
    var range: String { say("과일마다 0개부터 100개까지", "0 to 100 of each fruit") }
    var sending: String { say("재고를 보내는 중", "sending the stock") }

    func before(_ count: Int) -> String { say("전에 \(count)", "was \(count)") }

    func notice(_ notice: StockNotice) -> String {
        switch notice {
        case .changed:
            say(
                "그 사이 재고가 다른 곳에서 바뀌었습니다. 새 숫자를 확인해 주세요.",
                "The stock was changed elsewhere meanwhile. Please look at the new numbers.")
        case .count: say("0개부터 100개까지 둘 수 있습니다.", "There can be 0 to 100 of a fruit.")
        case .refused(let status): refused(status)
        case .unanswered(let failure) where failure.status != nil:
            say(
                "\(words.language.unanswered(failure)) 바뀌었는지 모릅니다. 입력한 내용은 그대로입니다. 다시 눌러 주세요.",
                "\(words.language.unanswered(failure)). Your numbers are still here: please try again.")
        case .unanswered:
            say(
                "서버가 응답하지 않습니다. 입력한 내용은 그대로입니다. 다시 눌러 주세요.",
                "The server does not answer. Your numbers are still here: please try again.")
        }
    }

    /// The result of a stock change, for a toast.
    func report(_ outcome: StockOutcome) -> String {
        switch outcome {
        case .stored: say("재고를 변경했습니다.", "Stock updated.")
        case .changedMeanwhile:
            say(
                "그 사이 재고가 다른 곳에서 바뀌어 바꾸지 않았습니다.",
                "The stock was changed elsewhere meanwhile, so it was left alone.")
        case .refused(let status): refused(status)
        case .unanswered(let failure) where !failure.mayHaveArrived:
            say("서버가 응답하지 않아 재고를 바꾸지 못했습니다.", "The server does not answer. The stock was not changed.")
        case .unanswered(let failure):
            say(
                "\(words.language.unanswered(failure)) 재고가 바뀌었는지 모릅니다.",
                "\(words.language.unanswered(failure)): nobody knows whether the stock was changed.")
        }
    }

    private func refused(_ status: Int) -> String {
        switch status {
        case 401, 403: say("재고는 가게 주인만 바꿀 수 있습니다.", "Only the keeper of the shop can change the stock.")
        default:
            say(
                "서버가 \("\(status)".with(.direction)) 거절해 재고를 바꾸지 못했습니다.",
                "The server refused with status \(status). The stock is unchanged.")
        }
    }
}
