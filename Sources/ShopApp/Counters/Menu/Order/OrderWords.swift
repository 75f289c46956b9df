import Domain
import ShopClient
import ShopHTTP
import TerminalText

/// The words of the order form, and of how orders go.
struct OrderWords: Sendable {
    let title: String
    let who: String
    let quantity: String
    let total: String
    let confirm: String
    let cancel: String
    let sending: String
    /// So many orders wait on this device.
    let waiting: @Sendable (Int) -> String
    let problem: @Sendable (OrderProblem) -> String
    let notice: @Sendable (OrderNotice) -> String
    /// What a toast tells of an order, a sentence a line.
    let report: @Sendable (OrderReport) -> [String]
}

extension OrderWords {
    static let korean = OrderWords(
        title: "주문", who: "이름", quantity: "수량", total: "금액", confirm: "주문하기", cancel: "취소",
        sending: "주문을 보내는 중", waiting: { "주문 \($0)건 대기" }, problem: KoreanOrders.problem,
        notice: KoreanOrders.notice, report: KoreanOrders.report)

    static let english = OrderWords(
        title: "Order", who: "Name", quantity: "Quantity", total: "Total", confirm: "Order", cancel: "Cancel",
        sending: "sending the order", waiting: { $0 == 1 ? "1 order waiting" : "\($0) orders waiting" },
        problem: EnglishOrders.problem, notice: EnglishOrders.notice, report: EnglishOrders.report)
}

private enum KoreanOrders {
    static func problem(_ problem: OrderProblem) -> String {
        switch problem {
        case .nobody: "이름을 적어 주세요."
        case .longName(let excess): "이름이 \(excess)글자 깁니다 (\(OrderRequest.longestName)자까지)."
        case .quantity: "1개부터 99개까지 주문할 수 있습니다."
        }
    }

    static func notice(_ notice: OrderNotice) -> String {
        switch notice {
        case .newPrice(let before): "가격이 \(before.text)에서 바뀌었습니다. 다시 확인해 주세요."
        case .notKept: "보내지도 맡아 두지도 못했습니다. 다시 눌러 주세요."
        }
    }

    static func report(_ report: OrderReport) -> [String] {
        let dish = report.draft.lines.map { "\($0.item.title) \($0.quantity)개" }.joined(separator: ", ")
        switch report.outcome {
        case .stored(let order):
            let total = (order?.total ?? report.draft.total).text
            return ["\(dish)  \(total)", report.isLate ? "맡아 둔 주문이 들어갔습니다." : "주문이 들어갔습니다."]
        case .kept(let failure): return [dish, "\(kept(failure)) 주문을 맡아 두었다가 다시 보냅니다."]
        case .notKept: return [dish, "서버에 닿지 않아 주문하지 못했습니다."]
        case .refused(let refusal):
            let late = report.isLate ? "맡아 둔 주문을 받지 않았습니다. " : ""
            return [dish, late + refused(refusal.status, refusal.newPrice)]
        }
    }

    private static func kept(_ failure: FetchFailure) -> String {
        guard case .status(let status) = failure else { return "서버에 닿지 않습니다." }
        return status == 429 ? "가게가 바쁩니다." : "서버가 \(status)로 답했습니다."
    }

    private static func refused(_ status: Int, _ price: Won?) -> String {
        switch (status, price) {
        case (409, let price?): "가격이 \(price.text)으로 바뀌었습니다."
        case (409, nil): "가격이 바뀌었습니다."
        case (400, _): "주문 내용이 맞지 않습니다 (400)."
        case (401, _), (403, _): "이 가게에서는 주문할 수 없습니다 (\(status))."
        case (404, _): "이제 없는 반찬입니다."
        case (413, _): "주문이 너무 깁니다 (413)."
        case (422, _): "다른 내용으로 이미 들어간 주문입니다 (422)."
        default: "서버가 주문을 받지 않았습니다 (\(status))."
        }
    }
}

private enum EnglishOrders {
    static func problem(_ problem: OrderProblem) -> String {
        switch problem {
        case .nobody: "Who is ordering?"
        case .longName(let excess): "\(excess) characters too long (at most \(OrderRequest.longestName))."
        case .quantity: "From 1 to 99 can be ordered."
        }
    }

    static func notice(_ notice: OrderNotice) -> String {
        switch notice {
        case .newPrice(let before): "The price was \(before.text) before. Please confirm again."
        case .notKept: "Neither sent nor kept. Please try again."
        }
    }

    static func report(_ report: OrderReport) -> [String] {
        let dish = report.draft.lines.map { "\($0.quantity) x \($0.item.title)" }.joined(separator: ", ")
        switch report.outcome {
        case .stored(let order):
            let total = (order?.total ?? report.draft.total).text
            return ["\(dish)  \(total)", report.isLate ? "The order that waited is placed." : "The order is placed."]
        case .kept(let failure): return [dish, "\(kept(failure)) The order is kept here and sent again."]
        case .notKept: return [dish, "The server cannot be reached. Nothing was ordered."]
        case .refused(let refusal):
            let late = report.isLate ? "The order that waited was refused. " : ""
            return [dish, late + refused(refusal.status, refusal.newPrice)]
        }
    }

    private static func kept(_ failure: FetchFailure) -> String {
        guard case .status(let status) = failure else { return "The server cannot be reached." }
        return status == 429 ? "The shop is busy." : "The server answered \(status)."
    }

    private static func refused(_ status: Int, _ price: Won?) -> String {
        switch (status, price) {
        case (409, let price?): "The price is \(price.text) now."
        case (409, nil): "The price has changed."
        case (400, _): "The order is not right (400)."
        case (401, _), (403, _): "This shop does not let you order (\(status))."
        case (404, _): "There is no such dish any more."
        case (413, _): "The order is too long (413)."
        case (422, _): "This order was placed before, with other content (422)."
        default: "The server did not take the order (\(status))."
        }
    }
}

extension Words {
    var order: OrderWords { Localized(korean: .korean, english: .english)[language] }
}
