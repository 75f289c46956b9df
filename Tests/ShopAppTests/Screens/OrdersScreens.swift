import Canvas
import Domain
import Foundation
import ShopClient
import Terminal
import TerminalText

@testable import ShopApp

private let soldOut = Dish(
    detailHash: "H9", deliveryTypes: ["새벽배송"], title: "[고향집] 당면 잡채", description: "간장에 볶은 당면과 갖은 채소",
    originalPrice: Won(8_900), price: Won(7_900), badges: ["베스트", "품절"], isSoldOut: true)

/// Returns the shop at its menu with a sold-out dish, as its keeper or a guest sees it.
private func menu(_ size: Size, _ colors: PictureColors, isKeeper: Bool = false, _ keys: Key...) -> ShopState {
    var state = ShopState(
        size: size,
        sections: [
            Fixture.section(.main, [Fixture.galbi, soldOut, Fixture.bulgogi]),
            Fixture.section(.soup, [Fixture.stew]),
        ], counters: [MenuCounter(isKeeper: isKeeper), OrdersCounter(isKeeper: isKeeper, zone: OrdersFixture.zone)],
        connection: .connected, pictureColors: colors, guest: Guest(name: "홍길동"), now: Fixture.noon)
    for key in keys { state.press(key) }
    return state
}

/// Returns the shop at the counter of orders.
private func atOrders(
    _ size: Size, _ colors: PictureColors, _ sections: [Section], isKeeper: Bool = false, _ keys: Key...
) -> ShopState {
    var state = OrdersFixture.state(sections, isKeeper: isKeeper, width: size.width, height: size.height)
    state.guest.name = "홍길동"
    for key in keys { state.press(key) }
    return state
}

/// Returns the shop at the day's report, after `keys`.
private func atReport(_ size: Size, _ colors: PictureColors, _ report: SalesReport, _ keys: Key...) -> ShopState {
    var state = atOrders(size, colors, board, isKeeper: true, .character("c"))
    state.arrive(report)
    state.press(keys)
    return state
}

private let mine = [
    OrdersFixture.mine(
        OrdersFixture.order(14, .received, fee: 2_500), OrdersFixture.order(12, .received, .preparing, .ready),
        OrdersFixture.order(9, .received, .preparing, .ready, .handedOver),
        OrdersFixture.order(8, .received, .cancelled)
    )
]

private let board = [
    OrdersFixture.board(
        .received, OrdersFixture.order(14, .received, who: "김영희", fee: 2_500),
        OrdersFixture.order(15, .received, lines: [OrdersFixture.line(OrdersFixture.kiwi, 12)])),
    OrdersFixture.board(.preparing, OrdersFixture.order(12, .received, .preparing)), OrdersFixture.board(.ready),
    OrdersFixture.board(.handedOver, OrdersFixture.order(9, .received, .preparing, .ready, .handedOver)),
    OrdersFixture.board(.cancelled, OrdersFixture.order(8, .received, .cancelled)), OrdersFixture.board(.refunded),
]

/// A paid order of which a piece was taken out, and later one was refunded.
private let reduced: Order = {
    var order = OrdersFixture.order(9, .received, .preparing, .ready)
    let fee = order.deliveryFee
    try! order.reduce([.init(line: 1, quantity: 0)], at: Fixture.noon + 120, reason: "키위가 떨어졌습니다") { _ in fee }
    try! order.move(to: .handedOver, by: .keeper, at: Fixture.noon + 180)
    try! order.setPayment(.card)
    try! order.reduce([.init(line: 0, quantity: 1)], at: Fixture.noon + 900, reason: "하나가 식었습니다") { _ in fee }
    return order
}()

extension ScreenFile {
    static let orders: [ScreenFile] = [
        ScreenFile("sold-out") { menu($0, $1, isKeeper: false, .down, .down) },
        ScreenFile("sold-out-page") { menu($0, $1, isKeeper: false, .down, .right) },
        ScreenFile("sold-out-order") { menu($0, $1, isKeeper: false, .down, .character("o")) },
        ScreenFile("price") { size, colors in
            var state = menu(size, colors, isKeeper: true, .character("p"))
            state.arrive(.success(KeptDishFixture.kept(12_000)))
            state.type("9800")
            return state
        },
        ScreenFile("price-sold-out") { size, colors in
            var state = menu(size, colors, isKeeper: true, .down, .down, .character("p"))
            state.arrive(
                .success(KeptDishFixture.kept(12_000, isSoldOut: true)), of: state.dishForm?.dish.detailHash ?? "")
            return state
        },
        ScreenFile("closed") { size, colors in
            var state = menu(size, colors, isKeeper: false)
            _ = state.tell(.shopKnown(ClosedFixture.closed))
            return state
        },
        ScreenFile("closed-order") { size, colors in
            var state = menu(size, colors, isKeeper: false)
            _ = state.tell(.shopKnown(ClosedFixture.closed))
            state.press(.character("o"))
            return state
        },
        ScreenFile("pause") { size, colors in
            var state = atOrders(size, colors, board, isKeeper: true, .character("w"))
            state.type("18:30")
            return state
        },
        ScreenFile("pause-end") { size, colors in
            var state = atOrders(size, colors, board, isKeeper: true)
            _ = state.tell(.shopKnown(ClosedFixture.paused))
            state.press(.character("w"))
            return state
        },
        ScreenFile("price-loading") { menu($0, $1, isKeeper: true, .character("p")) },
        ScreenFile("price-refused") { size, colors in
            var state = menu(size, colors, isKeeper: true, .character("p"))
            state.arrive(.success(KeptDishFixture.kept(12_000)))
            state.type("9800")
            if let draft = dishDraft(&state, .enter, .enter, .enter) { state.report(draft, .refused(status: 500)) }
            return state
        },
        ScreenFile("orders") { atOrders($0, $1, mine) },
        ScreenFile("orders-empty") { atOrders($0, $1, [OrdersFixture.mine()]) },
        ScreenFile("orders-page") { atOrders($0, $1, mine, isKeeper: false, .enter) },
        ScreenFile("orders-cancel") { atOrders($0, $1, mine, isKeeper: false, .character("x")) },
        ScreenFile("board") { atOrders($0, $1, board, isKeeper: true) },
        ScreenFile("board-trouble") { size, colors in
            var state = atOrders(size, colors, board, isKeeper: true)
            let printers = [
                PrinterState(
                    name: "주방", answers: true, problem: .outOfPaper, since: Fixture.noon - 240, waiting: 2,
                    oldest: Fixture.noon - 240)
            ]
            let section = Section(
                id: .printers, rows: SectionRows(printers), contentVersion: 2, confirmedAt: Fixture.noon,
                isFresh: true)
            _ = reduce(&state, .sectionChanged(section, at: Fixture.noon))
            return state
        },
        ScreenFile("board-all") { atOrders($0, $1, board, isKeeper: true, .character("E")) },
        ScreenFile("board-page") { atOrders($0, $1, board, isKeeper: true, .down, .right) },
        ScreenFile("board-reason") { size, colors in
            var state = atOrders(size, colors, board, isKeeper: true, .character("x"))
            state.type("재료가 떨어졌습니다")
            return state
        },
        ScreenFile("board-payment") { atOrders($0, $1, board, isKeeper: true, .character("p")) },
        ScreenFile("board-reduce") { size, colors in
            var state = atOrders(size, colors, board, isKeeper: true, .character("-"), .left, .enter)
            state.type("하나만 남았습니다")
            return state
        },
        ScreenFile("board-refund") { size, colors in
            let sections = [OrdersFixture.board(.handedOver, OrdersFixture.handedOver(9))]
            return atOrders(size, colors, sections, isKeeper: true, .character("-"), .left)
        },
        ScreenFile("orders-reduced") { atOrders($0, $1, [OrdersFixture.mine(reduced)], isKeeper: false, .enter) },
        ScreenFile("options") { size, colors in
            var state = OptionsFormTests.shop(size.width, size.height)
            state.press(.character("+"), .right, .enter, .enter, .character(" "))
            return state
        },
        ScreenFile("cart") { size, colors in
            var state = menu(size, colors, isKeeper: false, .character("+"), .character("+"), .down, .down)
            state.press(.character("+"), .character("v"))
            let fee = DeliveryFee(Fixture.galbiPage.deliveryFee.string)
            state.chooseDelivery()
            _ = state.tell(.feesKnown(["H1": fee, "H2": fee]))
            _ = reduce(&state, .timerFired(.toast, at: Fixture.noon))
            return state
        },
        ScreenFile("juice-form") { size, colors in
            var state = ShopState(
                size: size,
                sections: [BarFixture.section(BarFixture.juices), BarFixture.section(BarFixture.fruits)],
                counters: [JuiceCounter()], connection: .connected, pictureColors: colors,
                guest: Guest(name: "홍길동"), now: Fixture.noon)
            state.press(.enter)
            return state
        },
        ScreenFile("report") { atReport($0, $1, ReportFixture.report) },
        ScreenFile("report-end") { atReport($0, $1, ReportFixture.report, .end) },
        ScreenFile("report-empty") { atReport($0, $1, ReportFixture.empty) },
        ScreenFile("closing") { size, colors in
            var state = atReport(size, colors, ReportFixture.report, .tab)
            let closing = try? ClosingFixture.closing(counted: 15_000)
            _ = state.tell(.closingArrived(of: .last, .success(closing)))
            return state
        },
        ScreenFile("closing-form") { size, colors in
            var state = atReport(size, colors, ReportFixture.report, .character("m"))
            _ = state.tell(.closingArrived(of: .next, .success(try? ClosingFixture.closing())))
            state.type("15000")
            return state
        },
        ScreenFile("report-failed") { size, colors in
            var state = atOrders(size, colors, board, isKeeper: true, .character("c"))
            _ = state.tell(.reportArrived(of: nil, .failure(.timedOut)))
            return state
        },
    ]
}
