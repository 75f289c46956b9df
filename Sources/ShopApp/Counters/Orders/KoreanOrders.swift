import Domain
import ShopClient

extension OrdersWords {
    static let korean = OrdersWords(
        counter: "주문", keeper: "가게 주인", empty: "주문이 없습니다.", count: { "\($0.grouped)건" }, heading: Korean.heading,
        numbered: { "\($0)번 주문" }, state: Korean.state, actor: Korean.actor, moving: "보내는 중", place: Korean.place,
        waits: Korean.waits, undelivered: { $0.isRefused ? "알림 거절됨" : "알림 대기" },
        mayHaveArrived: "가게가 이미 받았을 수 있어 여기서는 뺄 수 없습니다. 연결되면 주문 목록에서 취소할 수 있습니다.",
        tookBack: "주문을 뺐습니다.",
        setAside: { "보관해 둔 주문 \($0)건을 읽을 수 없어 보내지 않고 옮겨 두었습니다. 다시 주문해 주세요." },
        moved: Korean.moved, noSuchMove: Korean.noSuchMove, progress: Korean.progress,
        others: { $0 > 0 ? " 외 \($0)가지" : "" }, linesBelow: { "아래에 \($0)줄 더 있음" },
        newOrder: { order, others in
            "새 주문 #\(order.id)  \(order.who)" + (others > 0 ? " 외 \(others)건" : "")
        },
        question: { question in
            switch question {
            case .cancel: "이 주문을 취소할까요?"
            case .takeBack(let order) where order.place == .refused: "가게가 받지 않은 주문입니다. 목록에서 지울까요?"
            case .takeBack: "보내지 않고 뺄까요?"
            }
        },
        askReason: "취소하는 이유를 입력해 주세요. 손님이 봅니다.",
        reasonProblem: { problem in
            switch problem {
            case .missing: "이유를 입력해 주세요."
            case .tooLong(let excess): "\(excess)글자 깁니다 (\(Order.reasons.upperBound)자까지)."
            }
        },
        yes: "취소하기", no: "그대로 두기", cart: "장바구니", close: "닫기", subtotal: "주문 금액", total: "합계", fee: "배송비", free: "무료",
        feePending: "확인 중", feeUnknown: "알 수 없음", inCart: { "\($0)  장바구니에 \($1)개" },
        cartSum: { "모두 \($0.count)개  \($0.subtotal.text)" },
        soldOut: "품절이라 지금은 주문할 수 없습니다.",
        cartIsEmpty: { "장바구니가 비어 있습니다. 메뉴에서 \($0) 키로 담으세요." },
        cartIsFull: "한 번에 \(Order.maxLines)가지를 \(OrderLine.quantities.upperBound)개씩까지 주문할 수 있습니다.",
        cartIsBack: "장바구니를 되돌렸습니다.",
        nothingAgain: "자판기에서 구매한 음료는 장바구니에 담을 수 없습니다.")
}

private enum Korean {
    static func heading(_ section: SectionID) -> SectionHeading {
        switch section {
        case .myOrders: SectionHeading(title: "내 주문", subtitle: "이 기기에서 한 주문")
        case .undeliveredOrders: SectionHeading(title: "전달되지 않은 알림", subtitle: "적힌 시각부터 웹훅에 전하지 못했습니다")
        case .waitingOrders: SectionHeading(title: "보내지 못한 주문", subtitle: "연결되면 보냅니다")
        default:
            SectionHeading(
                title: OrderState.allCases.first { $0.board == section }.map(state) ?? section.path, subtitle: "")
        }
    }

    static func state(_ state: OrderState) -> String {
        switch state {
        case .received: "접수"
        case .preparing: "준비 중"
        case .ready: "준비 끝"
        case .handedOver: "전달함"
        case .cancelled: "취소"
        }
    }

    static func place(_ place: PendingOrder.Place) -> String {
        switch place {
        case .sending: "보내는 중"
        case .waiting: "보내지 못함"
        case .refused: "거절됨"
        }
    }

    static func waits(_ order: PendingOrder) -> String {
        switch order.place {
        case .sending: "주문을 보내는 중입니다."
        case .refused: "가게가 받지 않은 주문입니다."
        case .waiting where order.mayHaveArrived: OrdersWords.korean.mayHaveArrived
        case .waiting: "연결되면 보냅니다. 그 전에는 뺄 수 있습니다."
        }
    }

    static func actor(_ actor: OrderActor) -> String {
        switch actor {
        case .guest: "손님"
        case .keeper: "가게"
        case .machine: "자동"
        }
    }

    static func moved(_ report: OrderMoveReport) -> String {
        let number = "\(report.draft.order)번 주문"
        switch report.outcome {
        case .moved(let order): return "\(number): \(order.map { state($0.state) } ?? "바뀌었습니다")"
        case .otherState(let now?): return "\(number)은 이미 \(state(now)) 상태라 바꾸지 않았습니다."
        case .otherState(nil): return "\(number)은 그사이 바뀌어 그대로 두었습니다."
        case .refused(let status) where status == 401 || status == 403:
            return "\(number)을 바꿀 권한이 없습니다."
        case .refused(404): return "\(number)을 찾을 수 없습니다."
        case .refused(let status): return "서버가 \("\(status)".with(.direction)) 거절해 \(number)을 바꾸지 못했습니다."
        case .unanswered: return "서버가 응답하지 않아 \(number)이 바뀌었는지 모릅니다. 다시 눌러 주세요."
        }
    }

    static func progress(_ order: Order) -> String {
        switch order.state {
        case .received: "\(order.id)번 주문이 다시 접수 상태입니다."
        case .preparing: "\(order.id)번 주문을 준비하고 있습니다."
        case .ready: "\(order.id)번 주문이 준비됐습니다."
        case .handedOver: "\(order.id)번 주문을 전달했습니다."
        case .cancelled: "\(order.id)번 주문을 가게가 취소했습니다."
        }
    }

    static func noSuchMove(_ order: Order) -> String { "\(state(order.state)) 상태인 주문은 그렇게 바꿀 수 없습니다." }
}
