import Canvas
import Domain
import Foundation
import ShopClient
import Terminal
import TerminalText
import TestSupport
import Testing

@testable import ShopApp

enum ClosingFixture {
    /// What the next closing would hold: an order that was paid in cash, and one that was not paid.
    static func closing(_ number: Int = 13, counted: Int? = nil, from: Date? = Fixture.noon - 86_400) throws -> Closing
    {
        var paid = OrdersFixture.handedOver(9)
        try paid.setPayment(.cash)
        var builder = SalesReportBuilder(in: OrdersFixture.zone)
        builder.add(paid)
        builder.add(OrdersFixture.order(10, .received))
        return Closing(
            number: number, from: from, to: Fixture.noon, orders: 9..<11, cashCounted: counted.map { Won($0) },
            report: builder.report)
    }
}

struct ClosingFormTests {
    private func form(_ width: Int = 80, _ height: Int = 24) -> ShopState {
        var state = OrdersFixture.state(
            [OrdersFixture.board(.received)], isKeeper: true, width: width, height: height)
        state.press(.character("c"))
        state.arrive(ReportFixture.report)
        return state
    }

    private func picture(_ state: ShopState, _ words: Words = .korean) -> String { Fixture.frame(state, words).picture }

    private func draft(_ state: inout ShopState, _ keys: Key...) -> ClosingDraft? {
        for request in keys.flatMap({ asked(&state, $0) }) { if case .close(let draft) = request { return draft } }
        return nil
    }

    @Test func theKeyAsksWhatWouldBeClosed() throws {
        var state = form()
        #expect(asked(&state, .character("m")) == [.fetchNextClosing])
        #expect(picture(state).contains("불러오는 중"))
        let closing = try ClosingFixture.closing()
        _ = state.tell(.closingArrived(of: .next, .success(closing)))
        let korean = picture(state)
        for text in ["마감하기", "부터", closing.report.total.amount.text, "2건", closing.cashExpected.text, "13번으로 마감"] {
            #expect(korean.contains(text), "\(text)\n\(korean)")
        }
        #expect(picture(state, .english).contains("Close as 13"))
    }

    @Test func countedCashIsShownAsAnAmountAndTheWayOutSaysWhatItDoes() throws {
        var state = form()
        state.press(.character("m"))
        _ = state.tell(.closingArrived(of: .next, .success(try ClosingFixture.closing())))
        state.type("1234567")
        #expect(picture(state).contains("1,234,567원"))
        #expect(picture(state, .english).contains("[ Do not close ]"))
    }

    @Test func thePeriodOfAClosingHasAWordBetweenItsTimesInEnglish() throws {
        let closing = try ClosingFixture.closing(1, from: nil)
        let period = Words.english.report.period(of: closing, in: OrdersFixture.zone)
        #expect(period.hasPrefix("first order to "))
        #expect(Words.korean.report.period(of: closing, in: OrdersFixture.zone).hasPrefix("첫 주문 ~ "))
    }

    @Test(arguments: [(80, 24), (44, 14)]) func countedCashShowsItsDifferenceAndIsSent(width: Int, height: Int) throws {
        var state = form(width, height)
        state.press(.character("m"))
        let closing = try ClosingFixture.closing()
        _ = state.tell(.closingArrived(of: .next, .success(closing)))
        state.type("\(closing.cashExpected.amount - 500)")
        #expect(picture(state).contains("500원 부족"), "\(picture(state))")
        let sent = draft(&state, .enter, .enter)
        #expect(sent?.cash == Won(closing.cashExpected.amount - 500))
        #expect(picture(state).contains("마감하는 중"))
        let closed = try ClosingFixture.closing(counted: closing.cashExpected.amount - 500)
        _ = state.tell(.closed(ClosingReport(draft: try #require(sent), outcome: .closed(closed))))
        #expect(state.layers[ClosingForm.self] == nil)
        let shown = picture(state)
        for text in ["13번 마감", "차액", "-500원"] { #expect(shown.contains(text), "\(text)\n\(shown)") }
    }

    @Test func withoutCountingNothingIsSentAsCash() {
        var state = form()
        state.press(.character("m"))
        #expect(draft(&state, .enter, .enter)?.cash == .some(nil))
        #expect(draft(&state, .enter) == nil, "one at a time")
    }

    @Test func tooMuchCashIsExplainedAndNotSent() {
        var state = form(44, 14)
        state.press(.character("m"))
        state.type("2000000000")
        #expect(draft(&state, .enter, .enter) == nil)
        #expect(picture(state).contains("1,000,000,000원"), "\(picture(state))")
    }

    @Test func whatWasTypedStaysUntilTheShopHasAnsweredAndGoesUnderTheSameKeyAgain() throws {
        var state = form()
        state.press(.character("m"))
        state.type("5000")
        let sent = try #require(draft(&state, .enter, .enter))
        for (outcome, text) in [
            (ClosingOutcome.unanswered(.timedOut), "서버가 응답하지 않아"), (.unanswered(.status(502)), "502"),
            (.unanswered(.notHTTP), "서버가 제대로 응답하지 않아"),
        ] {
            _ = state.tell(.closed(ClosingReport(draft: sent, outcome: outcome)))
            #expect(picture(state).contains(text), "\(picture(state))")
            let again = try #require(draft(&state, .enter))
            #expect(again == sent)
        }
        _ = state.tell(.closed(ClosingReport(draft: sent, outcome: .refused(status: 403))))
        #expect(picture(state).contains("권한이 없습니다"))
        #expect(draft(&state, .enter)?.key != sent.key)
    }

    @Test func whatBecameOfAClosingIsSaidEvenIfItsFormWasLeft() throws {
        var state = form()
        state.press(.character("m"))
        let sent = try #require(draft(&state, .enter, .enter))
        state.press(.escape, .character("m"))
        #expect(draft(&state, .enter, .enter) == nil, "one at a time")
        #expect(picture(state).contains("앞서 보낸 것의 답을 기다립니다"))
        state.press(.escape)
        _ = state.tell(.closed(ClosingReport(draft: sent, outcome: .unanswered(.timedOut))))
        #expect(picture(state).contains("서버가 응답하지 않아"), "\(picture(state))")
        state.press(.character("m"))
        let again = try #require(draft(&state, .enter, .enter))
        #expect(again == sent, "the same closing again")
        // It was made, so that another one is next: this is the till of the next day.
        _ = state.tell(.closed(ClosingReport(draft: sent, outcome: .unanswered(.timedOut))))
        state.press(.escape, .character("m"))
        _ = state.tell(.closingArrived(of: .next, .success(try ClosingFixture.closing(14))))
        #expect(try #require(draft(&state, .enter, .enter)).key != sent.key)
    }

    @Test func withNothingToCloseTheFormSaysSo() {
        var state = form()
        state.press(.character("m"))
        _ = state.tell(.closingArrived(of: .next, .success(nil)))
        #expect(picture(state).contains("마감할 것이 없습니다"))
        state.press(.escape)
        #expect(state.layers[ClosingForm.self] == nil)
        #expect(state.reportPage != nil)
    }

    @Test func tabShowsClosingsAndTheArrowsTheOthers() throws {
        var state = form()
        #expect(asked(&state, .tab) == [.fetchClosing(.last)])
        let last = try ClosingFixture.closing(2)
        _ = state.tell(.closingArrived(of: .last, .success(last)))
        #expect(picture(state).contains("2번 마감"))
        #expect(asked(&state, .right).isEmpty)
        #expect(asked(&state, .left) == [.fetchClosing(.number(1))])
        #expect(!picture(state).contains("2번 마감"))
        _ = state.tell(.closingArrived(of: .last, .success(last)))
        #expect(!picture(state).contains("2번 마감"), "the answer for another closing is dropped")
        _ = state.tell(.closingArrived(of: .number(1), .success(try ClosingFixture.closing(1, from: nil))))
        #expect(picture(state).contains("1번 마감  첫 주문 ~ "), "\(picture(state))")
        #expect(asked(&state, .left).isEmpty)
        #expect(asked(&state, .right) == [.fetchClosing(.number(2))])
        #expect(asked(&state, .tab) == [.fetchReport(nil)])
    }

    @Test func withoutAnyClosingThePageSaysHowToMakeOne() {
        var state = form()
        state.press(.tab)
        _ = state.tell(.closingArrived(of: .last, .success(nil)))
        #expect(picture(state).contains("아직 마감한 적이 없습니다. m"), "\(picture(state))")
        #expect(asked(&state, .left).isEmpty)
    }

    @Test func vatIsShownWhereTheShopPaysIt() throws {
        var state = form()
        #expect(!picture(state).contains("부가세"))
        state.press(.escape)
        _ = state.tell(.shopKnown(PresentShop(ShopProfile(head: ShopHead(showsVAT: true)))))
        state.press(.character("c"))
        state.arrive(ReportFixture.report)
        let vat = ReportFixture.report.vat
        let shown = picture(state)
        #expect(vat.amount > 0 && shown.contains("그중 부가세") && shown.contains(vat.text), "\(shown)")
        #expect(shown.contains(Won(ReportFixture.report.total.amount.amount - vat.amount).text))
    }
}
