import Canvas
import Domain
import Foundation
import ShopClient
import Terminal
import TerminalText
import Testing

@testable import ShopApp

struct BoardTests {
    private let received = OrdersFixture.order(12, .received)

    private func board(_ sections: Section...) -> ShopState { OrdersFixture.state(sections, isKeeper: true) }

    private func picture(_ state: ShopState) -> String { Fixture.frame(state).picture }

    /// Returns the change of an order's state that the keys request.
    private func move(_ state: inout ShopState, _ keys: Key...) -> OrderMove? {
        for key in keys {
            for request in state.asked(key) { if case .move(let move) = request { return move } }
        }
        return nil
    }

    @Test func ordersStandInSectionsByState() {
        let state = board(
            OrdersFixture.board(.received, received),
            OrdersFixture.board(.preparing, OrdersFixture.order(11, .received, .preparing)),
            OrdersFixture.board(.ready), OrdersFixture.board(.handedOver), OrdersFixture.board(.cancelled),
            OrdersFixture.board(.refunded))
        #expect(state.list.sections.map(\.id) == SectionID.board)
        #expect(picture(state).contains("#11"))
        #expect(picture(state).contains("#12"))
    }

    @Test func theBoardOpensAtTheFirstOrdersThereAre() {
        var state = OrdersFixture.shop(
            [
                OrdersFixture.board(.received),
                OrdersFixture.board(.preparing, OrdersFixture.order(7, .received, .preparing)),
            ],
            isKeeper: true)
        state.press(.character("3"))
        #expect(state.list.selected(Order.self)?.id == 7)
    }

    @Test func messagesThatAreHeldUpStandOnTopWithTheirTimeAndOnlyWhileThereAreAny() {
        func held(_ orders: UndeliveredOrder..., version: Int) -> Section {
            Section(
                id: .undeliveredOrders, rows: SectionRows(orders), contentVersion: version, confirmedAt: Fixture.noon,
                isFresh: true)
        }
        var state = board(held(version: 1), OrdersFixture.board(.received, received))
        #expect(!state.list.sections.contains { $0.id == .undeliveredOrders })
        let order = UndeliveredOrder(
            order: OrdersFixture.order(9, .received), attempts: 4, since: Fixture.noon, failure: .status(500))
        _ = reduce(&state, .sectionChanged(held(order, version: 2), at: Fixture.noon))
        #expect(state.list.sections.first?.id == .undeliveredOrders)
        // What was selected stays so.
        #expect(state.list.selected(Order.self)?.id == 12)
        for text in ["전달되지 않은 알림", "#9", "알림 대기", Fixture.noon.moment(in: OrdersFixture.zone)] {
            #expect(picture(state).contains(text))
        }
        state.press(.up)
        #expect(state.list.selected(UndeliveredOrder.self)?.id == 9)
        #expect(state.asked(.enter, .escape).isEmpty)
        _ = reduce(&state, .sectionChanged(held(version: 3), at: Fixture.noon))
        #expect(!picture(state).contains("알림 대기"))
        #expect(state.list.sections.first?.id == OrderState.received.board)
    }

    /// The keeper sees how long a guest has waited, what exactly is to be made, and how it is handed over.
    @Test(arguments: [(80, 24), (120, 40), (44, 14)]) func anOpenOrderSaysHowLongItWaitsWithOptionsAndNotes(
        _ width: Int, _ height: Int
    ) {
        let order = OrdersFixture.order(12, .received, fee: 2_500)
        var state = OrdersFixture.state(
            [OrdersFixture.board(.received, order)], isKeeper: true, width: width, height: height)
        #expect(state.runningTimers.contains(.age))
        #expect(picture(state).contains("#12  방금"))
        _ = reduce(&state, .timerFired(.age, at: Fixture.noon + 7 * 60 + 5))
        #expect(picture(state).contains("#12  7분 "))
        guard height > 14 else { return }
        for text in ["(곱빼기)", "배달", "“덜 맵게 해 주세요”"] { #expect(picture(state).contains(text)) }
        // A guest's list says when.
        let mine = OrdersFixture.state([OrdersFixture.mine(order)])
        #expect(!picture(mine).contains("방금"))
        #expect(!mine.runningTimers.contains(.age))
    }

    /// Time advances at once when ages appear, and then once a minute; where there are none, nothing wakes up.
    @Test func agesAreTrueWhenTheBoardAppearsAndTickOnceAMinute() {
        var state = OrdersFixture.shop([OrdersFixture.board(.received, received)], isKeeper: true)
        #expect(!state.runningTimers.contains(.age))
        #expect(state.press(.character("3")).contains(.startTimer(.age, .zero)))
        let effects = reduce(&state, .timerFired(.age, at: Fixture.noon + 3_600))
        #expect(effects.contains(.startTimer(.age, .seconds(60))))
        #expect(picture(state).contains("1시간 "))
        _ = reduce(&state, .sectionChanged(OrdersFixture.board(.received, version: 2), at: Fixture.noon + 3_601))
        #expect(!reduce(&state, .timerFired(.age, at: Fixture.noon + 3_660)).contains(.startTimer(.age, .seconds(60))))
    }

    private func change(_ state: inout ShopState, _ orders: Order..., version: Int) -> [Effect] {
        let section = OrdersFixture.section(OrderState.received.board, orders, version: version)
        return reduce(&state, .sectionChanged(section, at: Fixture.noon))
    }

    private func bellDue(_ state: inout ShopState) -> [Effect] {
        let effects = state.tell(.bellDue)
        return effects.filter { $0 == .ring || $0 == .orders(.pauseBell) }
    }

    @Test func theBellRepeatsUntilTheNewOrderIsMovedAndItStaysMarked() {
        var state = OrdersFixture.state([OrdersFixture.board(.received)], isKeeper: true)
        let fresh = OrdersFixture.order(13, .received)
        let first = change(&state, received, version: 2)
        // What was there when the board was opened is not new.
        #expect(!first.contains(.ring))
        let effects = change(&state, fresh, received, version: 3)
        #expect(effects.contains(.ring))
        #expect(picture(state).contains("새 주문 홍길동"))
        for _ in 0..<3 { #expect(bellDue(&state) == [.ring, .orders(.pauseBell)]) }
        #expect(picture(state).contains("새 주문 홍길동"))
        _ = change(&state, version: 4)
        #expect(bellDue(&state) == [])
        #expect(bellDue(&state) == [])
    }

    @Test func theBellEndsByItselfAndAnotherOrderBeginsIt() {
        var state = OrdersFixture.state([OrdersFixture.board(.received)], isKeeper: true)
        _ = change(&state, version: 2)
        _ = change(&state, received, version: 3)
        var rings = 0
        for _ in 0..<50 where bellDue(&state).contains(.ring) { rings += 1 }
        #expect(rings == RepeatedBell.repetitions)
        #expect(change(&state, OrdersFixture.order(13, .received), received, version: 4).contains(.orders(.pauseBell)))
        #expect(bellDue(&state) == [.ring, .orders(.pauseBell)])
    }

    @Test func aMutedBellIsSilentAndSaysSo() {
        var state = OrdersFixture.state([OrdersFixture.board(.received)], isKeeper: true)
        _ = change(&state, received, version: 2)
        state.press(.character("m"))
        #expect(picture(state).contains("벨 끔"))
        #expect(picture(state).contains("새 주문 벨을 껐습니다."))
        #expect(bellDue(&state) == [])
        #expect(!change(&state, OrdersFixture.order(13, .received), received, version: 3).contains(.ring))
        // On again, it rings for what still waits.
        #expect(state.asked(.character("m")) == [.pauseBell])
        #expect(bellDue(&state) == [.ring, .orders(.pauseBell)])
        var guest = OrdersFixture.state([OrdersFixture.mine(received)])
        #expect(guest.asked(.character("m")).isEmpty)
        #expect(!picture(guest).contains("벨"))
    }

    @Test func enterMovesAnOrderOneOnAndBOneBack() {
        var state = board(OrdersFixture.board(.received, received))
        #expect(
            move(&state, .enter)?.kind == .keeper(from: .received, to: .preparing, reason: nil))
        var later = board(OrdersFixture.board(.ready, OrdersFixture.order(12, .received, .preparing, .ready)))
        #expect(move(&later, .character("b"))?.kind == .keeper(from: .ready, to: .preparing, reason: nil))
    }

    @Test func anOrderThatIsBeingMovedIsNotMovedOnceMore() {
        var state = board(OrdersFixture.board(.received, received))
        #expect(move(&state, .enter) != nil)
        #expect(move(&state, .enter) == nil)
    }

    @Test(arguments: [
        (OrdersFixture.order(9, .received), "Enter 준비 시작", "x-p"),
        (OrdersFixture.order(9, .received, .preparing), "Enter 준비 완료", "bx-p"),
        (OrdersFixture.order(9, .received, .preparing, .ready), "Enter 전달", "bx-p"),
        (OrdersFixture.order(9, .received, .preparing, .ready, .handedOver), "Enter 자세히", "bx-p"),
        (OrdersFixture.order(9, .received, .cancelled), "Enter 자세히", ""),
        (OrdersFixture.order(9, .received, .refunded), "Enter 자세히", ""),
    ]) func onlyTheMovesOfItsStateAreOffered(_ order: Order, _ enter: String, _ moves: String) {
        var state = board(OrdersFixture.board(order.state, order))
        func offered() -> String { "bx-p".filter { state.keyTable.command(of: .character($0)) != nil } }
        #expect(footer(state).contains(enter))
        #expect(offered() == moves)
        state.press(.right)
        #expect(state.layers[OrderPage.self] != nil)
        #expect(footer(state).contains(enter) == order.state.isOpen)
        #expect(offered() == moves)
    }

    @Test func anOrderThatCannotBeMovedOnIsOpenedByEnter() {
        var state = board(
            OrdersFixture.board(.handedOver, OrdersFixture.order(9, .received, .preparing, .ready, .handedOver)))
        #expect(move(&state, .enter) == nil)
        #expect(state.layers[OrderPage.self]?.order.id == 9)
    }

    private func footer(_ state: ShopState) -> String {
        picture(state).split(separator: "\n").last.map(String.init) ?? ""
    }

    @Test func cancellingTakesAReasonThatTheGuestReads() {
        var state = board(OrdersFixture.board(.received, received))
        state.press(.character("x"))
        #expect(move(&state, .enter, .enter) == nil)
        #expect(state.reason?.problems[.reason] == .missing)
        state.type("재료가 떨어졌습니다")
        let move = move(&state, .enter, .enter)
        #expect(move?.kind == .keeper(from: .received, to: .cancelled, reason: "재료가 떨어졌습니다"))
        #expect(state.reason?.isSending == true)
        guard let move else { return }
        _ = state.tell(.moved(OrderMoveReport(draft: move, outcome: .otherState(.preparing))))
        #expect(state.reason == nil)
    }

    @Test func aReasonThatIsTooLongIsToldSo() {
        var state = board(OrdersFixture.board(.received, received))
        state.press(.character("x"), .paste(String(repeating: "가", count: 201)), .enter, .enter)
        #expect(state.reason?.problems[.reason] == .tooLong(by: 1))
    }

    @Test func aNewOrderRingsAndIsCountedAtTheTabWhateverIsShown() {
        var state = OrdersFixture.shop([OrdersFixture.board(.received)], isKeeper: true)
        _ = reduce(&state, .sectionChanged(OrdersFixture.board(.received), at: Fixture.noon))
        let effects = reduce(
            &state, .sectionChanged(OrdersFixture.board(.received, received, version: 2), at: Fixture.noon))
        #expect(effects.contains(.ring))
        #expect(effects.contains(.notify(received.notification(others: 0))))
        let picture = picture(state)
        #expect(picture.contains("새 주문 #12"))
        #expect(picture.contains("3 주문 1"))
    }

    @Test func whatWasThereBeforeAndWhatComesBackRingsNot() {
        var state = OrdersFixture.shop([OrdersFixture.board(.received)], isKeeper: true)
        let first = reduce(&state, .sectionChanged(OrdersFixture.board(.received, received), at: Fixture.noon))
        #expect(!first.contains(.ring))
        let back = OrdersFixture.order(7, .received, .preparing, .received)
        let second = reduce(
            &state, .sectionChanged(OrdersFixture.board(.received, back, received, version: 2), at: Fixture.noon))
        #expect(!second.contains(.ring))
    }

    @Test func theKeepersOrdersAreFetchedAsSoonAsTheServerAnswers() {
        var state = OrdersFixture.shop([OrdersFixture.board(.received)], isKeeper: true)
        _ = reduce(&state, .connectionChanged(.disconnected))
        let effects = reduce(&state, .connectionChanged(.connected))
        #expect(effects.contains(.refetch(OrderState.received.board)))
    }

    @Test func theEdgeSaysThatOneIsTheKeeper() {
        #expect(picture(board(OrdersFixture.board(.received))).contains("가게 주인"))
        #expect(!picture(OrdersFixture.state([OrdersFixture.mine()])).contains("가게 주인"))
    }

    @Test func anOrderThatMovedMeanwhileIsToldWithItsState() throws {
        var state = board(OrdersFixture.board(.received, received))
        let move = try #require(move(&state, .enter))
        _ = state.tell(.moved(OrderMoveReport(draft: move, outcome: .otherState(.ready))))
        #expect(picture(state).contains("준비 완료"))
    }

    @Test func everyOutcomeHasASentenceInBothLanguages() {
        let move = OrderMove(key: UUID(), order: 12, number: 12, kind: .cancel)
        let outcomes: [OrderMoveOutcome] =
            [.moved(nil), .moved(received), .otherState(nil), .otherState(.ready), .unanswered(.timedOut)]
            + [401, 404, 500].map { .refused(status: $0) }
        for words in [Words.korean, .english] {
            let sentences = outcomes.map { words.orders.moved(OrderMoveReport(draft: move, outcome: $0)) }
            #expect(Set(sentences).count == outcomes.count)
        }
    }
}
