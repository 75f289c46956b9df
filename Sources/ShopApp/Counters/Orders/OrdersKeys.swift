import Domain
import Foundation
import ShopClient
import Terminal
import TerminalText

extension Command {
    /// Orders one item without the cart.
    static let order = Command(
        "cart.order-one", help: ("고른 것만 바로 주문하기", "order just this"), hint: ("주문", "order"))
    static let putIn = Command(
        "cart.put-in", help: ("장바구니에 담기, 빼기", "put into the cart, take out of it"),
        title: ("장바구니에 담기", "put into the cart"),
        hint: ("담기", "add"))
    static let takeOut = Command(
        "cart.take-out", help: putIn.help, title: LocalizedText("장바구니에서 빼기", "take out of the cart"), hint: putIn.hint)
    static let openCart = Command(
        "cart.open", help: ("장바구니 보기", "open the cart"), hint: ("장바구니", "cart"))
    /// Puts into the cart what the guest had last.
    static let orderLast = Command(
        "cart.put-in-last", help: ("지난번에 먹은 것 담기", "put in what you had last"), hint: ("지난번", "last time"))
    static let toConfirm = Command(
        "cart.confirm", help: ("주문하기로", "to the order button"), hint: ("버튼으로", "to button"))

    static let removeLine = Command("cart.remove", help: ("한 줄 빼기", "take the line out"), hint: ("빼기", "take out"))

    /// Opens the field for what the guest writes about a line of the cart.
    static let noteLine = Command(
        "cart.note", help: ("이 메뉴에 요청 적기", "write a request for this item"), hint: ("요청", "request"))

    /// Asks for the options of a line again, because they are not offered as they were chosen.
    static let chooseAgain = Command("cart.choose-again", help: ("다시 고르기", "choose again"))

    static let openOrder = Command(
        "orders.open", help: ("주문 자세히 보기", "look at the order"), hint: ("자세히", "details"))
    /// Moves an order to its next state. On an order it has the verb of that state: `advance(to:)`.
    static let advance = Command(
        "orders.advance", help: ("준비 시작, 준비 완료, 전달", "start preparing, mark ready, hand over"),
        hint: ("다음 단계", "next state"))

    /// Moves all orders of a section to their next state.
    static let advanceAll = Command(
        "orders.advance-all", help: ("모두 다음 단계로", "move all of the section on"), hint: ("모두", "all"))

    static func advance(to state: OrderState) -> Command {
        let verb =
            switch state {
            case .received: ("접수", "receive")
            case .preparing: ("준비 시작", "start preparing")
            case .ready: ("준비 완료", "mark ready")
            case .handedOver: ("전달", "hand over")
            case .cancelled: ("취소", "cancel")
            case .refunded: ("환불", "refund")
            }
        return Command(advance.name, help: verb, hint: verb)
    }

    static let stepBack = Command(
        "orders.step-back", help: ("한 단계 되돌리기", "move the order one back"),
        hint: ("되돌리기", "back"))
    static let cancelOrder = Command(
        "orders.cancel", help: ("주문 취소하기", "cancel the order"), hint: ("취소", "cancel"))
    /// The same on the keeper's board, where an order that was handed over is refunded.
    static let cancelOrRefund = Command(
        cancelOrder.name, help: ("주문 취소하기, 환불하기", "cancel or refund the order"), hint: ("취소", "cancel"))
    private static let refund = Command(
        cancelOrder.name, help: ("전액 환불하기", "refund the order"), hint: ("환불", "refund"))

    /// Cancels or refunds an order, whichever leads to `end`.
    static func end(_ end: OrderState) -> Command { end == .refunded ? refund : cancelOrder }

    static let reduceOrder = Command(
        "orders.reduce", help: ("개수 줄이기, 일부 환불하기", "take pieces out, refund them"), hint: ("줄이기", "reduce"))
    static let payOrder = Command(
        "orders.pay", help: ("결제 표시하기", "mark how it was paid"), hint: ("결제", "payment"))
    static let printAgain = Command(
        "orders.print", help: ("주문표 다시 인쇄하기", "print the ticket again"), hint: ("다시 인쇄", "print again"))
    static let muteBell = Command(
        "orders.mute", help: ("새 주문 벨 끄기, 켜기", "mute the bell of new orders, or not"))
    static let orderAgain = Command(
        "orders.again", help: ("같은 것을 장바구니에 담기", "order the same again"),
        hint: ("다시 담기", "again"))

    /// Opens the keeper's report of today.
    static let openReport = Command(
        "orders.report", help: ("하루 매출 보기", "look at the day's report"), hint: ("매출", "report"))
    /// Has the shop take no orders for a while, or take them again.
    static let pauseShop = Command(
        "orders.pause", help: ("주문 받기 멈추기, 다시 받기", "stop taking orders, take them again"), hint: ("멈춤", "pause"))
    static let previousDay = Command(
        "report.previous-day", help: ("앞날, 다음 날", "the day before, the day after"), title: ("앞날", "the day before"),
        hint: ("날짜", "day"))
    static let nextDay = Command(
        "report.next-day", help: previousDay.help, title: LocalizedText("다음 날", "the day after"), hint: previousDay.hint
    )

    static let showClosings = Command(
        "report.closings", help: ("마감 보기, 하루 매출 보기", "look at closings, at days"), title: ("마감 보기", "look at closings"),
        hint: ("마감 보기", "closings"))
    /// The same where closings are shown.
    static let showDays = Command(
        showClosings.name, help: showClosings.help, title: LocalizedText("하루 매출 보기", "look at days"),
        hint: LocalizedText("하루 매출", "days"))
    static let previousClosing = Command(
        previousDay.name, help: ("앞 마감, 다음 마감", "the closing before, the one after"),
        title: ("앞 마감", "the closing before"), hint: ("앞뒤 마감", "other closings"))
    static let closeTill = Command(
        "report.close", help: ("마감하기", "close the till"), hint: ("마감하기", "close the till"))
    static let lessCash = Command(
        less.name, help: ("숫자 입력, 1,000원 덜, 더", "type a number; 1,000 won less, 1,000 won more"), hint: ("금액", "amount")
    )

    /// Whether the command needs a selected order.
    var isOfOrders: Bool { Command.ofOrders.contains(self) }
    static let ofOrders: Set = [
        openOrder, advance, advanceAll, stepBack, cancelOrder, reduceOrder, payOrder, printAgain, orderAgain,
    ]
}

extension KeyTable {
    /// The keys on any item for sale, wherever it is listed.
    static let onSale: KeyTable = [
        // A cart that is filled is ordered with its own key, which takes the room of this one.
        KeyBinding(.order, .character("o"), hint: .minor),
        KeyBinding(.putIn, .character("+"), .character("="), hint: .important),
        KeyBinding(.takeOut, .character("-"), .character("_"), isPaired: true),
        KeyBinding(.openCart, .character("v"), hint: .useful),
        // The line that names what it puts in names the key.
        KeyBinding(.orderLast, .character("a")),
    ]

    private static let anyOrder: KeyTable = [KeyBinding(.orderAgain, .character("a"), hint: .useful)]

    /// The keys on a guest's orders.
    static let onOrders: KeyTable =
        [
            KeyBinding(.openOrder, .enter, .right, .character("l"), hint: .useful),
            KeyBinding(.cancelOrder, .character("x"), .delete, hint: .useful),
        ] + anyOrder

    /// The keys on the keeper's board.
    static let onTheBoard: KeyTable =
        [
            KeyBinding(.advance, .enter, hint: .important), KeyBinding(.advanceAll, .character("E")),
            KeyBinding(.stepBack, .character("b"), hint: .useful),
            KeyBinding(.openOrder, .right, .character("l"), hint: .useful),
            KeyBinding(.cancelOrRefund, .character("x"), .delete, hint: .useful),
            KeyBinding(.reduceOrder, .character("-"), hint: .useful),
            KeyBinding(.payOrder, .character("p"), hint: .useful),
            KeyBinding(.printAgain, .character("i"), hint: .useful),
        ] + anyOrder + [
            KeyBinding(.openReport, .character("c"), hint: .useful),
            KeyBinding(.pauseShop, .character("w"), hint: .useful), KeyBinding(.muteBell, .character("m")),
        ]

    /// The same while the shop is paused.
    static let onThePausedBoard = onTheBoard.resuming

    /// Returns the keys on an order: those for what may be done with it now. `prints` says whether the shop has printers,
    /// and `isPaused` whether its keeper has paused it.
    static func on(_ order: Order, isKeeper: Bool, prints: Bool = false, isPaused: Bool = false) -> KeyTable {
        let board = isPaused ? pausedBoardTables : boardTables
        let printing = isPaused ? pausedPrintingTables : printingTables
        let tables = !isKeeper ? guestTables : prints ? printing : board
        return order.isTracked ? tables[order.state] ?? [] : tables[.cancelled] ?? []
    }

    // The tables of all states are shared, because the keys at the cursor are compared for each frame.
    private static let guestTables: [OrderState: KeyTable] = tables { state in
        state.allowedTransitions(for: .guest).contains(.cancelled) ? onOrders : onOrders.without(.cancelOrder)
    }

    private static let boardTables = printingTables.mapValues { $0.without(.printAgain) }
    private static let pausedBoardTables = boardTables.mapValues(\.resuming)
    private static let pausedPrintingTables = printingTables.mapValues(\.resuming)

    private static let printingTables: [OrderState: KeyTable] = tables { state in
        let moves = state.allowedTransitions(for: .keeper)
        let next = state.next.flatMap { moves.contains($0) ? $0 : nil }
        var table: KeyTable = []
        for binding in onTheBoard {
            switch binding.command {
            case .advance:
                if let next { table.append(KeyBinding(.advance(to: next), keys: binding.keys, hint: binding.hint)) }
            case .advanceAll: if next != nil { table.append(binding) }
            case .stepBack: if state.previous.map(moves.contains) == true { table.append(binding) }
            case .cancelOrder:
                guard let end = [OrderState.cancelled, .refunded].first(where: moves.contains) else { continue }
                table.append(KeyBinding(.end(end), keys: binding.keys, hint: binding.hint))
            case .reduceOrder, .payOrder: if state.isOpen || state == .handedOver { table.append(binding) }
            // What cannot be moved on is opened by the same key.
            case .openOrder: table.append(next == nil ? binding.having([.enter] + binding.keys) : binding)
            default: table.append(binding)
            }
        }
        return table
    }

    private static func tables(_ table: (OrderState) -> KeyTable) -> [OrderState: KeyTable] {
        Dictionary(uniqueKeysWithValues: OrderState.allCases.map { ($0, table($0)) })
    }

    /// The keys on the report of a day.
    static let report = reports(.previousDay, other: .showClosings)
    /// The keys on a closing.
    static let closings = reports(.previousClosing, other: .showDays)

    private static func reports(_ previous: Command, other: Command) -> KeyTable {
        [
            KeyBinding(previous, .left, .character("h"), hint: .useful),
            KeyBinding(.nextDay, .right, .character("l"), hint: .useful, isPaired: true),
        ] + moving + [
            KeyBinding(.closeTill, .character("m"), hint: .useful), KeyBinding(other, .tab, hint: .useful),
            KeyBinding(.refetch, .character("r"), hint: .minor),
            KeyBinding(.back, .escape, .backspace, .character("q"), .character("c"), hint: .important),
        ] + everywhere
    }

    /// The keys in the field of the cash that was counted.
    static let cash: KeyTable = KeyTable(
        quantity.map { $0.command == .less ? KeyBinding(.lessCash, keys: $0.keys, hint: $0.hint, typed: $0.typed) : $0 }
    )

    static func page(of order: Order, isKeeper: Bool, prints: Bool = false) -> KeyTable {
        on(order, isKeeper: isKeeper, prints: prints).without(
            .openOrder, .advanceAll, .openReport, .pauseShop, .muteBell) + onSale.only(.openCart) + moving
            + [
                KeyBinding(.copy, .character("y")),
                KeyBinding(.back, .escape, .left, .backspace, .character("h"), .character("q"), hint: .important),
            ] + everywhere
    }

    /// The keys on a line of the cart.
    static let cartLine: KeyTable = ofQuantity + betweenLines + ofLine + atTheEnd

    /// The same if it is sold out.
    static let soldOutLine: KeyTable = betweenLines + ofLine.without(.noteLine) + atTheEnd

    private static let betweenLines: KeyTable = [
        KeyBinding(.previousField, .up, .backTab, hint: .useful),
        KeyBinding(.nextField, .down, .tab, hint: .useful, isPaired: true),
    ]
    private static let ofQuantity: KeyTable = [
        KeyBinding(.less, .character("-"), .left, hint: .useful),
        KeyBinding(.more, .character("+"), .right, .character("="), hint: .useful, isPaired: true),
        KeyBinding(.deleteBackward, .backspace, .delete, .control("h")),
    ]
    private static let ofLine: KeyTable = [
        KeyBinding(.removeLine, .character("x"), hint: .important),
        KeyBinding(.noteLine, .character("m"), hint: .useful), KeyBinding(.undo, .character("u")),
    ]
    private static let atTheEnd: KeyTable = [
        KeyBinding(.toConfirm, .enter, hint: .important), KeyBinding(.back, .escape, hint: .important),
        KeyBinding(.help, .function(1), hint: .important), KeyBinding(.repaint, .control("l")),
    ]
}

extension HelpTopic {
    static let orders = HelpTopic(LocalizedText("주문", "Orders"), .onOrders)
    static let board = HelpTopic(LocalizedText("주문판", "The board"), .onTheBoard)
    static let report = HelpTopic(LocalizedText("하루 매출", "The day's report"), .report)
    static let order = HelpTopic(
        LocalizedText("주문하기", "Ordering"),
        (KeyTable.suggesting + KeyTable.quantity + KeyTable.choice + KeyTable.buttons).once)
    static let cart = HelpTopic(LocalizedText("장바구니", "The cart"), .cartLine)
}
