import Domain
import Foundation
import ShopClient
import Terminal
import TerminalText
import Testing

@testable import ShopApp

/// Orders that could not be kept on this device, and of which nobody knows whether the shop has them.
struct UnansweredOrderTests {
    private let unanswered = OrderOutcome.notSaved(.status(502))

    /// Returns the shop with the open form of a dish, and the order that it has sent.
    private func ordered() throws -> (ShopState, OrderDraft) {
        var state = OrdersFixture.shop(guest: Guest(name: "길동"))
        state.press(.character("o"))
        let sent = state.sent(.enter, .enter)
        return (state, try #require(sent))
    }

    private func changeQuantity(_ state: inout ShopState) {
        for _ in 0..<12 where state.order?.focus != .quantity(OrdersFixture.galbi.id) { state.press(.backTab) }
        state.press(.backspace, .character("2"))
        for _ in 0..<12 where state.order?.focus != .confirm { state.press(.tab) }
    }

    @Test func itIsNotSaidThatTheOrderWasNotSent() throws {
        let (open, draft) = try ordered()
        var state = open
        state.report(draft, unanswered)
        let notice = try #require(state.order?.notice)
        #expect(Words.korean.order.notice(notice).contains("접수됐는지 모릅니다"))
        #expect(Words.english.order.notice(notice).contains("502: nobody knows"))
        let again = state.sent(.enter)
        #expect(again == draft)
        state.report(draft, .notSaved(.unreachable))
        #expect(state.order?.notice == .notSaved(.interrupted), "the first attempt may have arrived")
    }

    @Test func anotherOrderGetsAnotherKeyAndTheSameOneItsOwn() throws {
        let (open, draft) = try ordered()
        var state = open
        state.report(draft, unanswered)
        changeQuantity(&state)
        let sent = state.sent(.enter)
        let other = try #require(sent)
        #expect(other.lines[0].quantity != 1)
        #expect(other.key != draft.key, "the shop would refuse it under that key")
        state.report(other, unanswered)
        let again = state.sent(.enter)
        #expect(again == other)
    }

    @Test func theSameOrderOfANewFormHasTheSameKeyForAWhile() throws {
        let (open, draft) = try ordered()
        var state = open
        state.report(draft, unanswered)
        state.press(.escape, .character("o"))
        #expect(state.order?.key != draft.key)
        let sent = state.sent(.enter, .enter)
        #expect(sent == draft)
        state.report(draft, .refused(OrderRefusal(status: 403)))
        state.press(.character("o"))
        let third = state.sent(.enter, .enter)
        #expect(third == draft, "a refused sender says nothing about the order")
        state.report(draft, .stored(nil))
        state.press(.character("o"))
        let next = state.sent(.enter, .enter)
        #expect(try #require(next).key != draft.key, "another one of the same")
    }

    @Test func aWhileLaterTheSameIsAnotherOrder() throws {
        let (open, draft) = try ordered()
        var state = open
        state.report(draft, unanswered)
        state.press(.escape, .character("o"))
        state.now += 600
        let sent = state.sent(.enter, .enter)
        #expect(try #require(sent).key != draft.key)
    }
}
