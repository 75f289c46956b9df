import Canvas
import Domain
import Foundation
import ShopClient
import Terminal
import TerminalText
import Testing

@testable import ShopApp

struct MyOrdersTests {
    private func waiting(_ mayHaveArrived: Bool = false, at place: PendingOrder.State = .waiting) -> PendingOrder {
        PendingOrder(
            draft: OrderDraft(key: UUID(), who: "홍길동", lines: [Cart.Line(OrdersFixture.galbi, quantity: 2)]),
            session: UUID(), confirmedAt: Fixture.noon, mayHaveArrived: mayHaveArrived, state: place)
    }

    private func picture(_ state: ShopState) -> String { Fixture.frame(state).picture }

    @Test func anOrderStandsWithNumberLinesTotalNameStateAndTime() {
        let state = OrdersFixture.state([OrdersFixture.mine(OrdersFixture.order(12, .received, .preparing))])
        let picture = picture(state)
        for text in ["#12", "수제 떡갈비 한판 × 2, 키위쥬스", "25,300원", "홍길동", "준비 중", "06-16 00:07"] {
            #expect(picture.contains(text))
        }
    }

    @Test func itsPageTellsEveryStateWithItsTime() {
        var state = OrdersFixture.state([OrdersFixture.mine(OrdersFixture.order(12, .received, .preparing, fee: 2_500))]
        )
        state.press(.enter)
        let picture = picture(state)
        for text in ["12번 주문", "10,900원 × 2", "배달비", "27,800원", "06-16", "접수 00:06", "준비 중 00:07"] {
            #expect(picture.contains(text))
        }
    }

    /// A number belongs to a business day, which may begin at 05:00: this order was placed at six minutes past midnight.
    @Test func besideTheNumberStandsTheBusinessDay() throws {
        let day = try #require(Day(year: 2_025, month: 6, day: 15))
        var state = OrdersFixture.state([OrdersFixture.mine(OrdersFixture.order(1, .received, day: day))])
        state.press(.enter)
        let title = try #require(picture(state).split(separator: "\n").first { $0.contains("1번 주문") })
        #expect(title.contains("06-15") && !title.contains("06-16"), "\(title)")
    }

    private func notifications(_ effects: [Effect]) -> [String] {
        effects.compactMap { if case .notify(let told) = $0 { told[.korean].title } else { nil } }
    }

    @Test func theDesktopIsToldOfAnOrderThatIsReadyOrHandedOverSinceItWasSeen() {
        var state = OrdersFixture.shop()
        func seen(_ version: Int, _ order: Order) -> [String] {
            notifications(
                reduce(
                    &state, .sectionChanged(OrdersFixture.mine(order, version: version), at: Fixture.noon)))
        }
        #expect(seen(2, OrdersFixture.order(12, .received)) == [])
        #expect(seen(3, OrdersFixture.order(12, .received, .preparing)) == [])
        #expect(seen(4, OrdersFixture.order(12, .received, .preparing, .ready)) == ["12번 주문: 준비 완료"])
        #expect(seen(4, OrdersFixture.order(12, .received, .preparing, .ready)) == [])
        let last = OrdersFixture.order(12, .received, .preparing, .ready, .handedOver)
        #expect(seen(5, last) == ["12번 주문: 전달 완료"])
    }

    @Test func whatWasFinishedBeforeIsNotToldAgain() {
        var state = OrdersFixture.shop()
        let ready = OrdersFixture.mine(OrdersFixture.order(12, .received, .preparing, .ready), version: 2)
        #expect(notifications(reduce(&state, .sectionChanged(ready, at: Fixture.noon))) == [])
    }

    @Test func thePageFollowsTheOrder() {
        var state = OrdersFixture.state([OrdersFixture.mine(OrdersFixture.order(12, .received))])
        state.press(.enter)
        let next = OrdersFixture.mine(OrdersFixture.order(12, .received, .preparing), version: 2)
        _ = reduce(&state, .sectionChanged(next, at: Fixture.noon))
        #expect(state.orderPage?.order.state == .preparing)
    }

    @Test func aReceivedOrderIsCancelledAfterAQuestion() {
        var state = OrdersFixture.state([OrdersFixture.mine(OrdersFixture.order(12, .received))])
        state.press(.character("x"))
        #expect(state.asks(OrderQuestion.cancel(OrdersFixture.order(12, .received))))
        #expect(state.asked(.enter).isEmpty, "nothing happens by Enter alone")
        state.press(.character("x"))
        let requests = state.asked(.character("y"))
        guard case .move(let move)? = requests.first else {
            Issue.record("no move: \(requests)")
            return
        }
        #expect(move.order == 12)
        #expect(move.kind == .cancel)
        #expect(picture(state).contains("보내는 중"))
    }

    @Test(arguments: [OrderState.preparing, .ready, .handedOver, .cancelled])
    func whatTheShopHasBegunWithIsNotCancelledByItsGuest(_ now: OrderState) {
        var state = OrdersFixture.state([OrdersFixture.mine(OrdersFixture.order(12, .received, now))])
        #expect(state.asked(.character("x")).isEmpty)
        #expect(state.layer == .list)
        #expect(state.keyTable.command(of: .character("x")) == nil)
        state.press(.right)
        #expect(state.keyTable.command(of: .character("x")) == nil)
    }

    @Test(arguments: [(120, 40), (80, 24), (44, 14), (20, 6)])
    func anEmptyListSaysInTheMiddleOfTheScreenHowToOrder(_ width: Int, _ height: Int) throws {
        let state = OrdersFixture.state([OrdersFixture.mine()], width: width, height: height)
        let lines = picture(state).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        #expect(lines[1].contains("내 주문"))
        let reason = try #require(lines.first { $0.contains("주문이 없습니다.") })
        let left = reason.prefix { $0 == " " }.count
        #expect(abs(left - (width - left - "주문이 없습니다.".columns)) <= 1)
        #expect(lines.allSatisfy { $0.columns <= width })
        #expect(lines.joined().contains("+ 키로 담고") || width == 20)
    }

    @Test func aGuestIsNotOfferedWhatOnlyAKeeperMayDo() {
        var state = OrdersFixture.state([OrdersFixture.mine(OrdersFixture.order(12, .received))])
        let footer = picture(state).split(separator: "\n").last ?? ""
        #expect(!footer.contains("준비 시작"))
        #expect(!footer.contains("되돌리기"))
        #expect(state.asked(.character("b")).isEmpty)
    }

    @Test func aMoveThatNobodyAnsweredGoesUnderTheSameKeyAgain() throws {
        var state = OrdersFixture.state([OrdersFixture.mine(OrdersFixture.order(12, .received))])
        func cancelled() -> OrderMove? {
            state.press(.character("x"))
            guard case .move(let move)? = state.asked(.character("y")).first else { return nil }
            return move
        }
        let first = try #require(cancelled())
        #expect(cancelled() == nil, "one at a time")
        state.press(.escape)
        _ = state.tell(.moved(OrderMoveReport(draft: first, outcome: .unanswered(.timedOut))))
        #expect(cancelled() == first)
        _ = state.tell(.moved(OrderMoveReport(draft: first, outcome: .unanswered(.timedOut))))
        state.now += 600
        #expect(try #require(cancelled()).key != first.key, "not for ever")
    }

    @Test func orderingAgainOpensTheCartWithItsLines() {
        var state = OrdersFixture.state([OrdersFixture.mine(OrdersFixture.order(12, .received, .handedOver))])
        state.press(.character("a"))
        #expect(state.orders?.cart.lines.map(\.quantity) == [2, 1])
        #expect(state.order?.isCart == true)
    }

    @Test func whatTheMachineSoldCannotBeOrderedAgain() {
        let cola = OrderLine(
            item: OrderedItem(.drinks, "cola"), title: "콜라", quantity: 1, unitPrice: Won(1_500))
        var state = OrdersFixture.state([OrdersFixture.mine(OrdersFixture.order(12, .handedOver, lines: [cola]))])
        #expect(!state.usefulKeys.contains { $0.command == .orderAgain }, "the key is not offered")
        var page = state
        page.press(.right)
        #expect(page.orderPage != nil)
        #expect(!page.keyTable.contains { $0.command == .orderAgain })
        state.press(.character("a"))
        #expect(state.orders?.cart.isEmpty == true)
        #expect(picture(state).contains("장바구니에 담을 수 없습니다"))
    }

    @Test func whatWaitsStandsAboveTheOthersUntilItIsSent() {
        var state = OrdersFixture.state([OrdersFixture.mine(OrdersFixture.order(12, .received))])
        _ = state.tell(.waitingChanged([waiting()]))
        let picture = picture(state)
        #expect(picture.contains("보내지 못한 주문"))
        #expect(picture.contains("주문 1건 대기"))
        #expect(state.list.selected(Order.self)?.id == 12, "the selection stays")
        _ = state.tell(.waitingChanged([]))
        #expect(state.list.sections.map(\.id) == [.myOrders])
        #expect(state.list.selected(Order.self)?.id == 12)
    }

    @Test func whatWaitsCanBeTakenBack() {
        var state = OrdersFixture.state([OrdersFixture.mine()])
        let order = waiting()
        _ = state.tell(.waitingChanged([order]))
        state.press(.home, .character("x"))
        #expect(state.asked(.character("y")) == [.takeBack(order)])
        _ = state.tell(.tookBack(order, isGone: true))
        #expect(picture(state).contains("주문을 뺐습니다"))
    }

    @Test func whatTheShopRefusedStandsThereUntilItIsRemoved() {
        var state = OrdersFixture.state([OrdersFixture.mine()])
        let order = waiting(at: .refused)
        _ = state.tell(.waitingChanged([order]))
        #expect(picture(state).contains("거절됨"))
        #expect(!picture(state).contains("대기"))
        state.press(.home, .character("x"))
        #expect(state.asked(.character("y")) == [.takeBack(order)])
    }

    @Test func whatIsOnItsWayIsNotTakenBack() {
        var state = OrdersFixture.state([OrdersFixture.mine()])
        _ = state.tell(.waitingChanged([waiting(at: .sending)]))
        state.press(.home, .character("x"))
        #expect(state.layer == .list)
        #expect(picture(state).contains("보내는 중"))
    }

    @Test func whatTheShopMayHaveIsToldToStay() {
        var state = OrdersFixture.state([OrdersFixture.mine()])
        _ = state.tell(.tookBack(waiting(true), isGone: false))
        #expect(picture(state).contains("이미 받았을 수 있어"))
    }

    @Test func whatWaitsIsDeliveredWhenTheServerIsBack() {
        var state = OrdersFixture.state([OrdersFixture.mine()])
        _ = state.tell(.waitingChanged([waiting()]))
        _ = reduce(&state, .connectionChanged(.disconnected))
        let effects = reduce(&state, .connectionChanged(.connected))
        #expect(effects.contains(.orders(.deliverWaiting)))
    }
}
