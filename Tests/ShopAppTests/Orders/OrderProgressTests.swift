import Canvas
import Domain
import Foundation
import ShopClient
import Terminal
import TerminalText
import TestSupport
import Testing

@testable import ShopApp

/// What the shop does with a guest's order is told wherever the guest is.
struct OrderProgressTests {
    private func picture(_ state: ShopState, _ words: Words = .korean) -> String { Fixture.frame(state, words).picture }

    /// Returns an order of the guest that the shop has moved through `states`.
    private func order(_ id: Int = 12, _ states: OrderState..., reason: PlainText? = nil) -> Order {
        let steps = ([.received] + states).enumerated().map { number, state in
            OrderStep(state, at: Fixture.noon + Double(number), by: number == 0 ? .guest : .keeper)
        }
        return Order(
            id: id, number: id, day: .ofTests, who: "홍길동", lines: [OrdersFixture.line(OrdersFixture.kiwi, 1)],
            steps: steps, reason: reason,
            placedAt: Fixture.noon)
    }

    @discardableResult
    private func see(_ state: inout ShopState, _ version: Int, _ orders: Order...) -> [Effect] {
        reduce(
            &state, .sectionChanged(OrdersFixture.section(.myOrders, orders, version: version), at: Fixture.noon))
    }

    @Test(arguments: [
        (OrderState.preparing, "12번 주문을 준비하고 있습니다.", "Order 12 is being prepared."),
        (.ready, "12번 주문이 준비됐습니다.", "Order 12 is ready."),
        (.handedOver, "12번 주문을 전달했습니다.", "Order 12 was handed over."),
    ])
    func anotherCounterShowsAToastAndAMarkAtTheTabUntilTheListIsSeen(
        _ next: OrderState, _ korean: String, _ english: String
    ) {
        var state = OrdersFixture.shop()
        see(&state, 2, order())
        #expect(!picture(state).contains("3 주문 !"))
        see(&state, 3, order(12, next))
        #expect(picture(state).contains(korean))
        #expect(picture(state, .english).contains(english))
        #expect(picture(state).contains("3 주문 !"))
        _ = reduce(&state, .timerFired(.toast, at: Fixture.noon))
        #expect(!picture(state).contains(korean))
        #expect(picture(state).contains("3 주문 !"), "the mark stays after the toast")
        state.press(.character("3"))
        #expect(!picture(state).contains("3 주문 !"))
        state.press(.character("1"))
        #expect(!picture(state).contains("3 주문 !"))
    }

    @Test func aCancellationByTheShopIsToldWithItsReason() {
        var state = OrdersFixture.shop()
        see(&state, 2, order())
        let effects = see(&state, 3, order(12, .cancelled, reason: "재료가 떨어졌습니다"))
        #expect(picture(state).contains("12번 주문을 가게가 취소했습니다."))
        #expect(picture(state).contains("재료가 떨어졌습니다"))
        #expect(state.toast.current?.kind == .failed)
        #expect(effects.contains { if case .notify = $0 { true } else { false } })
    }

    @Test func inAFormItIsToldBehindWhatIsAlreadyTold() {
        var state = OrdersFixture.shop()
        see(&state, 2, order(12), order(13))
        state.press(.character("o"))
        #expect(state.order != nil)
        see(&state, 3, order(12, .ready), order(13, .cancelled, reason: "늦었습니다"))
        #expect(picture(state).contains("12번 주문이 준비됐습니다."))
        _ = reduce(&state, .timerFired(.toast, at: Fixture.noon))
        #expect(picture(state).contains("13번 주문을 가게가 취소했습니다."))
        #expect(state.order != nil, "the form stays")
        state.press(.escape)
        #expect(picture(state).contains("3 주문 !"))
    }

    @Test func atTheListItselfNothingIsMarkedBehindTheFormItIs() {
        var state = OrdersFixture.state([OrdersFixture.mine()])
        see(&state, 2, order())
        see(&state, 3, order(12, .preparing))
        #expect(picture(state).contains("12번 주문을 준비하고 있습니다."))
        #expect(!picture(state).contains("3 주문 !"))
        state.press(.character("a"))
        see(&state, 4, order(12, .preparing, .ready))
        #expect(picture(state).contains("3 주문 !"))
        state.press(.escape)
        #expect(!picture(state).contains("3 주문 !"))
    }

    @Test(arguments: [
        ([OrderState.preparing], "준비가 시작돼 더는 취소할 수 없습니다.", "It is being prepared, so it stays."),
        ([.preparing, .ready], "준비가 끝나 더는 취소할 수 없습니다.", "It is ready, so it can no longer be cancelled."),
    ])
    func thePageSaysWhyAnOrderCannotBeCancelledAnyMore(_ states: [OrderState], _ korean: String, _ english: String) {
        let order = states == [.preparing] ? order(12, .preparing) : order(12, .preparing, .ready)
        var state = OrdersFixture.state([OrdersFixture.section(.myOrders, [order])])
        state.press(.enter)
        #expect(picture(state).contains(korean))
        #expect(picture(state, .english).contains(english))
    }

    @Test func whatTheGuestDidIsNoNews() {
        var state = OrdersFixture.shop()
        see(&state, 2, order())
        see(&state, 3, OrdersFixture.order(12, .received, .cancelled))
        #expect(!picture(state).contains("3 주문 !"))
        #expect(state.toast.current == nil)
    }

    @Test func anOrderThatWasCancelledBeforeItsListWasFetchedIsToldToo() {
        var state = OrdersFixture.shop()
        let draft = OrderDraft(key: UUID(), who: "홍길동", lines: [Cart.Line(OrdersFixture.kiwi, quantity: 1)])
        let effects = state.report(draft, .stored(OrderReceipt(id: 12, number: 12, total: Won(3_500))))
        #expect(effects.contains(.refetch(.myOrders)))
        see(&state, 2, order(11, .ready), order(12, .cancelled, reason: "닫았습니다"))
        _ = reduce(&state, .timerFired(.toast, at: Fixture.noon))
        #expect(picture(state).contains("12번 주문을 가게가 취소했습니다."))
        #expect(state.toast.current.map { !$0.text[.korean].joined().contains("11번") } ?? false)
    }

    @Test func theOrdersOfAKnownGuestAreFetchedOnceTheServerAnswers() {
        func effects(_ guest: Guest) -> [Effect] {
            var state = OrdersFixture.shop(guest: guest)
            _ = reduce(&state, .connectionChanged(.disconnected))
            return reduce(&state, .connectionChanged(.connected))
        }
        #expect(effects(Guest(name: "홍길동")).contains(.refetch(.myOrders)))
        #expect(!effects(Guest()).contains(.refetch(.myOrders)))
    }
}
