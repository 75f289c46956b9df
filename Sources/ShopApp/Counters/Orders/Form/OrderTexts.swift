import Domain
import ShopClient
import TerminalText

/// The strings of the order form and of order reports.
struct OrderTexts: Texts {
    let words: Words

    var title: String { say("주문", "Order") }
    var quantity: String { say("수량", "Quantity") }
    /// The button that orders, with what it will cost; `nil` if that is not known.
    func confirm(_ total: Won?) -> String {
        total.map { say("\($0.text) 주문하기", "Order for \($0.text)") } ?? say("주문하기", "Order")
    }
    /// The button that goes on with an item of that price; `nil` for what it does.
    func choose(_ price: Won?, isOrder: Bool) -> String {
        guard let price else { return isOrder ? say("주문으로", "Go on") : say("담기", "Add") }
        return isOrder
            ? say("\(price.text) 주문으로", "Go on for \(price.text)")
            : say("\(price.text) 담기", "Add for \(price.text)")
    }
    /// The button that asks for the options of a line again.
    var chooseAgain: String { say("다시 고르기", "Choose again") }
    /// The button that replaces an item by one of that price; `nil` for what it does.
    func change(to price: Won?) -> String {
        price.map { say("\($0.text) 바꾸기", "Change to \($0.text)") } ?? say("바꾸기", "Change")
    }
    var none: String { say("없음", "none") }

    func count(_ choose: ClosedRange<Int>) -> String {
        let (least, most) = (choose.lowerBound, choose.upperBound)
        return least == most
            ? say("\(most)개 고르기", "choose \(most)")
            : least == 0
                ? say("\(most)개까지", "up to \(most)") : say("\(least)개부터 \(most)개까지", "from \(least) to \(most)")
    }

    func problem(_ problem: OptionProblem) -> String {
        guard case .wrongCount(let option) = problem else { return "" }
        return say("\(count(option.choose)) 골라 주세요.", "Choose \(count(option.choose)).")
    }
    var receive: String { say("수령", "Receive") }
    /// The name of what a guest writes about one item.
    var lineNote: String { say("요청", "Request") }

    func detail(_ detail: GuestDetail) -> String {
        switch detail {
        case .phone: say("전화", "Phone")
        case .address: say("주소", "Address")
        case .wantedAt: say("시각", "Time")
        case .note: say("메모", "Note")
        }
    }
    var cancel: String { say("취소", "Cancel") }
    /// Follows the sentence that the shop is closed, where the guest can say for when the order is wanted.
    var orderAhead: String { say(" 시각을 적으면 미리 주문할 수 있습니다.", " With a time, you can order ahead.") }
    var sending: String { say("주문을 보내는 중", "sending the order") }

    func waiting(_ count: Int) -> String {
        say("주문 \(count)건 대기", count == 1 ? "1 order waiting" : "\(count) orders waiting")
    }

    func problem(_ problem: OrderProblem) -> String {
        switch problem {
        case .guest(let problem): words.guestProblem(problem)
        case .missing(.phone): say("전화번호를 입력해 주세요.", "Enter a phone number.")
        case .missing(.address): say("받을 주소를 입력해 주세요.", "Enter the address.")
        case .missing: say("입력해 주세요.", "Enter it.")
        case .invalidPhone: say("전화번호가 아닙니다.", "This is no phone number.")
        case .invalidTime: say("18:30이나 12-24 18:30처럼, 30일 안으로", "Like 18:30 or 12-24 18:30, within 30 days.")
        case .tooLong(let excess):
            say("\(excess)자 줄여 주세요.", excess == 1 ? "1 character too many." : "\(excess) characters too many.")
        case .quantity: say("1개부터 99개까지 주문할 수 있습니다.", "You can order 1 to 99.")
        case .price(let before, let now):
            say("\(before.text)에서 \(now.text)으로 바뀌었습니다.", "It was \(before.text), it is \(now.text) now.")
        case .title(let title):
            say(
                "지금은 다른 메뉴입니다: \(title). 0개로 두면 나머지를 주문할 수 있습니다.",
                "It is something else now: \(title). With 0 of it the rest can be ordered.")
        case .options(let change): self.change(change)
        case .soldOut:
            say("품절됐습니다. 나머지만 주문합니다.", "It is sold out. Only the rest is ordered.")
        case .left(let count): say("\(count)개만 남았습니다. 개수를 줄여 주세요.", "Only \(count) left: order fewer.")
        case .short: say("재료가 부족합니다. 개수를 줄여 주세요.", "Not enough fruit for so many.")
        case .unknown: say("이제 없는 메뉴입니다.", "The shop no longer has it.")
        }
    }

    /// What is offered instead of the options that were chosen.
    private func change(_ change: OptionsChange) -> String {
        func names(_ options: [ChosenOption]) -> String {
            options.map { $0.title[words.language].string }.joined(separator: ", ")
        }
        if let taken = change.taken {
            let (before, now) = (names(change.renamed.map(\.before)), names(change.renamed.map(\.now)))
            return say("\(before): 지금은 \(now), \(taken.price.text)", "\(before): now \(now), \(taken.price.text)")
        }
        let gone = names(change.gone)
        return gone.isEmpty
            ? say("고를 것이 바뀌었습니다.", "The options have changed.")
            : say("\(gone): 이제 없습니다.", "\(gone): no longer offered.")
    }

    /// What is said of an order that cannot be repeated as it was.
    func changedSince(gone: [PlainText]) -> String {
        let names = gone.map(\.string).joined(separator: ", ")
        return gone.isEmpty
            ? say("지난 주문과 달라진 것이 있습니다.", "Something has changed since that order.")
            : say("이제 없는 메뉴는 담지 않았습니다: \(names)", "Not sold any more: \(names)")
    }

    func notice(_ notice: OrderNotice) -> String {
        switch notice {
        case .newPrice(let before):
            say(
                "가격이 \(before.text)에서 바뀌었습니다. 다시 확인해 주세요.",
                "The price was \(before.text) before. Please confirm again.")
        case .newFee(let before?):
            say(
                "배달비가 \(before.text)에서 바뀌었습니다. 다시 확인해 주세요.",
                "Delivery was \(before.text) before. Please confirm again.")
        case .newFee(nil):
            say("배달비가 정해졌습니다. 다시 확인해 주세요.", "This is what delivery costs. Please confirm again.")
        case .terms(let terms): words.language.terms(terms) ?? ""
        case .linesDiffer:
            say(
                "바뀐 것이 있어 아직 주문하지 않았습니다. 확인하고 다시 눌러 주세요.",
                "Something is different by now, so nothing was ordered yet. Please look and confirm again.")
        case .changedSince(let gone): changedSince(gone: gone)
        case .nothing: say("주문할 것이 없습니다.", "There is nothing to order.")
        case .notSaved(let failure) where failure.mayHaveArrived:
            say(
                "\(words.language.unanswered(failure)) 주문이 접수됐는지 모릅니다. "
                    + "같은 주문을 다시 보내도 두 번 접수되지 않습니다.",
                "\(words.language.unanswered(failure)): nobody knows whether your order is placed. "
                    + "Sending the same again does not order it twice.")
        case .notSaved:
            say("보내지도 보관하지도 못했습니다. 다시 눌러 주세요.", "Neither sent nor kept. Please try again.")
        }
    }
}

extension Language {
    /// Returns what of an order's terms differs; `nil` if nothing does.
    public func terms(_ terms: OrderTermsConflict) -> String? {
        if let shop = terms.shop { return sentence(shop) }
        if let ways = terms.receive {
            let names = ways.map(fulfillment).joined(separator: ", ")
            return say("이 가게의 수령 방법: \(names)", "The shop offers: \(names).")
        }
        if let minimum = terms.minimum {
            return say("\(minimum.text)부터 배달합니다.", "Delivery is from \(minimum.text).")
        }
        if let fee = terms.deliveryFee {
            return say("배달비가 \(fee.text)으로 바뀌었습니다.", "Delivery costs \(fee.text) now.")
        }
        return terms.total.map { say("합계가 \($0.text)으로 바뀌었습니다.", "The total is \($0.text) now.") }
    }

    /// Returns the shop's own terms of delivery: the fee, from which sum it is free, and the lowest that is delivered.
    func terms(_ delivery: DeliveryRule) -> String {
        let fee = delivery.fee == Won(0) ? say("무료", "free") : delivery.fee.text
        let free = delivery.freeFrom.map { say(" (\($0.text) 이상 구매 시 무료)", " (free from \($0.text))") }
        let minimum = delivery.minimum.map { say(", \($0.text)부터 배달", ", delivery from \($0.text)") }
        return fee + (delivery.fee == Won(0) ? "" : free ?? "") + (minimum ?? "")
    }

    /// Returns the name of a state of an order.
    public func state(_ state: OrderState) -> String {
        switch state {
        case .received: say("접수", "received")
        case .preparing: say("준비 중", "preparing")
        case .ready: say("준비 완료", "ready")
        case .handedOver: say("전달 완료", "handed over")
        case .cancelled: say("취소", "cancelled")
        case .refunded: say("환불", "refunded")
        }
    }

    /// Returns the name of a way to get an order.
    public func fulfillment(_ way: Fulfillment) -> String {
        switch way {
        case .here: say("매장", "for here")
        case .pickup: say("포장", "pick-up")
        case .delivery: say("배달", "delivery")
        }
    }
}

extension OrderForm {
    var discardQuestion: DiscardQuestion<OrdersCounter> {
        DiscardQuestion(
            heading: LocalizedText("주문을 그만둘까요?", "Stop ordering?"),
            sentence: LocalizedText("입력한 내용은 남지 않습니다.", "What was entered is not kept."),
            yes: LocalizedText("그만두기", "Stop"), no: LocalizedText("계속 주문하기", "Keep ordering"))
    }
}

extension Words {
    var order: OrderTexts { OrderTexts(words: self) }
}

// The results of orders, for toasts.
extension OrderTexts {
    /// Returns the result of an order, one sentence per line. `key` is the label of the key that leads to the orders.
    func report(_ report: OrderReport, followedWith key: String? = nil) -> [String] {
        let dish = contents(report.draft)
        switch report.outcome {
        case .stored(let order):
            let total = (order?.total ?? report.draft.total).text
            let placed =
                report.isLate
                ? say("보관해 둔 주문이 접수됐습니다.", "Your kept order is placed.")
                : say("주문이 접수됐습니다.", "Your order is placed.")
            return [
                "\(order.map { words.orders.numbered($0.number) } ?? dish)  \(total)",
                placed,
            ] + (key.map { [words.orders.follow($0)] } ?? [])
        case .kept(let failure):
            let kept = say("주문을 보관했다가 연결되면 보냅니다.", "Your order is kept here and sent once connected.")
            return [dish, "\(self.kept(failure)) \(kept)"]
        case .notSaved(let failure) where failure.mayHaveArrived:
            let reason = words.language.unanswered(failure)
            return [
                dish,
                say("\(reason) 주문이 접수됐는지 모릅니다.", "\(reason): nobody knows whether your order is placed."),
            ]
        case .notSaved:
            return [
                dish, say("서버에 연결할 수 없어 주문하지 못했습니다.", "The server cannot be reached. Nothing was ordered."),
            ]
        case .refused(let refusal):
            let late = say("보관해 둔 주문을 가게가 받지 않았습니다. ", "Your kept order was refused. ")
            let kept = say(" 주문 탭에 남겨 두었습니다.", " It is kept in the Orders tab.")
            let isKept = report.isLate && refusal.terms.shop != nil
            return [dish, (report.isLate ? late : "") + refused(refusal) + (isKept ? kept : "")]
        }
    }

    private func contents(_ draft: OrderDraft) -> String {
        OrderRow.contents(
            draft.lines.map { ($0.item.title(in: words.language), $0.quantity) }, columns: OrderRow.toastColumns,
            words.orders)
    }

    private func kept(_ failure: FetchFailure) -> String {
        if failure == .status(429) { return say("가게가 바쁩니다.", "The shop is busy.") }
        let reason = words.failure(failure)
        return say("\(reason).", "\(reason.prefix(1).uppercased())\(reason.dropFirst()).")
    }

    /// Returns what the shop does not have of the first line that it cannot supply; `nil` if it has everything.
    private func missing(_ refusal: OrderRefusal) -> String? {
        refusal.problems.sorted { $0.key < $1.key }.lazy.compactMap { _, problem in
            switch problem {
            case .left(let count): self.problem(.left(count))
            case .short(let fruits): self.problem(.short(fruits))
            case .unknown where refusal.status == 409: self.problem(.unknown)
            case .price, .title, .options, .soldOut, .unknown: nil
            }
        }.first
    }

    private func refused(_ refusal: OrderRefusal) -> String {
        if let title = refusal.newTitle { return say("지금은 다른 메뉴입니다: \(title)", "It is something else now: \(title)") }
        if refusal.problems.values.contains(.soldOut) { return say("품절됐습니다.", "It is sold out.") }
        if refusal.changesOptions { return say("고른 선택이 바뀌었습니다.", "The options have changed.") }
        if let missing = missing(refusal) { return missing }
        if let terms = words.language.terms(refusal.terms) { return terms }
        let status = refusal.status
        return switch (status, refusal.newPrice) {
        case (409, let price?): say("가격이 \(price.text)으로 바뀌었습니다.", "The price is \(price.text) now.")
        case (409, nil): say("가격이 바뀌었습니다.", "The price has changed.")
        case (400, _): say("주문 내용이 맞지 않습니다.", "The order is not right.")
        case (401, _), (403, _): say("이 가게에서는 주문할 수 없습니다.", "You cannot order at this shop.")
        case (404, _): say("이제 없는 반찬입니다.", "The shop no longer has this dish.")
        case (413, _): say("주문이 너무 깁니다.", "The order is too long.")
        case (422, _):
            say("다른 내용으로 이미 접수된 주문입니다.", "This order was placed before, with other content.")
        default:
            say(
                "서버가 \("\(status)".with(.direction)) 거절해 주문하지 못했습니다.",
                "The server refused the order with status \(status).")
        }
    }
}
