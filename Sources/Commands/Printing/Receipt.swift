import Domain
import Foundation
import ShopApp
import TerminalText

/// Formats an order for a receipt printer, below the head of the shop and above its foot.
struct Receipt {
    let order: Order
    let labels: LedgerLabels
    let shop: ShopProfile

    private static let indent = 2
    /// The widths of paper in columns.
    static let widths = [32, 40, 42, 48]

    func page(width: Int, charset: PaperCharset) -> PaperPage {
        var page = PaperPage(width: width, charset: charset)
        addHead(to: &page)
        addOrder(to: &page)
        page.addRule()
        for index in order.lines.indices { addLine(at: index, to: &page) }
        page.addRule()
        addSums(to: &page)
        if !shop.head.receiptFoot.isEmpty { page.addRule() }
        for line in shop.head.receiptFoot { page.add(line.string) }
        return page
    }

    private func addHead(to page: inout PaperPage) {
        let head = shop.head
        let name = labels.name(of: head)
        if let name { page.add(centred: name) }
        let parts = [
            (labels.businessNumber, head.businessNumber), (labels.owner, head.owner), (labels.phone, head.phone),
        ]
        for case (let label, let text?) in parts { page.add(label, text.string) }
        if let address = head.address { page.add(address.string) }
        if name != nil || head.address != nil || parts.contains(where: { $0.1 != nil }) { page.addRule() }
    }

    private func addOrder(to page: inout PaperPage) {
        let (handover, way) = (order.handover, labels.way(order.handover.fulfillment))
        let zone = shop.calendar.zone
        page.add("\(labels.order) \(order.number)", PrintedTable.time(order.placedAt, in: zone))
        page.add(order.who.string, labels.state(order.state))
        let wanted = handover.wantedAt.map { "\(labels.wanted) \(PrintedTable.time($0, in: zone))" }
        if let wanted { page.add(way, wanted) } else { page.add(way) }
        for text in [handover.phone, handover.address, handover.note, order.reason].compactMap(\.self) {
            page.add(text.string)
        }
    }

    private func addSums(to page: inout PaperPage) {
        if order.deliveryFee.amount > 0 { page.add(labels.delivery, order.deliveryFee.text) }
        page.add(labels.total, bought.text)
        let refunds = refunds
        let left = Won(bought.amount - order.refunded.amount)
        for (label, amount) in refunds { page.add(label, Won(-amount.amount).text) }
        if !refunds.isEmpty { page.add(labels.afterRefunds, left.text) }
        if shop.head.showsVAT {
            let sum = TaxedSum(of: left)
            page.add(labels.supply, sum.supply.text)
            page.add(labels.vat, sum.vat.text)
        }
        if let payment = order.payment { page.add(labels.payment, labels.payment(.init(payment))) }
    }

    /// What the order cost before anything of it was refunded.
    private var bought: Won {
        Won(order.total.amount + order.reductions.reduce(0) { $0 + ($1.refunded?.amount ?? 0) })
    }

    private var refunds: [(label: String, amount: Won)] {
        let partial = order.reductions.compactMap { reduction in
            reduction.refunded.map { ("\(labels.refunds) (\(reduction.reason))", $0) }
        }
        return partial + (order.state == .refunded ? [(labels.refunds, order.total)] : [])
    }

    /// Adds the whole title, on English paper the English one if there is one, and below it the options, the note, the
    /// quantity, the unit price and the total; and how many pieces were taken out before it was handed over, which is all
    /// for a line of which nothing was bought.
    private func addLine(at index: Int, to page: inout PaperPage) {
        let line = order.lines[index]
        let refunded = order.reductions.filter { $0.refunded != nil }.flatMap(\.lines).filter { $0.line == index }
            .reduce(0) { $0 + $1.removed }
        let (quantity, takenOut) = (line.quantity + refunded, line.removed - refunded)
        page.add(labels.language.text(line.title, english: line.titleInEnglish).string)
        if quantity > 0 {
            for detail in line.options.map(labels.option) + [line.note?.string].compactMap(\.self) {
                page.add(detail, indent: Receipt.indent)
            }
            let amount = Won(line.unitPrice.amount * quantity)
            page.add("\(line.unitPrice.text) × \(quantity)", amount.text, indent: Receipt.indent)
        }
        if takenOut > 0 { page.add(labels.takenOut(takenOut), indent: Receipt.indent) }
    }
}

struct LedgerLabels: Sendable {
    let order, delivery, total, cancelled, orders, item, counter, hour, count, won: String
    let id, number, time, state, guest, contents, attempts, message, wanted: String
    let payment, way, refunds, afterRefunds, businessNumber, owner, phone, supply, vat: String
    let language: Language

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
        (businessNumber, owner) = (language.say("사업자번호", "Business no."), language.say("대표", "Owner"))
        (phone, supply, vat) = (
            language.say("전화", "Phone"), language.say("공급가액", "Supply value"), language.say("부가세", "VAT")
        )
        self.language = language
    }

    func state(_ state: OrderState) -> String { language.state(state) }

    /// Returns the name of an order: the number by which people call it, and the ID that commands take, if that is
    /// another one.
    func order(_ number: Int, id: Int) -> String { order + " \(number)" + (id == number ? "" : " (ID \(id))") }

    func way(_ way: Fulfillment) -> String { language.fulfillment(way) }

    func payment(_ payment: Sale.Payment) -> String { language.payment(payment) }

    /// Returns the name of the shop, the English one where it has one; `nil` if it has none.
    func name(of head: ShopHead) -> String? {
        language.say(head.name ?? head.englishName, head.englishName ?? head.name)?.string
    }

    func takenOut(_ count: Int) -> String { language.takenOut(count) }

    /// Returns a choice, such as "크기: 대 (+2,000원)".
    func option(_ chosen: ChosenOption) -> String {
        func text(_ text: ShopText) -> PlainText { language.text(text.own, english: text.english) }
        let price = chosen.price.amount > 0 ? " (+\(chosen.price.text))" : ""
        return "\(text(chosen.optionTitle)): \(text(chosen.title))\(price)"
    }
}
