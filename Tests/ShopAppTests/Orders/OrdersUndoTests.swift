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

    // MARK: - What was changed since stays

    private func quantities(_ state: ShopState) -> [PlainText: Int] {
        let lines = state.orders?.cart.lines ?? []
        return Dictionary(lines.map { ($0.item.title, $0.quantity) }, uniquingKeysWith: +)
    }

    @Test func whatWasPutInSinceStaysInTheCart() {
        var state = OrdersFixture.shop()
        state.press(.character("+"), .character("-"), .down, .character("+"), .character("u"))
        #expect(state.orders?.cart.lines.map(\.item.title) == [Fixture.galbi.title, Fixture.bulgogi.title])
        #expect(state.orders?.cart.lines.map(\.quantity) == [1, 1])
    }

    @Test func aLineOfTheFormComesBackAndTheOtherKeepsItsPieces() {
        var state = OrdersFixture.shop(guest: Guest(name: "홍길동"))
        state.press(.character("+"), .down, .character("+"), .character("v"))
        state.press(.character("+"), .character("+"), .character("+"), .down, .character("-"))
        #expect(state.orders?.cart.lines.map(\.quantity) == [4])
        state.press(.character("u"))
        #expect(state.orders?.cart.lines.map(\.quantity) == [4, 1])
        #expect(state.order?.lines.map(\.quantity) == [4, 1])
    }

    @Test func whatWasPutInAgainIsNotCountedTwice() {
        var state = OrdersFixture.shop(guest: Guest(name: "홍길동"))
        state.press(.character("+"), .character("+"), .character("v"), .character("x"), .character("+"))
        #expect(state.orders?.cart.lines.map(\.quantity) == [1])
        state.press(.character("u"))
        #expect(state.orders?.cart.lines.map(\.quantity) == [2])
    }

    @Test func undoingAnOrderThatWasRepeatedTakesOutItsPiecesOnly() {
        let order = OrdersFixture.order(7, .received)
        var state = OrdersFixture.shop([OrdersFixture.mine(order)], guest: Guest(name: "홍길동"))
        state.press(.character("+"), .character("3"), .character("a"))
        #expect(quantities(state) == [Fixture.galbi.title: 3, OrdersFixture.kiwi.title: 1])
        state.press(.escape, .character("1"), .down, .character("+"), .character("u"))
        #expect(quantities(state) == [Fixture.galbi.title: 1, Fixture.bulgogi.title: 1])
    }

    @Test func anOrderThatAddsToALineCanBeUndoneToo() {
        let order = OrdersFixture.order(7, .received, lines: [OrdersFixture.line(OrdersFixture.galbi, 2)])
        var state = OrdersFixture.shop([OrdersFixture.mine(order)], guest: Guest(name: "홍길동"))
        state.press(.character("+"), .character("3"), .character("a"))
        #expect(quantities(state) == [Fixture.galbi.title: 3])
        state.press(.character("u"))
        #expect(quantities(state) == [Fixture.galbi.title: 1])
        #expect(state.order?.lines.map(\.quantity) == [1])
    }

    @Test func aLineForWhichTheCartHasNoRoomIsLeftOut() {
        var before = Cart()
        before.add(2, of: OrdersFixture.galbi)
        let change = CartChange(from: before, to: Cart())
        var cart = Cart()
        for number in 0..<Order.maxLines {
            cart.add(1, of: SaleItem(OrderedItem(.menu, "X\(number)"), title: "반찬", price: Won(1_000)))
        }
        let full = cart
        let isBack = change.undo(in: &cart)
        #expect(!isBack)
        #expect(cart == full)
    }

    @Test func theNoteOfBeforeARepeatedOrderComesBack() {
        var before = Cart()
        before.add(Cart.Line(OrdersFixture.galbi, quantity: 1, note: "덜 맵게"))
        var cart = before
        cart.add(Cart.Line(OrdersFixture.galbi, quantity: 2, note: "더 맵게"))
        let isBack = CartChange(from: before, to: cart).undo(in: &cart)
        #expect(isBack)
        #expect(cart == before)
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
