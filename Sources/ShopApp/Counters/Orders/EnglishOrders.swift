import Domain
import ShopClient

extension OrdersWords {
    static let english = OrdersWords(
        counter: "Orders", keeper: "keeper", empty: "No orders.",
        count: { $0 == 1 ? "1 order" : "\($0.grouped) orders" },
        heading: English.heading,
        numbered: { "Order \($0)" }, state: English.state, actor: English.actor, moving: "sending",
        place: English.place,
        waits: English.waits,
        undelivered: { $0.isRefused ? "message refused" : "message waits" },
        mayHaveArrived:
            "The shop may have it already, so it cannot be taken back here. Once the server is back, cancel it in the list.",
        tookBack: "The order is taken back.",
        setAside: {
            $0 == 1
                ? "A kept order cannot be read and was not sent. Please order again. It was moved to:"
                : "\($0) kept orders cannot be read and were not sent. Please order again. They were moved beside:"
        },
        moved: English.moved, noSuchMove: English.noSuchMove,
        progress: English.progress,
        others: { $0 > 0 ? " and \($0) more" : "" },
        linesBelow: { $0 == 1 ? "1 more line below" : "\($0) more lines below" },
        newOrder: { order, others in
            "New order #\(order.id)  \(order.who)" + (others > 0 ? " and \(others) more" : "")
        },
        question: { question in
            switch question {
            case .cancel: "Cancel this order?"
            case .takeBack(let order) where order.place == .refused:
                "The shop refused this order. Remove it from the list?"
            case .takeBack: "Take it back without sending it?"
            }
        },
        askReason: "Why is it cancelled? The guest reads this.",
        reasonProblem: { problem in
            switch problem {
            case .missing: "Please give a reason."
            case .tooLong(let excess): "\(excess) characters too long (at most \(Order.reasons.upperBound))."
            }
        },
        yes: "Cancel it", no: "Keep it", cart: "Cart", close: "Close", subtotal: "Subtotal", total: "Total",
        fee: "Delivery",
        free: "free", feePending: "asking", feeUnknown: "not known", inCart: { "\($0)  \($1) in the cart" },
        cartSum: { "\($0.count) in all  \($0.subtotal.text)" },
        soldOut: "It is sold out and cannot be ordered for now.",
        cartIsEmpty: { "The cart is empty. Put something in with \($0) on the menu." },
        cartIsFull:
            "An order has at most \(Order.maxLines) different things, \(OrderLine.quantities.upperBound) of each.",
        cartIsBack: "The cart is as it was.",
        nothingAgain: "What the machine sold cannot be put into the cart.")
}

private enum English {
    static func heading(_ section: SectionID) -> SectionHeading {
        switch section {
        case .myOrders: SectionHeading(title: "My orders", subtitle: "placed on this device")
        case .undeliveredOrders: SectionHeading(title: "Not announced", subtitle: "the webhook has not had these since")
        case .waitingOrders: SectionHeading(title: "Not sent yet", subtitle: "sent when the server is back")
        default:
            SectionHeading(title: board(section) ?? section.path, subtitle: "")
        }
    }

    /// The state as a heading: "Handed over".
    private static func board(_ section: SectionID) -> String? {
        OrderState.allCases.first { $0.board == section }.map(state).map { $0.prefix(1).uppercased() + $0.dropFirst() }
    }

    static func state(_ state: OrderState) -> String {
        switch state {
        case .received: "received"
        case .preparing: "preparing"
        case .ready: "ready"
        case .handedOver: "handed over"
        case .cancelled: "cancelled"
        }
    }

    static func place(_ place: PendingOrder.Place) -> String {
        switch place {
        case .sending: "sending"
        case .waiting: "not sent yet"
        case .refused: "refused"
        }
    }

    static func waits(_ order: PendingOrder) -> String {
        switch order.place {
        case .sending: "The order is being sent."
        case .refused: "The shop refused this order."
        case .waiting where order.mayHaveArrived: OrdersWords.english.mayHaveArrived
        case .waiting: "It is sent when the server is back. Until then it can be taken back."
        }
    }

    static func actor(_ actor: OrderActor) -> String {
        switch actor {
        case .guest: "by the guest"
        case .keeper: "by the shop"
        case .machine: "by itself"
        }
    }

    static func moved(_ report: OrderMoveReport) -> String {
        let number = "Order \(report.draft.order)"
        switch report.outcome {
        case .moved(let order): return "\(number): \(order.map { state($0.state) } ?? "changed")"
        case .otherState(let now?): return "\(number) is \(state(now)) by now; nothing was changed."
        case .otherState(nil): return "\(number) was changed meanwhile; nothing was changed."
        case .refused(let status) where status == 401 || status == 403:
            return "\(number) is not yours to change."
        case .refused(404): return "There is no order \(report.draft.order)."
        case .refused(let status): return "The server refused to change \(number.lowercased()) with status \(status)."
        case .unanswered: return "No answer: nobody knows whether \(number.lowercased()) changed. Please try again."
        }
    }

    static func progress(_ order: Order) -> String {
        switch order.state {
        case .received: "Order \(order.id) is back to received."
        case .preparing: "Order \(order.id) is being prepared."
        case .ready: "Order \(order.id) is ready."
        case .handedOver: "Order \(order.id) was handed over."
        case .cancelled: "The shop cancelled order \(order.id)."
        }
    }

    static func noSuchMove(_ order: Order) -> String { "An order that is \(state(order.state)) cannot be changed so." }
}
