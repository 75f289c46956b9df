import Domain
import ShopClient
import TerminalText

/// The strings for order tracking and the cart.
struct OrdersTexts: Texts {
    let words: Words
}

extension Words {
    var orders: OrdersTexts { OrdersTexts(words: self) }
}

// Orders.
extension OrdersTexts {
    var counter: String { say("주문", "Orders") }
    /// The note that the keeper sees the board, and that its bell is muted.
    func keeper(isMuted: Bool) -> String {
        isMuted ? say("가게 주인, 벨 끔", "keeper, muted") : say("가게 주인", "keeper")
    }
    /// The mark of an order that came since the board was opened and that nobody has moved.
    var new: String { say("새 주문", "new") }

    /// How long an order has waited, in a few columns.
    func waited(_ age: Age) -> String {
        switch age {
        case .now: say("방금", "now")
        case .minutes(let count): say("\(count)분", "\(count) min")
        case .hours(let count): say("\(count)시간", "\(count) h")
        case .days(let count): say("\(count)일", "\(count) d")
        }
    }

    func bell(isMuted: Bool, _ key: String) -> String {
        isMuted
            ? say("새 주문 벨을 껐습니다. \(key) 키로 다시 켭니다.", "The bell of new orders is muted. \(key) turns it on again.")
            : say("새 주문이 오면 벨이 울립니다.", "The bell rings for new orders.")
    }
    var empty: String { say("주문이 없습니다.", "No orders.") }

    /// What leads to a first order, on the empty list of a guest.
    var howToOrder: String {
        let (add, cart) = (words.keyName(.putIn, in: .onSale), words.keyName(.openCart, in: .onSale))
        return say(
            "메뉴에서 \(add) 키로 담고 \(cart) 키로 주문하면 여기에서 진행을 볼 수 있습니다.",
            "On the menu, \(add) puts a dish into the cart and \(cart) orders it. Here you see how far it is.")
    }
    /// The mark of an order with a pending state change.
    var moving: String { say("보내는 중", "sending") }

    func count(_ count: Int) -> String { say("\(count.grouped)건", count == 1 ? "1 order" : "\(count.grouped) orders") }

    /// `waiting` are the orders on this device that the shop does not have.
    func heading(_ section: SectionID, waiting: [PendingOrder]) -> SectionHeading {
        switch section {
        case .myOrders:
            SectionHeading(title: say("내 주문", "My orders"), subtitle: say("이 기기에서 한 주문", "placed on this device"))
        case .undeliveredOrders:
            SectionHeading(
                title: say("전달되지 않은 알림", "Not announced"),
                subtitle: say("적힌 시각부터 웹훅에 전하지 못했습니다", "the webhook has not had these since"))
        case .waitingOrders where waiting.isEmpty || waiting.contains { $0.state != .refused }:
            SectionHeading(
                title: waiting.contains { $0.state == .refused }
                    ? say("보내지 못했거나 거절된 주문", "Not sent yet, or refused") : say("보내지 못한 주문", "Not sent yet"),
                subtitle: say("연결되면 보냅니다", "sent when the server is back"))
        case .waitingOrders:
            SectionHeading(
                title: say("거절된 주문", "Refused"), subtitle: say("가게가 받지 않았습니다", "the shop did not take these"))
        default:
            SectionHeading(
                title: OrderState.allCases.first { $0.board == section }.map(board) ?? section.path, subtitle: "")
        }
    }

    /// The key that shows the orders.
    func follow(_ key: String) -> String { say("\(key) 진행 보기", "\(key) to follow it") }

    /// The state as a heading: "Handed over".
    private func board(_ state: OrderState) -> String {
        let name = self.state(state)
        return say(name, name.prefix(1).uppercased() + name.dropFirst())
    }

    /// The number of an order: "12번 주문".
    func numbered(_ number: Int) -> String { say("\(number)번 주문", "Order \(number)") }

    func state(_ state: OrderState) -> String { words.language.state(state) }

    /// The actor who changed the state.
    func actor(_ actor: OrderActor) -> String {
        switch actor {
        case .guest: say("손님", "by the guest")
        case .keeper: say("가게", "by the shop")
        case .machine: say("자동", "by itself")
        }
    }

    /// Where an order stands that is on this device, as a word.
    func standing(_ standing: PendingOrder.State) -> String {
        switch standing {
        case .sending: moving
        case .waiting: say("전송 대기", "not sent yet")
        case .refused: say("거절됨", "refused")
        }
    }

    /// The place of an order on this device, as a sentence.
    func waits(_ order: PendingOrder) -> String {
        switch order.state {
        case .sending: say("주문을 보내는 중입니다.", "The order is being sent.")
        case .refused: say("가게가 받지 않은 주문입니다.", "The shop refused this order.")
        case .waiting where order.mayHaveArrived: mayHaveArrived
        case .waiting:
            say(
                "연결되면 보냅니다. 그 전에는 뺄 수 있습니다.",
                "It is sent when the server is back. Until then it can be withdrawn.")
        }
    }

    /// The state of a message about an order that is held up, as a word.
    func undelivered(_ order: UndeliveredOrder) -> String {
        order.isRefused ? say("알림 거절됨", "message refused") : say("알림 대기", "message waits")
    }

    /// The message that the order cannot be withdrawn because the shop may already have it.
    var mayHaveArrived: String {
        say(
            "가게가 이미 받았을 수 있어 여기서는 뺄 수 없습니다. 연결되면 주문 목록에서 취소할 수 있습니다.",
            "The shop may have it already, so it cannot be withdrawn here. Once the server is back, cancel it in the list."
        )
    }

    var tookBack: String { say("주문을 뺐습니다.", "The order is withdrawn.") }

    /// The message that orders kept on this device cannot be read, for their number. The path of a file follows.
    func setAside(_ count: Int) -> String {
        say(
            "보관해 둔 주문 \(count)건을 읽을 수 없어 보내지 않고 옮겨 두었습니다. 다시 주문해 주세요.",
            count == 1
                ? "A kept order cannot be read and was not sent. Please order again. It was moved to:"
                : "\(count) kept orders cannot be read and were not sent. Please order again. They were moved beside:")
    }

    func moved(_ report: OrderMoveReport) -> String {
        guard report.draft.kind != .print else { return printed(report) }
        let number = numbered(report.draft.number)
        switch report.outcome {
        case .moved(let order):
            return "\(number): \(order.map { result(of: report.draft.kind, $0) } ?? say("바뀌었습니다", "changed"))"
        case .otherState(.handedOver) where report.draft.isFromHandedOver:
            return say(
                "\(number)은 지난 영업일에 전달해서 되돌릴 수 없습니다. 환불은 할 수 있습니다.",
                "\(number) was handed over on a day that has ended; it can only be refunded.")
        case .otherState(let now?):
            return say(
                "\(number)은 이미 \(state(now)) 상태라 바꾸지 않았습니다.",
                "\(number) is \(state(now)) by now; nothing was changed.")
        case .printed, .otherState(nil),
            .refused(400) where report.draft.isReduction:
            return say("\(number)은 그사이 바뀌어 그대로 두었습니다.", "\(number) was changed meanwhile; nothing was changed.")
        case .refused(let status) where status == 401 || status == 403:
            return say("\(number)을 바꿀 권한이 없습니다.", "\(number) is not yours to change.")
        case .refused(404): return say("\(number)을 찾을 수 없습니다.", "There is no order \(report.draft.number).")
        case .refused(let status):
            return say(
                "서버가 \("\(status)".with(.direction)) 거절해 \(number)을 바꾸지 못했습니다.",
                "The server refused to change \(number.lowercased()) with status \(status).")
        case .unanswered(let failure):
            let reason = words.language.unanswered(failure)
            return say(
                "\(reason) \(number)이 바뀌었는지 모릅니다. 다시 눌러 주세요.",
                "\(reason): nobody knows whether \(number.lowercased()) changed. Please try again.")
        }
    }

    /// What the shop did with an order of the guest.
    func progress(_ order: Order) -> String {
        switch order.state {
        case .received: say("\(order.number)번 주문이 다시 접수 상태입니다.", "Order \(order.number) is back to received.")
        case .preparing: say("\(order.number)번 주문을 준비하고 있습니다.", "Order \(order.number) is being prepared.")
        case .ready: say("\(order.number)번 주문이 준비됐습니다.", "Order \(order.number) is ready.")
        case .handedOver: say("\(order.number)번 주문을 전달했습니다.", "Order \(order.number) was handed over.")
        case .cancelled: say("\(order.number)번 주문을 가게가 취소했습니다.", "The shop cancelled order \(order.number).")
        case .refunded:
            say(
                "\(order.number)번 주문을 가게가 환불했습니다: \(order.refunded.text)",
                "The shop refunded order \(order.number): \(order.refunded.text)")
        }
    }

    /// What became of an order that was changed so.
    private func result(of kind: OrderMove.Kind, _ order: Order) -> String {
        switch kind {
        case .pay: paid(order.payment)
        case .reduce where order.state != .cancelled && order.state != .refunded:
            order.reductions.last?.refunded.map { say("\($0.text) 환불", "\($0.text) refunded") }
                ?? say("합계 \(order.total.text)", "\(order.total.text) in all")
        case .cancel, .keeper, .reduce, .print: state(order.state)
        }
    }

    /// The number of lines of an order that are not named, behind those that are; empty for 0.
    func others(_ count: Int) -> String { count > 0 ? say(" 외 \(count)가지", " and \(count) more") : "" }

    /// The number of lines below that there is no room for.
    func linesBelow(_ count: Int) -> String {
        say("아래에 \(count)줄 더 있음", count == 1 ? "1 more line below" : "\(count) more lines below")
    }

    func newOrder(_ order: Order, _ others: Int) -> String {
        say("새 주문", "New order") + " #\(order.number)  \(order.who)"
            + (others > 0 ? say(" 외 \(others)건", " and \(others) more") : "")
    }
}

// Questions.
extension OrdersTexts {
    func askReason(for end: OrderState) -> String {
        end == .refunded
            ? say("환불하는 이유를 입력해 주세요. 손님이 봅니다.", "Why is it refunded? The guest reads this.")
            : say("취소하는 이유를 입력해 주세요. 손님이 봅니다.", "Why is it cancelled? The guest reads this.")
    }

    /// The button that cancels or refunds an order.
    func confirm(_ end: OrderState, of order: Order) -> String {
        end == .refunded ? say("\(order.total.text) 환불하기", "Refund \(order.total.text)") : yes
    }

    /// What that button does to an order that is refunded.
    var refund: String { say("환불하기", "Refund") }
    var yes: String { say("취소하기", "Cancel it") }
    var no: String { say("그대로 두기", "Keep it") }

    func question(_ question: OrderQuestion) -> String {
        switch question {
        case .cancel: say("이 주문을 취소할까요?", "Cancel this order?")
        case .takeBack(let order) where order.state == .refused:
            say("가게가 받지 않은 주문입니다. 목록에서 지울까요?", "The shop refused this order. Remove it from the list?")
        case .takeBack: say("보내지 않고 뺄까요?", "Take it back without sending it?")
        }
    }

    func reasonProblem(_ problem: ReasonProblem) -> String {
        switch problem {
        case .missing: say("이유를 입력해 주세요.", "Please give a reason.")
        case .tooLong(let excess):
            say(
                "\(excess)글자 깁니다 (\(Order.reasons.upperBound)자까지).",
                "\(excess) characters too long (at most \(Order.reasons.upperBound)).")
        }
    }
}

// The cart.
extension OrdersTexts {
    var cart: String { say("장바구니", "Cart") }
    var close: String { say("닫기", "Close") }
    var subtotal: String { say("주문 금액", "Subtotal") }
    var total: String { say("합계", "Total") }
    var fee: String { say("배달비", "Delivery") }
    var free: String { say("무료", "free") }
    var feePending: String { say("확인 중", "asking") }
    var feeUnknown: String { say("알 수 없음", "not known") }
    var soldOut: String { say("품절이라 지금은 주문할 수 없습니다.", "It is sold out and cannot be ordered for now.") }
    /// The message that the options of an item are not known, because no list shows it.
    var isNotListed: String {
        say("목록에 없어 다시 고를 수 없습니다. 0개로 두면 나머지를 주문할 수 있습니다.", "It is not listed. With 0 of it the rest can be ordered.")
    }
    /// The message that the last change of the cart was undone.
    var cartIsBack: String { say("장바구니를 되돌렸습니다.", "The change to the cart is undone.") }

    /// The message that an item was taken out of the cart.
    func removed(_ title: PlainText) -> String { say("\(title)  장바구니에서 뺐습니다", "\(title)  taken out of the cart") }

    /// The cart as the status bar names it: what is in it and what that costs.
    func openCart(_ cart: Cart) -> String {
        say("장바구니 \(cart.count) · \(cart.subtotal.text)", "cart \(cart.count) · \(cart.subtotal.text)")
    }

    /// The size of the cart beside its title.
    func cartSize(_ lines: Int, _ pieces: Int) -> String {
        say("\(lines)가지, \(pieces)개", "\(lines) \(lines == 1 ? "line" : "lines"), \(pieces) in all")
    }

    /// What is missing until delivery is free.
    func untilFree(_ gap: Won) -> String { say("\(gap.text) 더 담으면 무료", "free with \(gap.text) more") }

    func inCart(_ title: PlainText, _ count: Int) -> String {
        say("\(title)  장바구니에 \(count)개", "\(title)  \(count) in the cart")
    }

    func cartSum(_ cart: Cart) -> String {
        say("모두 \(cart.count)개  \(cart.subtotal.text)", "\(cart.count) in all  \(cart.subtotal.text)")
    }

    func cartIsEmpty(_ key: String) -> String {
        say(
            "장바구니가 비어 있습니다. 메뉴에서 \(key) 키로 담으세요.",
            "The cart is empty. Put something in with \(key) on the menu.")
    }

    var cartIsFull: String {
        let (lines, quantity) = (Order.maxLines, OrderLine.quantities.upperBound)
        return say(
            "한 번에 \(lines)가지를 \(quantity)개씩까지 주문할 수 있습니다.",
            "An order has at most \(lines) different things, \(quantity) of each.")
    }

    /// The answer to a change that has to wait for the result of another one.
    var isUnderway: String {
        say(
            "앞서 보낸 것의 답을 기다립니다. 잠시 뒤 다시 눌러 주세요.",
            "What you sent before has no answer yet. Please try again in a moment.")
    }

    var nothingAgain: String {
        say("자판기에서 구매한 음료는 장바구니에 담을 수 없습니다.", "What the machine sold cannot be put into the cart.")
    }
}

extension OrderMove {
    /// Whether it moves an order that was handed over.
    fileprivate var isFromHandedOver: Bool { if case .keeper(.handedOver, _, _) = kind { true } else { false } }

    fileprivate var isReduction: Bool { if case .reduce = kind { true } else { false } }
}
