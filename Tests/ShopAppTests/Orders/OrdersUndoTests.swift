import Canvas
import Domain
import Foundation
import ShopClient
import Terminal
import TerminalText
import Testing

@testable import ShopApp

/// The one key that undoes the last change, whichever it was.
struct OrdersUndoTests {
    private let received = OrdersFixture.order(12, .received)

    private func picture(_ state: ShopState) -> String { Fixture.frame(state).picture }

    private func moves(_ requests: [OrdersRequest]) -> [OrderMove] {
        requests.compactMap { if case .move(let move) = $0 { move } else { nil } }
    }

    /// Presses `key` and reports the success of the move that it requests.
    private func move(_ state: inout ShopState, by key: Key, to order: Order) throws {
        let move = try #require(moves(state.asked(key)).first)
        _ = state.tell(.moved(OrderMoveReport(draft: move, outcome: .moved(order))))
    }

    @Test func aMoveOnTheBoardIsUndoneOnceAlsoFromAnotherCounter() throws {
        var state = OrdersFixture.state([OrdersFixture.board(.received, received)], isKeeper: true)
        try move(&state, by: .enter, to: OrdersFixture.order(12, .received, .preparing))
        #expect(picture(state).contains("u 되돌리기"))
        _ = reduce(&state, .timerFired(.toast, at: Fixture.noon))
        state.press(.character("1"))
        let undone = try #require(moves(state.asked(.character("u"))).first)
        #expect((undone.order, undone.kind) == (12, .keeper(from: .preparing, to: .received, reason: nil)))
        _ = state.tell(.moved(OrderMoveReport(draft: undone, outcome: .moved(received))))
        #expect(moves(state.asked(.character("u"))) == [])
        #expect(picture(state).contains("되돌릴 것이 없습니다."))
    }

    @Test func aStepBackIsUndoneByAStepOn() throws {
        let ready = OrdersFixture.order(12, .received, .preparing, .ready)
        var state = OrdersFixture.state([OrdersFixture.board(.ready, ready)], isKeeper: true)
        try move(&state, by: .character("b"), to: OrdersFixture.order(12, .received, .preparing))
        #expect(
            moves(state.asked(.character("u"))).first?.kind == .keeper(from: .preparing, to: .ready, reason: nil))
    }

    @Test func whileAMoveIsOnItsWayNothingOlderIsUndone() throws {
        let other = OrdersFixture.order(13, .received)
        var state = OrdersFixture.state([OrdersFixture.board(.received, received, other)], isKeeper: true)
        try move(&state, by: .enter, to: OrdersFixture.order(12, .received, .preparing))
        state.press(.down)
        #expect(moves(state.asked(.enter)).first?.order == 13)
        #expect(moves(state.asked(.character("u"))) == [])
    }

    @Test func anUndoThatNobodyAnsweredCanBeTriedAgain() throws {
        var state = OrdersFixture.state([OrdersFixture.board(.received, received)], isKeeper: true)
        try move(&state, by: .enter, to: OrdersFixture.order(12, .received, .preparing))
        let undone = try #require(moves(state.asked(.character("u"))).first)
        _ = state.tell(.moved(OrderMoveReport(draft: undone, outcome: .unanswered(.timedOut))))
        #expect(moves(state.asked(.character("u"))) == [undone])
    }

    @Test func whatWasTakenOutOfTheCartComesBackWithAllItsPieces() {
        var state = OrdersFixture.shop()
        state.press(.character("+"), .character("+"), .down, .character("+"))
        let before = state.orders?.cart
        state.press(.character("-"))
        #expect(state.orders?.cart.lines.count == 1)
        #expect(state.asked(.character("u")).count == 1, "the cart is saved")
        #expect(state.orders?.cart == before)
        #expect(picture(state).contains("장바구니를 되돌렸습니다."))
    }

    @Test func aCartThatWasClearedInItsFormComesBackWhole() {
        var state = OrdersFixture.shop(guest: Guest(name: "홍길동"))
        state.press(.character("+"), .character("+"), .down, .character("+"), .character("v"))
        let before = state.orders?.cart
        state.press(.character("0"), .tab, .character("0"), .escape)
        #expect(state.orders?.cart.isEmpty == true)
        state.press(.character("u"))
        #expect(state.orders?.cart == before)
    }

    @Test func aCartThatWasOrderedDoesNotComeBack() throws {
        var state = OrdersFixture.shop(guest: Guest(name: "홍길동"))
        state.press(.character("+"), .down, .character("+"), .character("-"), .character("v"))
        var draft: OrderDraft?
        for _ in 0..<4 {
            for request in state.asked(.enter) { if case .place(let placed) = request { draft = placed } }
        }
        state.report(try #require(draft), .stored(OrderReceipt(id: 12, number: 12, total: Won(10_900))))
        #expect(state.orders?.cart.isEmpty == true)
        state.press(.character("u"))
        #expect(state.orders?.cart.isEmpty == true)
        #expect(picture(state).contains("되돌릴 것이 없습니다."))
    }

    @Test func theLastOfTwoCountersIsUndone() throws {
        var state = OrdersFixture.state([OrdersFixture.board(.received, received)], isKeeper: true)
        try move(&state, by: .enter, to: OrdersFixture.order(12, .received, .preparing))
        state.press(.character("1"), .character("+"), .character("-"))
        #expect(moves(state.asked(.character("u"))) == [])
        #expect(state.orders?.cart.count == 1)
    }
}
