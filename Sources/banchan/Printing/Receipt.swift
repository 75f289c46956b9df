import Domain
import Foundation
import ShopApp
import TerminalText

/// Formats an order for a receipt printer, in lines of 40 columns.
struct Receipt {
    let order: Order
    let labels: LedgerLabels
    let zone: TimeZone

    private static let width = 40
    private static let indent = "  "
    private static let rule = String(repeating: "-", count: width)

    var text: String {
        let (handover, way) = (order.handover, labels.way(order.handover.fulfillment))
        let head = [
            line("\(labels.order) \(order.number)", PrintedTable.time(order.placedAt, in: zone)),
            line(order.who.string, labels.states[order.state] ?? ""),
            handover.wantedAt.map { line(way, "\(labels.wanted) \(PrintedTable.time($0, in: zone))") } ?? way,
        ]
        let details = [handover.phone, handover.address, handover.note, order.reason].compactMap(\.self)
            .flatMap { PrintedTable.wrapped($0.string, width: Receipt.width) }
        let fee = order.deliveryFee.amount > 0 ? [line(labels.delivery, order.deliveryFee.text)] : []
        let lines =
            head + details + [Receipt.rule] + order.lines.indices.flatMap(lines) + [Receipt.rule] + fee
            + [line(labels.total, bought.text)] + refunds
            + (order.payment.map { [line(labels.payment, labels.payment(.init($0)))] } ?? [])
        return lines.map { $0 + "\n" }.joined()
    }

    /// What the order cost before anything of it was refunded.
    private var bought: Won {
        Won(order.total.amount + order.reductions.reduce(0) { $0 + ($1.refunded?.amount ?? 0) })
    }

    /// Returns each refund, and what is left of the total; nothing if nothing was refunded.
    private var refunds: [String] {
        var refunds = order.reductions.compactMap { reduction in
            reduction.refunded.map { ("\(labels.refunds) (\(reduction.reason))", $0) }
        }
        if order.state == .refunded { refunds.append((labels.refunds, order.total)) }
        guard !refunds.isEmpty else { return [] }
        let left = Won(bought.amount - order.refunded.amount)
        return refunds.map { line($0, Won(-$1.amount).text) } + [line(labels.afterRefunds, left.text)]
    }

    /// Returns the whole title, and below it the options, the note, the quantity, the unit price and the total; and how
    /// many pieces were taken out before it was handed over, which is all for a line of which nothing was bought.
    private func lines(at index: Int) -> [String] {
        let line = order.lines[index]
        let refunded = order.reductions.filter { $0.refunded != nil }.flatMap(\.lines).filter { $0.line == index }
            .reduce(0) { $0 + $1.removed }
        let (quantity, takenOut) = (line.quantity + refunded, line.removed - refunded)
        let removed = takenOut > 0 ? [Receipt.indent + labels.takenOut(takenOut)] : []
        guard quantity > 0 else { return PrintedTable.wrapped(line.title.string, width: Receipt.width) + removed }
        let amount = Won(line.unitPrice.amount * quantity)
        let details = line.options.map(labels.option) + [line.note?.string].compactMap(\.self)
        return PrintedTable.wrapped(line.title.string, width: Receipt.width)
            + details.flatMap { PrintedTable.wrapped($0, width: Receipt.width - Receipt.indent.count) }
            .map { Receipt.indent + $0 }
            + [self.line("\(Receipt.indent)\(line.unitPrice.text) × \(quantity)", amount.text)] + removed
    }

    private func line(_ left: String, _ right: String) -> String {
        PrintedTable.line(left, right, width: Receipt.width)
    }
}

struct LedgerLabels: Sendable {
    let order, delivery, total, cancelled, orders, item, counter, hour, count, won: String
    let id, number, time, state, guest, contents, attempts, message, wanted: String
    let payment, way, refunds, afterRefunds: String
    private let language: Language
    let states: [OrderState: String]

    init(_ language: Language) {
        (order, orders) = (language.say("주문", "Order"), language.say("주문", "Orders"))
        (delivery, total) = (language.say("배달비", "Delivery"), language.say("합계", "Total"))
        (cancelled, item) = (language.say("취소", "Cancelled"), language.say("상품", "Item"))
        (counter, hour) = (language.say("코너", "Counter"), language.say("시각", "Hour"))
        (count, won) = (language.say("개수", "Count"), language.say("금액", "Won"))
        (id, number, time) = ("ID", language.say("번호", "No."), language.say("주문 시각", "Placed"))
        (state, guest) = (language.say("상태", "State"), language.say("이름", "Guest"))
        (contents, attempts) = (language.say("내용", "Contents"), language.say("시도", "Tries"))
        (message, wanted) = (language.say("알림", "Message"), language.say("희망 시각", "Wanted"))
        (payment, way) = (language.say("결제", "Payment"), language.say("수령", "Way"))
        (refunds, afterRefunds) = (language.say("환불", "Refunded"), language.say("환불 후 합계", "Total after refunds"))
        self.language = language
        states = [
            .received: language.say("접수", "received"), .preparing: language.say("준비 중", "preparing"),
            .ready: language.say("준비됨", "ready"), .handedOver: language.say("전달됨", "handed over"),
            .cancelled: language.say("취소됨", "cancelled"), .refunded: language.say("환불됨", "refunded"),
        ]
    }

    func way(_ way: Fulfillment) -> String { language.fulfillment(way) }

    func payment(_ payment: Sale.Payment) -> String { language.payment(payment) }

    func takenOut(_ count: Int) -> String { language.takenOut(count) }

    /// Returns a choice, such as "크기: 대 (+2,000원)".
    func option(_ chosen: ChosenOption) -> String {
        func text(_ text: ShopText) -> PlainText { language.text(text.own, english: text.english) }
        let price = chosen.price.amount > 0 ? " (+\(chosen.price.text))" : ""
        return "\(text(chosen.optionTitle)): \(text(chosen.title))\(price)"
    }
}
