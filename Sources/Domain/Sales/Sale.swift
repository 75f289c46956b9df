import TerminalText

/// What the shop's books have of an order: what it sold, and what of it was cancelled or refunded. What guests wrote is
/// not part of it.
public struct Sale: Hashable, Sendable, Codable {
    /// How a sale was paid. The raw value is its encoded name.
    public enum Payment: String, Hashable, Sendable, Codable, CaseIterable {
        case cash, card, transfer
        /// The drinks machine took the money.
        case machine
        case unpaid
    }

    /// What was sold, without notes; empty if the whole order was cancelled or refunded.
    public let lines: [OrderLine]
    public let deliveryFee: Won
    public let receive: Fulfillment
    public let payment: Payment
    /// The total of an order that was cancelled.
    public let cancelled: Won?
    /// The money that was given back; 0 if none was.
    public let refunded: Won

    public init(_ order: Order) {
        let isSold = order.state != .cancelled && order.state != .refunded
        lines = isSold ? order.remainingLines.map(\.sold) : []
        deliveryFee = isSold ? order.deliveryFee : Won(0)
        receive = order.handover.fulfillment
        payment = order.isTracked ? order.payment.map(Payment.init) ?? .unpaid : .machine
        cancelled = order.state == .cancelled ? order.total : nil
        refunded = order.refunded
    }

    public var total: Won { Won(lines.reduce(deliveryFee.amount) { $0 + $1.total.amount }) }

    private enum CodingKeys: String, CodingKey {
        case lines, receive, payment, cancelled, refunded
        case deliveryFee = "delivery_fee"
    }
}

extension Sale.Payment {
    public init(_ method: PaymentMethod) {
        switch method {
        case .cash: self = .cash
        case .card: self = .card
        case .transfer: self = .transfer
        }
    }
}

extension OrderLine {
    /// The line with what reports show of it.
    fileprivate var sold: OrderLine {
        OrderLine(
            item: item, title: title, titleInEnglish: titleInEnglish, quantity: quantity, unitPrice: unitPrice)
    }
}
