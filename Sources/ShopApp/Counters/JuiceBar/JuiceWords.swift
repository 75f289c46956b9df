import Domain
import ShopClient
import ShopHTTP
import TerminalText

/// The strings of the juice bar. Its two fixed Korean sentences are defined by the shop.
struct JuiceWords: Sendable {
    let counter: String
    /// The mark of a juice that cannot be made now; `short` is the abbreviation.
    let unavailable: String
    let short: String
    let making: String
    let empty: String
    /// The sentence for a finished juice.
    let made: @Sendable (PlainText) -> String
    /// The message that there is not enough fruit, with the question whether to edit the stock.
    let askStock: String
    let yes: String
    let no: String
    /// The missing amount.
    let missing: @Sendable (Int) -> String
    /// The sentence with the reason why a juice was not made.
    let failed: @Sendable (JuiceOutcome) -> String

    /// The order number, the price and what to do next.
    let receipt: @Sendable (OrderReceipt) -> String

    // The order form.
    let takes: String
    let price: String
    let make: String
    let cancel: String

    // The stock editor.
    let stock: String
    let range: String
    let sending: String
    /// The previous count.
    let before: @Sendable (Int) -> String
    let notice: @Sendable (StockNotice) -> String
    /// The result of a stock change, for a toast.
    let report: @Sendable (StockOutcome) -> String
}

extension JuiceWords {
    static let korean = JuiceWords(
        counter: "쥬스", unavailable: "재료 부족", short: "부족", making: "만드는 중", empty: "아직 쥬스가 없습니다.",
        made: { "\($0) 나왔습니다! 맛있게 드세요!" }, askStock: "재료가 모자라요. 재고를 수정할까요?", yes: "예", no: "아니오",
        missing: { "\($0)개 모자라요" },
        failed: KoreanBar.failed, receipt: { "\($0.id)번 주문  \($0.total.text). 주문 탭에서 볼 수 있습니다." }, takes: "재료",
        price: "가격", make: "만들기", cancel: "취소", stock: "재고",
        range: "과일마다 0개부터 100개까지", sending: "재고를 보내는 중", before: { "전에 \($0)" },
        notice: KoreanBar.notice, report: KoreanBar.report)

    static let english = JuiceWords(
        counter: "Juice", unavailable: "not enough fruit", short: "no fruit", making: "being made",
        empty: "Nothing here yet.", made: { "\($0) is ready. Enjoy!" },
        askStock: "Not enough fruit. Change the stock?", yes: "Yes", no: "No", missing: { "\($0) more needed" },
        failed: EnglishBar.failed,
        receipt: { "Order \($0.id)  \($0.total.text). Follow it in the Orders tab." }, takes: "Takes", price: "Price",
        make: "Make it",
        cancel: "Cancel", stock: "Stock", range: "0 to 100 of each fruit",
        sending: "sending the stock", before: { "was \($0)" }, notice: EnglishBar.notice,
        report: EnglishBar.report)
}

private enum KoreanBar {
    static func failed(_ outcome: JuiceOutcome) -> String {
        switch outcome {
        case .made: ""
        case .short: "재료가 부족합니다."
        case .refused(let refusal): refused(refusal)
        case .unanswered(let failure) where !failure.mayHaveArrived: "서버에 연결할 수 없어 만들지 못했습니다."
        case .unanswered: "서버가 응답하지 않습니다. 다시 누르면 같은 주문을 다시 보냅니다."
        }
    }

    private static func refused(_ refusal: OrderRefusal) -> String {
        switch (refusal.problems[0], refusal.status) {
        case (.price(let price), _): "가격이 \(price.text)으로 바뀌었습니다. 확인하고 다시 눌러 주세요."
        case (.title(let title), _): "지금은 다른 쥬스입니다: \(title)"
        case (.soldOut, _): "품절됐습니다."
        case (_, 404): "이제 없는 쥬스입니다."
        case (_, 401), (_, 403): "이 가게에서는 쥬스를 주문할 수 없습니다."
        case (_, 429): "가게가 바쁩니다. 잠시 뒤에 다시 눌러 주세요."
        case (_, let status): "서버가 \("\(status)".with(.direction)) 거절했습니다."
        }
    }

    static func notice(_ notice: StockNotice) -> String {
        switch notice {
        case .changed: "그 사이 재고가 다른 곳에서 바뀌었습니다. 새 숫자를 확인해 주세요."
        case .count: "0개부터 100개까지 둘 수 있습니다."
        case .refused(let status): refused(status)
        case .unanswered: "서버가 응답하지 않습니다. 입력한 내용은 그대로입니다. 다시 눌러 주세요."
        }
    }

    static func report(_ outcome: StockOutcome) -> String {
        switch outcome {
        case .stored: "재고를 변경했습니다."
        case .changedMeanwhile: "그 사이 재고가 다른 곳에서 바뀌어 바꾸지 않았습니다."
        case .refused(let status): refused(status)
        case .unanswered: "서버가 응답하지 않아 재고를 바꾸지 못했습니다."
        }
    }

    private static func refused(_ status: Int) -> String {
        switch status {
        case 401, 403: "재고는 가게 주인만 바꿀 수 있습니다."
        default: "서버가 \("\(status)".with(.direction)) 거절해 재고를 바꾸지 못했습니다."
        }
    }
}

private enum EnglishBar {
    static func failed(_ outcome: JuiceOutcome) -> String {
        switch outcome {
        case .made: ""
        case .short: "Not enough fruit."
        case .refused(let refusal): refused(refusal)
        case .unanswered(let failure) where !failure.mayHaveArrived: "The server cannot be reached. Nothing was made."
        case .unanswered: "The server does not answer. If you press again, the same order is sent again."
        }
    }

    private static func refused(_ refusal: OrderRefusal) -> String {
        switch (refusal.problems[0], refusal.status) {
        case (.price(let price), _): "It costs \(price.text) now. Please look and press again."
        case (.title(let title), _): "It is another juice now: \(title)"
        case (.soldOut, _): "It is sold out."
        case (_, 404): "There is no such juice any more."
        case (_, 401), (_, 403): "This shop does not let you order juices."
        case (_, 429): "The shop is busy. Please try again in a moment."
        case (_, let status): "The server refused with status \(status)."
        }
    }

    static func notice(_ notice: StockNotice) -> String {
        switch notice {
        case .changed: "The stock was changed elsewhere meanwhile. Please look at the new numbers."
        case .count: "There can be 0 to 100 of a fruit."
        case .refused(let status): refused(status)
        case .unanswered: "The server does not answer. Your numbers are still here: please try again."
        }
    }

    static func report(_ outcome: StockOutcome) -> String {
        switch outcome {
        case .stored: "Stock updated."
        case .changedMeanwhile: "The stock was changed elsewhere meanwhile, so it was left alone."
        case .refused(let status): refused(status)
        case .unanswered: "The server does not answer. The stock was not changed."
        }
    }

    private static func refused(_ status: Int) -> String {
        switch status {
        case 401, 403: "Only the keeper of the shop can change the stock."
        default: "The server refused with status \(status). The stock is unchanged."
        }
    }
}

extension Words {
    var juice: JuiceWords { Localized(korean: .korean, english: .english)[language] }
}
