import Canvas
import Domain
import Foundation
import ShopClient
import Terminal
import TerminalText
import TestSupport
import Testing

@testable import ShopApp

/// An order that is under way: at the upper edge, on its page, ordered again, and on the receipt.
struct OrderUnderwayTests {
    private func picture(_ state: ShopState, _ words: Words = .korean) -> String { Fixture.frame(state, words).picture }
    private func edge(_ state: ShopState) -> String { String(picture(state).split(separator: "\n")[0]) }

    /// Returns the menu while these orders are under way, some minutes after noon.
    private func shop(width: Int = 80, minutes: Int = 3, isKeeper: Bool = false, _ orders: Order...) -> ShopState {
        var state = OrdersFixture.shop(isKeeper: isKeeper, width: width, guest: Guest(name: "홍길동"))
        _ = reduce(
            &state,
            .sectionChanged(
                OrdersFixture.section(.myOrders, orders, version: 2), at: Fixture.noon + Double(minutes * 60)))
        return state
    }

    @Test(arguments: [
        ("12번 *ooo 접수 3분", [OrderState.received]), ("12번 **oo 준비 중 3분", [.received, .preparing]),
        ("12번 ***o 준비 완료 3분", [.received, .preparing, .ready]),
    ])
    func everyCounterSaysHowFarAnOrderIs(_ text: String, _ states: [OrderState]) {
        var order = OrdersFixture.order(12, .received)
        for state in states.dropFirst() { try? order.move(to: state, by: .keeper, at: Fixture.noon + 60) }
        var state = shop(order)
        for key in ["1", "2", "3"] {
            state.press(.character(Character(key)))
            #expect(edge(state).contains(text))
        }
    }

    @Test func theOrderThatIsFurthestIsShownWithTheNumberOfTheOthers() {
        let state = shop(OrdersFixture.order(13, .received), OrdersFixture.order(12, .received, .preparing))
        #expect(edge(state).contains("12번 **oo 준비 중 3분 +1"))
    }

    /// Whatever stands at the upper edge, how far an order is has room there, and is shown whole.
    @Test(arguments: Language.allCases, [nil, "가게 주인", "keeper"])
    func fromEightyColumnsOnItIsAlwaysThere(_ language: Language, _ note: String?) throws {
        let names = [("반찬", "Banchan"), ("주스", "Juice"), ("음료", "Drinks"), ("연락처", "Contacts"), ("주문", "Orders")]
        let orders = OrdersTexts(words: language.words)
        for width in 80...130 {
            for minutes in [0, 3, 9, 10, 75] {
                for badge in [nil, "x2", "1 x12"] {
                    let progress = orders.underway(
                        [OrdersFixture.order(2, .received, .preparing)], at: Fixture.noon + Double(minutes * 60))
                    let tabs = Tabs(
                        names: names.map { LocalizedText($0.0, $0.1) }, badges: [nil, nil, nil, nil, badge],
                        numbers: Array(0..<5), keys: (1...5).map(String.init), shown: 4)
                    let edge = try #require(
                        ShopFrame(words: language.words).panels(
                            connection: ConnectionStatus(Fixture.state(80, 24)), tabs: tabs,
                            notes: note.map { [$0] } ?? [],
                            progress: progress, bindings: [], verb: nil, search: nil,
                            layout: ListLayout(screen: Size(width: width, height: 24))
                        ).first?.lines.first?.text)
                    #expect(progress.contains { edge.contains(" \($0) ") }, "\(edge)")
                    if let note { #expect(edge.contains(" \(note) "), "\(edge)") }
                    if let badge { #expect(edge.contains(" \(badge) "), "\(edge)") }
                }
            }
        }
    }

    @Test func itGivesWayToTabsAndNotes() {
        let order = OrdersFixture.order(12, .received)
        #expect(edge(shop(width: 60, order)).contains("12번"))
        for width in [20, 30, 44] {
            let edge = edge(shop(width: width, order))
            #expect(!edge.contains("12번"))
            #expect(edge.contains("1 반찬") || edge.contains("반찬"))
        }
    }

    /// Whoever opens the shop without a server is its keeper and its guest.
    @Test(arguments: [true, false]) func inTheOwnShopWhatWasOrderedHereIsFollowedOnTheBoardOfItsKeeper(
        _ isOwnShop: Bool
    ) throws {
        let board = [OrderState.received, .preparing, .handedOver].map { OrdersFixture.section($0.board, []) }
        var state = OrdersFixture.shop(board, isKeeper: true, isOwnShop: isOwnShop, guest: Guest(name: "홍길동"))
        let sent = state.sent(.character("+"), .character("v"), .enter, .enter)
        state.report(try #require(sent), .stored(OrderReceipt(id: 12, number: 12, total: Won(10_900))))
        var version = 1
        func arrive(_ state: inout ShopState, _ section: OrderState, _ orders: Order...) {
            version += 1
            let changed = OrdersFixture.section(section.board, orders, version: version)
            _ = reduce(&state, .sectionChanged(changed, at: Fixture.noon + 180))
        }
        let (mine, other) = (OrdersFixture.order(12, .received), OrdersFixture.order(13, .received))
        arrive(&state, .received, mine, other)
        #expect(edge(state).contains("12번 *ooo 접수 3분") == isOwnShop)
        #expect(!edge(state).contains("+1"), "the orders of other terminals are not followed")
        arrive(&state, .received, other)
        arrive(&state, .preparing, OrdersFixture.order(12, .received, .preparing))
        #expect(edge(state).contains("12번 **oo 준비 중") == isOwnShop)
        arrive(&state, .preparing)
        arrive(&state, .handedOver, OrdersFixture.order(12, .received, .preparing, .ready, .handedOver))
        #expect(!edge(state).contains("12번"))
        #expect(picture(state).contains("a 지난번") == isOwnShop)
    }

    @Test func itIsGoneWithTheOrderAndAfterADay() {
        let done = OrdersFixture.order(12, .received, .preparing, .ready, .handedOver)
        #expect(!edge(shop(done)).contains("12번"))
        #expect(!edge(shop(OrdersFixture.order(12, .received, .cancelled))).contains("12번"))
        #expect(!edge(shop(minutes: 1_441, OrdersFixture.order(12, .received))).contains("12번"))
    }

    @Test func minutesTickOnlyWhileTheyAreShown() {
        let open = OrdersFixture.section(.myOrders, [OrdersFixture.order(12, .received)], version: 2)
        let done = OrdersFixture.section(
            .myOrders, [OrdersFixture.order(12, .received, .preparing, .ready, .handedOver)], version: 3)
        var state = OrdersFixture.shop(guest: Guest(name: "홍길동"))
        _ = reduce(&state, .timerFired(.toast, at: Fixture.noon))
        #expect(reduce(&state, .sectionChanged(open, at: Fixture.noon)).contains(.startTimer(.age, .zero)))
        #expect(reduce(&state, .timerFired(.age, at: Fixture.noon)).contains(.startTimer(.age, .seconds(60))))
        let effects = reduce(&state, .timerFired(.age, at: Fixture.noon + 240))
        #expect(edge(state).contains("4분"))
        #expect(effects.contains(.startTimer(.age, .seconds(60))))
        _ = reduce(&state, .sectionChanged(done, at: Fixture.noon + 250))
        #expect(!reduce(&state, .timerFired(.age, at: Fixture.noon + 300)).contains(.startTimer(.age, .seconds(60))))
        var narrow = OrdersFixture.shop(width: 44, height: 14, guest: Guest(name: "홍길동"))
        #expect(!reduce(&narrow, .sectionChanged(open, at: Fixture.noon)).contains(.startTimer(.age, .zero)))
    }

    @Test func thePageShowsTheWayItsMinutesAndWhetherItCanBeCancelled() {
        var state = shop(OrdersFixture.order(12, .received))
        state.press(.character("3"), .enter)
        #expect(picture(state).contains("3분째"))
        #expect(picture(state).contains("* 접수 00:06"))
        #expect(picture(state).contains("o 준비 중"))
        #expect(picture(state).contains("x 키로 취소할 수 있습니다"))
        let next = OrdersFixture.section(.myOrders, [OrdersFixture.order(12, .received, .preparing)], version: 3)
        _ = reduce(&state, .sectionChanged(next, at: Fixture.noon + 300))
        #expect(picture(state).contains("5분째"))
        #expect(picture(state).contains("* 준비 중 00:07"))
        #expect(picture(state).contains("더는 취소할 수 없습니다"))
        #expect(picture(state, .english).contains("* preparing 00:07"))
    }

    // MARK: - Order again

    /// Returns the orders of a guest who had `lines`, and the menu as it is now.
    private func again(_ lines: [OrderLine], _ dishes: [Dish]) -> ShopState {
        let order = OrdersFixture.order(7, .received, .preparing, .ready, .handedOver, lines: lines)
        var state = OrdersFixture.shop([OrdersFixture.mine(order)], guest: Guest(name: "홍길동"))
        for section in [Fixture.section(.main, dishes, version: 2), Fixture.section(.side, [Fixture.stew], version: 2)]
        {
            _ = reduce(&state, .sectionChanged(section, at: Fixture.noon))
        }
        state.press(.character("3"), .character("a"))
        return state
    }

    private let galbi = OrdersFixture.line(OrdersFixture.galbi, 2)
    private let gone = OrderLine(
        item: OrderedItem(.menu, "H9"), title: "가지무침", quantity: 1, unitPrice: Won(4_000))

    @Test func whatHasNotChangedIsPutInWithoutAWord() {
        let state = again([galbi], [Fixture.galbi])
        #expect(state.order?.notice == nil)
        #expect(state.orders?.cart.lines.map(\.quantity) == [2])
    }

    @Test func anotherPriceIsSaidBesideTheOldOne() {
        let dearer = Dish(detailHash: "H1", title: Fixture.galbi.title, price: Won(11_900))
        let state = again([galbi], [dearer])
        #expect(state.orders?.cart.lines.map(\.item.price) == [Won(11_900)])
        #expect(picture(state).contains("10,900원에서 11,900원으로 바뀌었습니다."))
        #expect(picture(state).contains("지난 주문과 달라진 것이 있습니다."))
    }

    @Test func whatIsSoldOutIsSaidAndNotOrdered() {
        let soldOut = Dish(detailHash: "H1", title: Fixture.galbi.title, price: Won(10_900), isSoldOut: true)
        let state = again([galbi, OrdersFixture.line(OrdersFixture.kiwi, 1)], [soldOut])
        #expect(picture(state).contains("지난 주문과 달라진 것이 있습니다."))
        #expect(state.order?.lines.map(\.item.title) == ["키위쥬스"])
    }

    @Test func whatIsGoneIsNamedAndNotPutIn() {
        let state = again([galbi, gone], [Fixture.galbi])
        #expect(state.orders?.cart.lines.map(\.item.title) == [Fixture.galbi.title])
        #expect(picture(state).contains("이제 없는 메뉴는 담지 않았습니다: 가지무침"))
        let nothing = again([gone], [Fixture.galbi])
        #expect(nothing.order == nil)
        #expect(picture(nothing).contains("이제 없는 메뉴는 담지 않았습니다: 가지무침"))
    }

    // MARK: - The receipt

    /// Returns the shop after an order of two dishes for delivery.
    private func ordered() throws -> ShopState {
        var state = OrdersFixture.shop(guest: Guest(name: "홍길동"))
        state.press(.character("+"), .character("+"), .character("v"))
        state.chooseDelivery()
        _ = state.tell(.feesKnown(["H1": DeliveryFee("2,500원")]))
        let sent = state.sent(.enter, .enter)
        state.report(try #require(sent), .stored(OrderReceipt(id: 112, number: 12, total: Won(24_300))))
        return state
    }

    private func receipt(_ state: ShopState, _ words: Words = .korean) -> [String] {
        VisitReceipt(entries: state.all.flatMap(\.receipt), words: words, screen: 80).lines(of: "소반가", hint: "hint")
    }

    @Test func theReceiptHasLinesSumsAndNumbersAndHowToFollowIt() throws {
        let lines = receipt(try ordered())
        #expect(
            lines == [
                "소반가", "12번 주문                             24,300원",
                "  [소반가] 수제 떡갈비 한판 × 2       21,800원", "  배달비                               2,500원", "hint",
            ])
        #expect(lines.dropFirst().dropLast().allSatisfy { $0.columns == 46 })
        #expect(receipt(try ordered(), .english).contains { $0.hasPrefix("No. 12 ") })
    }

    @Test func whatIsHandedOverIsNotFollowed() throws {
        var state = try ordered()
        let over = OrdersFixture.order(112, .received, .preparing, .ready, .handedOver)
        _ = reduce(&state, .sectionChanged(OrdersFixture.section(.myOrders, [over], version: 2), at: Fixture.noon))
        #expect(!receipt(state).contains("hint"))
        #expect(!receipt(state).isEmpty)
    }

    @Test(arguments: [(200, 77), (60, 59), (30, 46)]) func aNameIsWholeWhereTheTerminalIsWide(
        _ screen: Int, _ columns: Int
    ) {
        let title = PlainText("[들밥상회] 오징어와 삼겹살로 함께 볶은 오삼불고기와 곤드레밥 한 상")
        let line = ReceiptEntry.Line(title: ShopText(title, english: nil), quantity: 1, total: Won(12_900))
        let receipt = VisitReceipt(
            entries: [ReceiptEntry(number: 1, lines: [line])], words: .korean, screen: screen)
        let lines = receipt.lines(of: nil, hint: nil)
        #expect(lines.allSatisfy { $0.columns == columns }, "\(lines.map(\.columns))")
        #expect(lines[1].contains(title.string) == (screen == 200))
    }

    @Test func nothingIsLeftWhereNothingWasOrdered() {
        #expect(receipt(OrdersFixture.shop()).isEmpty)
    }

    @Test func theReceiptHasWhatTheShopLeftOfAnOrder() throws {
        var state = try ordered()
        var order = OrdersFixture.order(112, .received, .preparing)
        let line = try #require(order.lines.first)
        try order.reduce(
            [ReductionRequest.Line(line: 0, quantity: line.quantity - 1)], at: Fixture.noon, reason: "재료가 떨어졌습니다"
        ) { $0.deliveryFee }
        _ = reduce(&state, .sectionChanged(OrdersFixture.section(.myOrders, [order], version: 2), at: Fixture.noon))
        #expect(receipt(state).contains { $0.hasPrefix("112번 주문 ") && $0.hasSuffix(" \(order.total.text)") })
    }

    @Test func aCancelledOrderIsMarkedAndNotAdded() throws {
        var state = try ordered()
        let section = OrdersFixture.section(.myOrders, [OrdersFixture.order(112, .received, .cancelled)], version: 2)
        _ = reduce(&state, .sectionChanged(section, at: Fixture.noon))
        let lines = receipt(state)
        #expect(lines.contains { $0.contains("12번 주문 (취소)") })
        #expect(!lines.contains("hint"))
    }

    @Test func aRefundedOrderIsMarkedAndNotAdded() throws {
        var state = try ordered()
        state.press(.character("+"), .character("v"))
        let sent = state.sent(.enter, .enter)
        state.report(try #require(sent), .stored(OrderReceipt(id: 113, number: 13, total: Won(10_900))))
        let orders = [
            OrdersFixture.order(112, .received, .preparing, .ready, .handedOver, .refunded),
            OrdersFixture.order(113, .received),
        ]
        _ = reduce(&state, .sectionChanged(OrdersFixture.section(.myOrders, orders, version: 2), at: Fixture.noon))
        let lines = receipt(state)
        #expect(lines.contains { $0.hasPrefix("112번 주문 (환불) ") })
        #expect(lines.contains { $0.hasPrefix("합계 ") && $0.hasSuffix(" \(orders[1].total.text)") })
        #expect(receipt(state, .english).contains { $0.hasPrefix("No. 112 (refunded) ") })
    }
}

/// What a guest had last, below the menu.
struct LastOrderTests {
    private func picture(_ state: ShopState, _ words: Words = .korean) -> String { Fixture.frame(state, words).picture }

    private func shop(
        _ order: Order, width: Int = 80, height: Int = 24, isKeeper: Bool = false
    ) -> ShopState {
        var state = OrdersFixture.shop(
            [OrdersFixture.mine()], isKeeper: isKeeper, width: width, height: height, guest: Guest(name: "홍길동"))
        _ = reduce(&state, .sectionChanged(OrdersFixture.mine(order, version: 2), at: Fixture.noon))
        return state
    }

    private let order = OrdersFixture.order(7, .received, .preparing, .ready, .handedOver)

    @Test(arguments: [(80, 24), (120, 40), (44, 14)])
    func oneKeyOnTheMenuPutsInWhatTheGuestHadLast(_ width: Int, _ height: Int) {
        var state = shop(order, width: width, height: height)
        #expect(picture(state).contains("a 지난번 수제"))
        #expect(picture(state).contains("25,300원"))
        #expect(picture(state, .english).contains("a Last time 수제"))
        state.press(.character("a"))
        #expect(state.order?.isCart == true)
        #expect(state.orders?.cart.lines.map(\.quantity) == [2, 1])
        state.press(.escape)
        #expect(!picture(state).contains("지난번"), "the cart is what counts now")
    }

    @Test func theLineHidesNoRow() {
        var state = shop(order)
        let before = OrdersFixture.shop(width: 80, height: 24).list.layout.height
        #expect(state.list.layout.height == before - 1)
        state.press(.character("+"))
        #expect(state.list.layout.height == before)
    }

    @Test func nothingIsOfferedToAKeeperWithoutAnOrderOrWhileOneIsOpen() {
        #expect(!picture(shop(order, isKeeper: true)).contains("지난번"))
        #expect(!picture(shop(OrdersFixture.order(7, .received, .preparing))).contains("지난번"))
        #expect(!picture(shop(OrdersFixture.order(7, .received, .cancelled))).contains("지난번"))
        #expect(!picture(OrdersFixture.shop()).contains("지난번"))
        var state = OrdersFixture.shop()
        state.press(.character("a"))
        #expect(state.order == nil)
    }
}
