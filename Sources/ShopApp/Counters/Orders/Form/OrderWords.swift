import Domain
import ShopClient
import ShopHTTP
import TerminalText

/// The strings of the order form and of order reports.
struct OrderWords: Sendable {
    let title: String
    let quantity: String
    let confirm: String
    let cancel: String
    let sending: String
    /// The number of orders waiting on this device.
    let waiting: @Sendable (Int) -> String
    let problem: @Sendable (OrderProblem) -> String
    let notice: @Sendable (OrderNotice) -> String
    /// The result of an order for a toast, one sentence per line.
    let report: @Sendable (OrderReport) -> [String]
}

extension OrderWords {
    static let korean = OrderWords(
        title: "주문", quantity: "수량", confirm: "주문하기", cancel: "취소",
        sending: "주문을 보내는 중", waiting: { "주문 \($0)건 대기" }, problem: KoreanOrdering.problem,
        notice: KoreanOrdering.notice, report: KoreanOrdering.report)

    static let english = OrderWords(
        title: "Order", quantity: "Quantity", confirm: "Order", cancel: "Cancel",
        sending: "sending the order", waiting: { $0 == 1 ? "1 order waiting" : "\($0) orders waiting" },
        problem: EnglishOrdering.problem, notice: EnglishOrdering.notice, report: EnglishOrdering.report)
}

private enum KoreanOrdering {
    static func problem(_ problem: OrderProblem) -> String {
        switch problem {
        case .guest(let problem): Words.korean.guestProblem(problem)
        case .quantity: "1개부터 99개까지 주문할 수 있습니다."
        case .price(let before, let now): "\(before.text)에서 \(now.text)으로 바뀌었습니다."
        case .title(let title): "지금은 다른 메뉴입니다: \(title). 0개로 두면 나머지를 주문할 수 있습니다."
        case .soldOut: "품절됐습니다. 0개로 두면 나머지를 주문할 수 있습니다."
        case .short: "재료가 부족합니다. 개수를 줄여 주세요."
        case .unknown: "이제 없는 메뉴입니다."
        }
    }

    static func notice(_ notice: OrderNotice) -> String {
        switch notice {
        case .newPrice(let before): "가격이 \(before.text)에서 바뀌었습니다. 다시 확인해 주세요."
        case .newFee(let before?): "배송비가 \(before.text)에서 바뀌었습니다. 다시 확인해 주세요."
        case .newFee(nil): "배송비가 정해졌습니다. 다시 확인해 주세요."
        case .linesDiffer: "바뀐 것이 있어 아직 주문하지 않았습니다. 확인하고 다시 눌러 주세요."
        case .nothing: "주문할 것이 없습니다."
        case .notSaved: "보내지도 보관하지도 못했습니다. 다시 눌러 주세요."
        }
    }

    static func report(_ report: OrderReport) -> [String] {
        let dish = report.draft.contents(.korean)
        switch report.outcome {
        case .stored(let order):
            let total = (order?.total ?? report.draft.total).text
            let placed = report.isLate ? "보관해 둔 주문이 접수됐습니다." : "주문이 접수됐습니다."
            return [
                order.map { "\($0.id)번 주문  \(total)" } ?? "\(dish)  \(total)", "\(placed) 진행 상황은 주문 탭에서 볼 수 있습니다.",
            ]
        case .kept(let failure): return [dish, "\(kept(failure)) 주문을 보관했다가 연결되면 보냅니다."]
        case .notSaved: return [dish, "서버에 연결할 수 없어 주문하지 못했습니다."]
        case .refused(let refusal):
            let late = report.isLate ? "보관해 둔 주문을 가게가 받지 않았습니다. " : ""
            return [dish, late + refused(refusal)]
        }
    }

    private static func kept(_ failure: FetchFailure) -> String {
        failure == .status(429) ? "가게가 바쁩니다." : "\(KoreanSentences.failure(failure))."
    }

    private static func refused(_ refusal: OrderRefusal) -> String {
        if let title = refusal.newTitle { return "지금은 다른 메뉴입니다: \(title)" }
        if refusal.problems.values.contains(.soldOut) { return "품절됐습니다." }
        if let fee = refusal.deliveryFee { return "배송비가 \(fee.text)으로 바뀌었습니다." }
        let status = refusal.status
        return switch (status, refusal.newPrice) {
        case (409, let price?): "가격이 \(price.text)으로 바뀌었습니다."
        case (409, nil): "가격이 바뀌었습니다."
        case (400, _): "주문 내용이 맞지 않습니다."
        case (401, _), (403, _): "이 가게에서는 주문할 수 없습니다."
        case (404, _): "이제 없는 반찬입니다."
        case (413, _): "주문이 너무 깁니다."
        case (422, _): "다른 내용으로 이미 접수된 주문입니다."
        default: "서버가 \("\(status)".with(.direction)) 거절해 주문하지 못했습니다."
        }
    }
}

private enum EnglishOrdering {
    static func problem(_ problem: OrderProblem) -> String {
        switch problem {
        case .guest(let problem): Words.english.guestProblem(problem)
        case .quantity: "You can order 1 to 99."
        case .price(let before, let now): "It was \(before.text), it is \(now.text) now."
        case .title(let title): "It is something else now: \(title). With 0 of it the rest can be ordered."
        case .soldOut: "It is sold out. With 0 of it the rest can be ordered."
        case .short: "Not enough fruit for so many."
        case .unknown: "The shop no longer has it."
        }
    }

    static func notice(_ notice: OrderNotice) -> String {
        switch notice {
        case .newPrice(let before): "The price was \(before.text) before. Please confirm again."
        case .newFee(let before?): "Delivery was \(before.text) before. Please confirm again."
        case .newFee(nil): "This is what delivery costs. Please confirm again."
        case .linesDiffer: "Something is different by now, so nothing was ordered yet. Please look and confirm again."
        case .nothing: "There is nothing to order."
        case .notSaved: "Neither sent nor kept. Please try again."
        }
    }

    static func report(_ report: OrderReport) -> [String] {
        let dish = report.draft.contents(.english)
        switch report.outcome {
        case .stored(let order):
            let total = (order?.total ?? report.draft.total).text
            let placed = report.isLate ? "Your kept order is placed." : "Your order is placed."
            return [
                order.map { "Order \($0.id)  \(total)" } ?? "\(dish)  \(total)",
                "\(placed) Follow it in the Orders tab.",
            ]
        case .kept(let failure): return [dish, "\(kept(failure)) Your order is kept here and sent once connected."]
        case .notSaved: return [dish, "The server cannot be reached. Nothing was ordered."]
        case .refused(let refusal):
            let late = report.isLate ? "Your kept order was refused. " : ""
            return [dish, late + refused(refusal)]
        }
    }

    private static func kept(_ failure: FetchFailure) -> String {
        if failure == .status(429) { return "The shop is busy." }
        let reason = EnglishSentences.failure(failure)
        return "\(reason.prefix(1).uppercased())\(reason.dropFirst())."
    }

    private static func refused(_ refusal: OrderRefusal) -> String {
        if let title = refusal.newTitle { return "It is something else now: \(title)" }
        if refusal.problems.values.contains(.soldOut) { return "It is sold out." }
        if let fee = refusal.deliveryFee { return "Delivery costs \(fee.text) now." }
        let status = refusal.status
        return switch (status, refusal.newPrice) {
        case (409, let price?): "The price is \(price.text) now."
        case (409, nil): "The price has changed."
        case (400, _): "The order is not right."
        case (401, _), (403, _): "You cannot order at this shop."
        case (404, _): "The shop no longer has this dish."
        case (413, _): "The order is too long."
        case (422, _): "This order was placed before, with other content."
        default: "The server refused the order with status \(status)."
        }
    }
}

extension OrderDraft {
    /// Returns the contents for a toast.
    fileprivate func contents(_ language: Language) -> String {
        OrderRow.contents(
            lines.map { ($0.item.title(in: language), $0.quantity) }, columns: OrderRow.toastColumns,
            language.words.orders)
    }
}

extension Words {
    var order: OrderWords { Localized(korean: .korean, english: .english)[language] }
}
