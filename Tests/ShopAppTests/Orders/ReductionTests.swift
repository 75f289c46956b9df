import Canvas
import Domain
import Foundation
import Settings
import ShopClient
import Terminal
import TerminalText
import TestSupport
import Testing

@testable import ShopApp

extension OrdersFixture {
    /// Returns the order after the shop has reduced lines of it to those quantities.
    static func reduced(
        _ order: Order, _ quantities: [Int: Int], reason: PlainText = "하나만 남았어요"
    ) throws -> Order {
        var order = order
        let lines = quantities.sorted { $0.key < $1.key }.map {
            ReductionRequest.Line(line: $0.key, quantity: $0.value)
        }
        try order.reduce(lines, at: Fixture.noon + 600, reason: reason) { $0.deliveryFee }
        return order
    }

    static func handedOver(_ id: Int) -> Order { order(id, .received, .preparing, .ready, .handedOver) }
}

/// The keeper marks payments, and takes pieces out of orders or refunds them.
struct ReductionTests {
    private let received = OrdersFixture.order(12, .received)
    private let handedOver = OrdersFixture.handedOver(12)

    private func board(_ order: Order, width: Int = 80, height: Int = 24) -> ShopState {
        OrdersFixture.state([OrdersFixture.board(order.state, order)], isKeeper: true, width: width, height: height)
    }

    private func picture(_ state: ShopState, _ words: Words = .korean) -> String { Fixture.frame(state, words).picture }

    private func move(_ state: inout ShopState, _ keys: Key...) -> OrderMove? {
        for key in keys {
            for request in state.asked(key) { if case .move(let move) = request { return move } }
        }
        return nil
    }

    // MARK: - Payment

    @Test func aKeyAsksHowItWasPaidAndEnterMarksIt() {
        var state = board(received)
        #expect(move(&state, .character("p")) == nil)
        for text in ["12번 주문", "25,300원", "[ 현금 ]", "[ 카드 ]", "[ 이체 ]", "[ 미결제 ]"] {
            #expect(picture(state).contains(text))
        }
        #expect(move(&state, .right, .enter)?.kind == .pay(.card))
        #expect(state.layers.isEmpty)
        #expect(picture(state).contains("보내는 중"))
    }

    @Test func theMarkIsInItsRowAndOnItsPageAndCanBeTakenAway() throws {
        var paid = handedOver
        try paid.setPayment(.transfer)
        var state = board(paid)
        #expect(picture(state).contains("이체"))
        #expect(move(&state, .character("p"), .enter) == nil, "the way it is marked already")
        #expect(move(&state, .character("p"), .right, .enter)?.kind == .pay(nil))
        #expect(move(&state, .character("p"), .left, .enter) == nil, "one at a time")
        #expect(picture(state).contains("앞서 보낸 것의 답을 기다립니다"))
        #expect(state.layers[PaymentForm.self] != nil, "to be tried again")
        state.press(.escape)
        state.press(.right)
        #expect(picture(state).contains("결제        이체"))
        let guest = OrdersFixture.state([OrdersFixture.mine(paid)])
        #expect(picture(guest).contains("이체"))
    }

    @Test func thatAnOrderIsNotPaidIsOnTheKeepersPageOnly() {
        var keeper = board(received)
        keeper.press(.right)
        #expect(picture(keeper).contains("미결제"))
        var guest = OrdersFixture.state([OrdersFixture.mine(received)])
        guest.press(.right)
        #expect(!picture(guest).contains("미결제"))
    }

    @Test(arguments: [(44, 14, 4), (80, 24, 1)])
    func theWaysToPayStandBelowEachOtherWhereTheyDoNotFit(_ width: Int, _ height: Int, _ rows: Int) {
        var state = board(received, width: width, height: height)
        state.press(.character("p"))
        let lines = picture(state, .english).split(separator: "\n").filter { $0.contains("[ ") }
        #expect(lines.count == rows)
    }

    @Test func whatIsOverOrWasSoldByTheMachineHasNeither() {
        for order in [OrdersFixture.order(9, .received, .cancelled), OrdersFixture.order(9, .refunded)] {
            var state = board(order)
            for key in ["p", "-"] { #expect(state.keyTable.command(of: .character(Character(key))) == nil) }
            #expect(move(&state, .character("p"), .character("-")) == nil)
            #expect(state.layers.isEmpty)
        }
    }

    @Test func guestsHaveNeitherKey() {
        var state = OrdersFixture.state([OrdersFixture.mine(received)])
        state.press(.character("p"), .character("-"))
        #expect(state.layers.isEmpty)
    }

    // MARK: - Reducing

    private func confirm(_ state: ShopState, _ words: Words = .korean) -> String? {
        state.reduction.map { words.orders.confirm($0.consequence) }
    }

    @Test func theButtonSaysWhatIsLeftToPay() {
        var state = board(received)
        state.press(.character("-"))
        #expect(confirm(state) == "줄이기")
        state.press(.left)
        #expect(confirm(state) == "14,400원으로 줄이기")
        #expect(confirm(state, .english) == "Reduce to 14,400원")
        #expect(picture(state).contains("[ 14,400원으로 줄이기 ]"))
        state.press(.left)
        #expect(confirm(state) == "3,500원으로 줄이기")
        state.press(.tab, .left)
        #expect(confirm(state) == "주문 취소하기")
    }

    @Test func ofWhatWasHandedOverItSaysWhatIsRefunded() {
        var state = board(handedOver)
        state.press(.character("-"), .left)
        #expect(confirm(state) == "10,900원 환불하기")
        state.press(.left, .tab, .left)
        #expect(confirm(state) == "전액 환불하기")
    }

    @Test func ofADeliveryOnlyThePriceOfWhatIsLeftIsKnown() {
        var state = board(OrdersFixture.order(12, .received, fee: 2_500))
        state.press(.character("-"), .left)
        #expect(confirm(state) == "상품 14,400원으로 줄이기")
        #expect(picture(state).contains("배달비는 남은 것으로 다시 계산합니다."))
    }

    @Test func fewerPiecesAndAReasonAreSent() {
        var state = board(received)
        state.press(.character("-"), .character("0"), .enter)
        #expect(state.reduction?.focus == .reason)
        state.type("다 떨어졌어요")
        let sent = move(&state, .enter, .enter)
        #expect(
            sent?.kind
                == .reduce([ReductionRequest.Line(line: 0, quantity: 0)], from: .received, reason: "다 떨어졌어요"))
        #expect(sent?.number == 12)
    }

    @Test func whatWasTypedStaysUntilTheShopHasAnsweredAndGoesUnderTheSameKeyAgain() throws {
        var state = board(received)
        state.press(.character("-"), .left, .enter)
        state.type("다 떨어졌어요")
        let sent = try #require(move(&state, .enter, .enter))
        #expect(picture(state).contains("보내는 중"))
        #expect(move(&state, .enter) == nil, "one at a time")
        for outcome in [OrderMoveOutcome.unanswered(.timedOut), .unanswered(.status(503))] {
            _ = state.tell(.moved(OrderMoveReport(draft: sent, outcome: outcome)))
            #expect(state.reduction?.form.text(.reason).value == "다 떨어졌어요")
            let again = move(&state, .enter)
            #expect(again?.kind == sent.kind)
            #expect(again?.key == sent.key)
        }
        let reduced = try OrdersFixture.reduced(received, [0: 1])
        _ = state.tell(.moved(OrderMoveReport(draft: sent, outcome: .moved(reduced))))
        #expect(state.layers.isEmpty)
    }

    @Test func aFormThatHasNotSentAnythingStaysWhateverBecomesOfItsOrder() throws {
        var state = board(received)
        let moved = try #require(move(&state, .enter))
        state.press(.character("-"), .left)
        let preparing = OrdersFixture.order(12, .received, .preparing)
        _ = state.tell(.moved(OrderMoveReport(draft: moved, outcome: .moved(preparing))))
        #expect(state.reduction != nil)
    }

    @Test func withoutAReasonOrWithoutAChangeNothingIsSent() {
        var state = board(received)
        #expect(move(&state, .character("-"), .enter, .enter, .enter) == nil)
        #expect(state.reduction?.problems[.line(0)] == .nothing)
        #expect(state.reduction?.problems[.reason] == .reason(.missing))
        state.press(.character("9"))
        #expect(move(&state, .enter, .tab, .enter) == nil)
        #expect(state.reduction?.problems[.line(0)] == .quantity(2))
        #expect(picture(state).contains("0개부터 2개까지 남길 수 있습니다."))
    }

    @Test func whatIsTakenOutAlreadyIsNotAskedForAndKeepsItsNumber() throws {
        var state = board(try OrdersFixture.reduced(received, [0: 0]))
        state.press(.character("-"))
        #expect(state.reduction?.form.stops == [.line(1), .reason, .confirm, .leave])
        state.press(.left, .enter)
        state.type("이유")
        #expect(
            move(&state, .enter, .enter)?.kind
                == .reduce([ReductionRequest.Line(line: 1, quantity: 0)], from: .received, reason: "이유"))
    }

    @Test func onASmallScreenLineReasonAndButtonCanBeReached() {
        var state = board(received, width: 44, height: 14)
        state.press(.character("-"), .left)
        for text in ["키위쥬스", "이유", "14,400원으로 줄이기"] { #expect(picture(state).contains(text)) }
    }

    @Test func anOrderThatWasHandedOverIsRefundedWithAReason() {
        var state = board(handedOver)
        state.press(.character("x"))
        #expect(picture(state).contains("환불하는 이유를 입력해 주세요. 손님이 봅니다."))
        #expect(picture(state).contains("[ 25,300원 환불하기 ]"))
        state.type("상했습니다")
        #expect(
            move(&state, .enter, .enter)?.kind == .keeper(from: .handedOver, to: .refunded, reason: "상했습니다"))
    }

    @Test func afterAReductionNothingOlderIsUndone() throws {
        let other = OrdersFixture.order(13, .received)
        var state = OrdersFixture.state([OrdersFixture.board(.received, other, received)], isKeeper: true)
        let moved = try #require(move(&state, .enter))
        let preparing = OrdersFixture.order(13, .received, .preparing)
        _ = state.tell(.moved(OrderMoveReport(draft: moved, outcome: .moved(preparing))))
        state.press(.down, .character("-"), .left, .enter)
        state.type("이유")
        let sent = try #require(move(&state, .enter, .enter))
        #expect(sent.order == 12)
        let reduced = try OrdersFixture.reduced(received, [0: 1])
        _ = state.tell(.moved(OrderMoveReport(draft: sent, outcome: .moved(reduced))))
        #expect(move(&state, .character("u")) == nil)
    }

    // MARK: - Results

    @Test func resultsSayWhatCameOfIt() throws {
        func result(_ kind: OrderMove.Kind, _ outcome: OrderMoveOutcome, _ words: Words = .korean) -> String {
            let move = OrderMove(key: UUID(), order: 1_012, number: 12, kind: kind)
            return words.orders.moved(OrderMoveReport(draft: move, outcome: outcome))
        }
        let lines = [ReductionRequest.Line(line: 0, quantity: 1)]
        let reduction = OrderMove.Kind.reduce(lines, from: .received, reason: "이유")
        let reduced = try OrdersFixture.reduced(received, [0: 1])
        #expect(result(reduction, .moved(reduced)) == "12번 주문: 합계 14,400원")
        #expect(result(reduction, .moved(try OrdersFixture.reduced(received, [0: 0, 1: 0]))) == "12번 주문: 취소")
        let refunded = try OrdersFixture.reduced(handedOver, [0: 1])
        #expect(result(reduction, .moved(refunded), .english) == "Order 12: 10,900원 refunded")
        var paid = handedOver
        try paid.setPayment(.card)
        #expect(result(.pay(.card), .moved(paid)) == "12번 주문: 카드 결제")
        #expect(result(.pay(nil), .moved(handedOver), .english) == "Order 12: not paid")
        #expect(result(reduction, .refused(status: 400)) == result(reduction, .otherState(nil)))
        let back = OrderMove.Kind.keeper(from: .handedOver, to: .ready, reason: nil)
        #expect(result(back, .otherState(.handedOver)).contains("지난 영업일"))
    }

    // MARK: - What the guest sees

    private func see(_ state: inout ShopState, _ version: Int, _ order: Order) {
        _ = reduce(&state, .sectionChanged(OrdersFixture.mine(order, version: version), at: Fixture.noon))
    }

    @Test func theGuestIsToldWhatWasTakenOutWhyAndWhatIsLeftToPay() throws {
        var state = OrdersFixture.shop()
        see(&state, 2, received)
        see(&state, 3, try OrdersFixture.reduced(received, [1: 0]))
        #expect(picture(state).contains("12번 주문에서 빠졌습니다: 키위쥬스 1개"))
        #expect(picture(state).contains("하나만 남았어요 · 합계 21,800원"))
        #expect(picture(state).contains("3 주문 !"))
        see(&state, 4, try OrdersFixture.reduced(received, [1: 0]))
        _ = reduce(&state, .timerFired(.toast, at: Fixture.noon))
        #expect(state.toast.current == nil, "told once")
    }

    @Test func theGuestIsToldOfARefund() throws {
        var state = OrdersFixture.shop()
        see(&state, 2, handedOver)
        see(&state, 3, try OrdersFixture.reduced(handedOver, [0: 1]))
        #expect(picture(state, .english).contains("10,900원 of order 12 was refunded: 1 ×"))
        #expect(!picture(state).contains("전달했습니다"), "it was told that before")
    }

    @Test func anOrderThatWasRefundedIsToldWithItsAmountAndReason() throws {
        var state = OrdersFixture.shop()
        see(&state, 2, handedOver)
        see(&state, 3, try OrdersFixture.reduced(handedOver, [0: 0, 1: 0], reason: "상했습니다"))
        #expect(picture(state).contains("12번 주문을 가게가 환불했습니다: 25,300원"))
        #expect(picture(state).contains("상했습니다"))
    }

    @Test func thePageShowsWhatWasTakenOutAndTheRowOnlyWhatIsLeft() throws {
        var state = OrdersFixture.state([OrdersFixture.mine(try OrdersFixture.reduced(received, [0: 1, 1: 0]))])
        #expect(!picture(state).contains("키위쥬스"))
        state.press(.enter)
        for text in ["키위쥬스", "1개 빠짐", "줄임", "06-16 00:16", "키위쥬스 1개: 하나만 남았어요", "10,900원"] {
            #expect(picture(state).contains(text))
        }
        state.press(.escape, .character("a"))
        #expect(state.orders?.cart.lines.map(\.quantity) == [1])
    }

    @Test func thePageShowsRefundsWithTheirAmount() throws {
        var state = OrdersFixture.state([OrdersFixture.mine(try OrdersFixture.reduced(handedOver, [0: 1]))])
        state.press(.enter)
        for text in ["환불 전", "25,300원", "-10,900원", "14,400원", "일부 환불"] {
            #expect(picture(state).contains(text))
        }
        var whole = OrdersFixture.state([
            OrdersFixture.mine(try OrdersFixture.reduced(handedOver, [0: 0, 1: 0], reason: "상했습니다"))
        ])
        whole.press(.enter)
        for text in ["-25,300원", " 0원", "상했습니다"] { #expect(picture(whole).contains(text)) }
    }

    @Test func theLastLineOfAPageIsReachedInEachLanguage() throws {
        let galbi = OrdersFixture.galbi
        let line = OrderLine(
            item: galbi.item, title: galbi.title, titleInEnglish: galbi.titleInEnglish, quantity: 2,
            unitPrice: galbi.price)
        let order = try OrdersFixture.reduced(OrdersFixture.order(12, .received, lines: [line]), [0: 1])
        var isLonger = false
        for width in 30...60 {
            var state = OrdersFixture.state([OrdersFixture.mine(order)], width: width, height: 10)
            _ = reduce(
                &state, .settingsRead(SettingsUpdate(ReadSettings(), file: "config.yaml", language: .english)))
            state.press(.enter, .end)
            let page = try #require(state.orderPage)
            let layout = ListLayout(screen: state.size).whole
            let last = OrderPageView(words: state.words, layout: layout).body(of: page).last
            let shown = Fixture.frame(state, state.words).panels.first { $0.region == Region("order-page") }
            #expect(shown?.lines.last == last, "\(width)")
            let counts = [Words.korean, .english].map { OrderPageView(words: $0, layout: layout).lineCount(of: page) }
            if counts[1] > counts[0] { isLonger = true }
        }
        #expect(isLonger, "English has more lines somewhere")
    }

    @Test func aPageKeepsAReductionThatAnOlderListDoesNotHave() throws {
        var page = OrderPage(try OrdersFixture.reduced(received, [1: 0]), isKeeper: false, zone: OrdersFixture.zone)
        page.update(received)
        #expect(page.order.reductions.count == 1)
    }
}

extension ShopState {
    var reduction: ReductionForm? { layers[ReductionForm.self] }
}
