import Domain
import TerminalText

extension Language {
    /// Returns the name of how an order was paid.
    public func payment(_ payment: Sale.Payment) -> String {
        switch payment {
        case .cash: say("현금", "cash")
        case .card: say("카드", "card")
        case .transfer: say("이체", "transfer")
        case .machine: say("자판기", "machine")
        case .unpaid: say("미결제", "not paid")
        }
    }

    /// The number of pieces that were taken out of a line.
    public func takenOut(_ count: Int) -> String { say("\(count)개 빠짐", "\(count) taken out") }
}

// Payment.
extension OrdersTexts {
    var paymentLabel: String { say("결제", "Payment") }
    var askPayment: String { say("어떻게 결제했나요?", "How was it paid?") }

    func payment(_ payment: Sale.Payment) -> String { words.language.payment(payment) }

    /// The message that the payment of an order was marked.
    func paid(_ method: PaymentMethod?) -> String {
        guard let method else { return payment(.unpaid) }
        return say("\(payment(.init(method))) 결제", "paid by \(payment(.init(method)))")
    }
}

// What the keeper takes out of an order, or refunds of it.
extension OrdersTexts {
    var refunds: String { say("환불", "Refunded") }
    var beforeRefunds: String { say("환불 전", "Before refunds") }
    var reasonLabel: String { say("이유", "Reason") }
    var reduceOnly: String { say("줄이기", "Reduce") }
    var feeIsComputed: String { say("배달비는 남은 것으로 다시 계산합니다.", "Delivery is computed anew for what is left.") }

    func takenOut(_ count: Int) -> String { words.language.takenOut(count) }

    func kind(of reduction: OrderReduction) -> String {
        reduction.refunded == nil ? say("줄임", "reduced") : say("일부 환불", "refunded")
    }

    /// What the form's button does, without amounts.
    func verb(_ consequence: ReductionForm.Consequence) -> String {
        switch consequence {
        case .nothing, .reduce, .reduceItems: reduceOnly
        case .refund: refund
        case .cancel, .refundAll: confirm(consequence)
        }
    }

    /// The button that does what the form has.
    func confirm(_ consequence: ReductionForm.Consequence) -> String {
        switch consequence {
        case .nothing: reduceOnly
        case .reduce(let total): say("\(total.text)으로 줄이기", "Reduce to \(total.text)")
        case .reduceItems(let subtotal): say("상품 \(subtotal.text)으로 줄이기", "Reduce items to \(subtotal.text)")
        case .refund(let amount): say("\(amount.text) 환불하기", "Refund \(amount.text)")
        case .cancel: say("주문 취소하기", "Cancel the order")
        case .refundAll: say("전액 환불하기", "Refund all of it")
        }
    }

    func problem(_ problem: ReductionProblem) -> String {
        switch problem {
        case .quantity(let most): say("0개부터 \(most)개까지 남길 수 있습니다.", "0 to \(most) can be left.")
        case .nothing: say("줄인 것이 없습니다.", "Nothing is less than before.")
        case .reason(let problem): reasonProblem(problem)
        }
    }

    /// The pieces that were taken out: "시금치나물 1개, 키위쥬스 2개".
    func pieces(of reduction: OrderReduction, in order: Order) -> String {
        reduction.lines.compactMap { piece(of: $0, in: order) }.joined(separator: ", ")
    }

    private func piece(of line: OrderReduction.Line, in order: Order) -> String? {
        guard order.lines.indices.contains(line.line) else { return nil }
        let title = order.lines[line.line].title(in: words.language)
        return say("\(title) \(line.removed)개", "\(line.removed) × \(title)")
    }

    /// What the shop took out of an order of the guest, or refunded of it.
    func reduced(_ order: Order, _ reduction: OrderReduction) -> String {
        let first = reduction.lines.first.flatMap { piece(of: $0, in: order) } ?? ""
        let pieces = first + others(reduction.lines.count - 1)
        guard let refunded = reduction.refunded else {
            return say("\(order.number)번 주문에서 빠졌습니다: \(pieces)", "Taken out of order \(order.number): \(pieces)")
        }
        return say(
            "\(order.number)번 주문에서 \(refunded.text)을 환불했습니다: \(pieces)",
            "\(refunded.text) of order \(order.number) was refunded: \(pieces)")
    }

    func reasonAndTotal(_ order: Order, _ reduction: OrderReduction) -> String {
        "\(reduction.reason) · " + say("합계 \(order.total.text)", "\(order.total.text) in all")
    }
}
