import Canvas
import Domain
import Foundation
import ShopClient
import Terminal
import TerminalText
import Testing

@testable import ShopApp

/// Where the selection goes on the board, and moves of all orders of a state.
@Suite struct BoardMoveTests {
    private static func board(_ received: Int...) -> ShopState {
        OrdersFixture.state(
            [
                OrdersFixture.section(
                    OrderState.received.board, received.map { OrdersFixture.order($0, .received) }),
                OrdersFixture.board(.preparing), OrdersFixture.board(.ready),
            ], isKeeper: true)
    }

    private static func change(_ state: inout ShopState, _ kind: OrderState, _ orders: [Order], version: Int = 2) {
        let section = OrdersFixture.section(kind.board, orders, version: version)
        _ = reduce(&state, .sectionChanged(section, at: Fixture.noon))
    }

    private static func received(_ ids: Int...) -> [Order] { ids.map { OrdersFixture.order($0, .received) } }

    private static let preparing = OrdersFixture.order(1, .received, .preparing)

    private static func picture(_ state: ShopState) -> String { Fixture.frame(state).picture }

    private static func lines(_ state: ShopState) -> [String] { picture(state).split(separator: "\n").map(String.init) }

    // MARK: - The selection

    @Test func theBoardOpensOnTheOrderThatHasWaitedLongest() {
        func section(_ kind: OrderState, _ orders: [Order], isKnown: Bool = true) -> Section {
            Section(
                id: kind.board, rows: SectionRows(orders), contentVersion: isKnown ? 2 : 1,
                confirmedAt: isKnown ? Fixture.noon : nil, isFresh: isKnown)
        }
        var state = OrdersFixture.state(
            [section(.received, [], isKnown: false), section(.preparing, [], isKnown: false)], isKeeper: true)
        // It may be among those that are still to come.
        _ = reduce(&state, .sectionChanged(section(.preparing, [BoardMoveTests.preparing]), at: Fixture.noon))
        #expect(state.list.selected(Order.self) == nil)
        _ = reduce(&state, .sectionChanged(section(.received, []), at: Fixture.noon))
        #expect(state.list.selected(Order.self)?.id == 1)
        // From then on the selection is the keeper's.
        BoardMoveTests.change(&state, .received, BoardMoveTests.received(7), version: 3)
        #expect(state.list.selected(Order.self)?.id == 1)
    }

    /// As when the only new order was cancelled: the next one is worked on, and the empty section is not.
    @Test func whenTheLastOrderLeavesItsSectionTheOneThatHasWaitedLongestIsSelected() {
        var state = BoardMoveTests.board(2)
        BoardMoveTests.change(&state, .received, BoardMoveTests.received(2))
        BoardMoveTests.change(&state, .preparing, [BoardMoveTests.preparing])
        #expect(state.list.selected(Order.self)?.id == 2)
        BoardMoveTests.change(&state, .received, [], version: 3)
        #expect(state.list.selected(Order.self)?.id == 1)
        // Who goes to an empty section stays there.
        state.press(.up)
        #expect(state.list.selected(Order.self) == nil)
        BoardMoveTests.change(&state, .received, [], version: 4)
        #expect(state.list.selected(Order.self) == nil)
    }

    /// As when a refund was the last order that had been handed over: Enter must not begin another order.
    @Test func whoTakesBackWhatIsOverStaysThere() {
        let over = OrdersFixture.order(9, .received, .preparing, .ready, .handedOver)
        var state = OrdersFixture.state(
            [
                OrdersFixture.board(.received, OrdersFixture.order(12, .received)),
                OrdersFixture.board(.handedOver, over),
            ],
            isKeeper: true)
        state.press(.end)
        BoardMoveTests.change(&state, .handedOver, [over])
        #expect(state.list.selected(Order.self)?.id == 9)
        BoardMoveTests.change(&state, .handedOver, [], version: 3)
        #expect(state.list.selected(Order.self) == nil)
        #expect(state.list.selectedSection?.id == OrderState.handedOver.board)
    }

    @Test(arguments: [true, false]) func theSelectionGoesWithTheOrderThatIsMoved(_ leavesFirst: Bool) throws {
        var state = BoardMoveTests.board(1, 2)
        guard case .move(let move) = state.asked(.enter).first else {
            Issue.record("nothing is moved")
            return
        }
        _ = state.tell(.moved(OrderMoveReport(draft: move, outcome: .moved(BoardMoveTests.preparing))))
        if leavesFirst {
            BoardMoveTests.change(&state, .received, BoardMoveTests.received(2))
            BoardMoveTests.change(&state, .preparing, [BoardMoveTests.preparing])
        } else {
            BoardMoveTests.change(&state, .preparing, [BoardMoveTests.preparing])
            BoardMoveTests.change(&state, .received, BoardMoveTests.received(2))
        }
        #expect(state.list.selected(Order.self) == BoardMoveTests.preparing)
        guard case .move(let second) = state.asked(.enter).first else {
            Issue.record("nothing is moved")
            return
        }
        #expect((second.order, second.kind) == (1, .keeper(from: .preparing, to: .ready, reason: nil)))
    }

    /// It is not for the order that is in its place meanwhile.
    @Test(arguments: [[], [2]]) func aKeyThatIsPressedBeforeAMovedOrderArrivesIsForThatOne(_ others: [Int]) throws {
        func moved(_ keys: Key..., arrivingAfter seconds: Double = 0) throws -> (ShopState, [OrdersRequest]) {
            var state = BoardMoveTests.board(1)
            BoardMoveTests.change(
                &state, .received, BoardMoveTests.received(1) + others.map { OrdersFixture.order($0, .received) })
            guard case .move(let move) = state.asked(.enter).first else { throw NothingMoved() }
            _ = state.tell(.moved(OrderMoveReport(draft: move, outcome: .moved(BoardMoveTests.preparing))))
            BoardMoveTests.change(
                &state, .received, others.map { OrdersFixture.order($0, .received) }, version: 3)
            for key in keys { #expect(state.asked(key).isEmpty) }
            let section = OrdersFixture.section(OrderState.preparing.board, [BoardMoveTests.preparing], version: 2)
            let effects = reduce(&state, .sectionChanged(section, at: Fixture.noon + seconds))
            return (state, effects.compactMap { $0.request(OrdersRequest.self) })
        }
        let (asking, none) = try moved(.character("p"))
        #expect(none.isEmpty)
        #expect(BoardMoveTests.picture(asking).contains("어떻게 결제했나요?"))
        guard case .move(let next) = try moved(.enter).1.first else { throw NothingMoved() }
        #expect((next.order, next.kind) == (1, .keeper(from: .preparing, to: .ready, reason: nil)))
        #expect(try moved(.down).0.layers.isEmpty)
        // Nobody expects it any more.
        let (late, nothing) = try moved(.enter, arrivingAfter: 60)
        #expect(nothing.isEmpty)
        #expect(late.list.selected(Order.self)?.id == 1)
    }

    private struct NothingMoved: Error {}

    @Test func whoeverSelectsAnotherOrderMeanwhileStaysThere() {
        var state = BoardMoveTests.board(1, 2, 3)
        #expect(!state.asked(.enter).isEmpty)
        state.press(.down, .down)
        BoardMoveTests.change(&state, .received, BoardMoveTests.received(2, 3))
        BoardMoveTests.change(&state, .preparing, [BoardMoveTests.preparing])
        #expect(state.list.selected(Order.self)?.id == 3)
        #expect(!state.asked(.enter).isEmpty)
    }

    @Test func whoSelectsTheRowAnewMeansTheOrderThatIsThere() {
        var state = BoardMoveTests.board(1, 2, 3)
        guard case .move(let move) = state.asked(.enter).first else { return }
        _ = state.tell(.moved(OrderMoveReport(draft: move, outcome: .moved(BoardMoveTests.preparing))))
        BoardMoveTests.change(&state, .received, BoardMoveTests.received(2, 3))
        #expect(state.asked(.enter).isEmpty)
        state.press(.down, .up)
        guard case .move(let second) = state.asked(.enter).first else {
            Issue.record("nothing is moved")
            return
        }
        #expect(second.order == 2)
        BoardMoveTests.change(&state, .preparing, [BoardMoveTests.preparing])
        #expect(state.list.selected(Order.self)?.id == 2)
    }

    @Test func anOrderThatCouldNotBeMovedHoldsNobody() {
        var state = BoardMoveTests.board(1, 2)
        guard case .move(let move) = state.asked(.enter).first else { return }
        _ = state.tell(.moved(OrderMoveReport(draft: move, outcome: .otherState(.cancelled))))
        BoardMoveTests.change(&state, .received, BoardMoveTests.received(2))
        guard case .move(let second) = state.asked(.enter).first else {
            Issue.record("nothing is moved")
            return
        }
        #expect(second.order == 2)
    }

    // MARK: - Empty sections

    @Test(arguments: [(80, 24), (44, 14)]) func aSectionWithoutOrdersIsOneDimLine(_ width: Int, _ height: Int) throws {
        var state = OrdersFixture.state(
            [OrdersFixture.board(.received, OrdersFixture.order(1, .received)), OrdersFixture.board(.preparing)],
            isKeeper: true, width: width, height: height)
        let line = try #require(BoardMoveTests.lines(state).first { $0.contains("준비 중") })
        #expect(line.contains("준비 중  없음"))
        #expect(!BoardMoveTests.picture(state).contains("주문이 없습니다."))
        state.press(.down, .character("z"))
        #expect(!BoardMoveTests.picture(state).contains("접힘"))
        BoardMoveTests.change(&state, .preparing, [BoardMoveTests.preparing])
        #expect(state.list.selected(Order.self)?.id == 1)
        #expect(!BoardMoveTests.picture(state).contains("없음"))
        // A guest's empty list has room for a sentence.
        let guest = OrdersFixture.state([OrdersFixture.mine()], width: width, height: height)
        #expect(BoardMoveTests.picture(guest).contains("주문이 없습니다."))
    }

    // MARK: - All orders of a state

    private static func moves(_ requests: [OrdersRequest]) -> [OrderMove] {
        requests.flatMap { request in if case .moveAll(let moves) = request { moves } else { [] as [OrderMove] } }
    }

    private static func askedAll(_ state: inout ShopState) -> [OrderMove] {
        moves(state.asked(.character("E"), .left, .enter))
    }

    @Test func allOrdersOfTheSectionAreMovedAfterAQuestionThatNamesHowMany() {
        var state = BoardMoveTests.board(1, 2, 3)
        #expect(state.asked(.character("E")).isEmpty)
        #expect(BoardMoveTests.picture(state).contains("접수 3건을 모두 준비 중으로 옮길까요?"))
        // Enter alone keeps them.
        #expect(state.asked(.enter).isEmpty)
        let moves = BoardMoveTests.askedAll(&state)
        #expect(moves.map(\.order) == [1, 2, 3] && Set(moves.map(\.key)).count == 3)
        #expect(moves.allSatisfy { $0.kind == .keeper(from: .received, to: .preparing, reason: nil) })
        // One at a time, and none of its orders alone.
        #expect(BoardMoveTests.askedAll(&state).isEmpty)
        #expect(state.asked(.enter).isEmpty)
    }

    @Test func whatChangedMeanwhileIsLeftAndSaidAndOneUndoTakesTheRestBack() {
        var state = BoardMoveTests.board(1, 2, 3)
        let moves = BoardMoveTests.askedAll(&state)
        #expect(moves.count == 3)
        let outcomes: [OrderMoveOutcome] = [.moved(BoardMoveTests.preparing), .otherState(.cancelled), .moved(nil)]
        _ = state.tell(
            .movedAll(zip(moves, outcomes).map { OrderMoveReport(draft: $0, outcome: $1) }))
        for text in ["2건: 준비 중", "1건은 그사이 바뀌어 그대로 두었습니다."] {
            #expect(BoardMoveTests.picture(state).contains(text))
        }
        let back = BoardMoveTests.moves(state.asked(.character("u")))
        #expect(back.map(\.order) == [1, 3])
        #expect(back.allSatisfy { $0.kind == .keeper(from: .preparing, to: .received, reason: nil) })
        _ = state.tell(.movedAll(back.map { OrderMoveReport(draft: $0, outcome: .moved(nil)) }))
        // What was taken back is not taken back again.
        #expect(state.asked(.character("u")).isEmpty)
    }

    @Test func whatWasNotAnsweredIsSentAgainWithItsKey() {
        var state = BoardMoveTests.board(1, 2, 3)
        let moves = BoardMoveTests.askedAll(&state)
        guard moves.count == 3 else { return }
        // The third one was not sent.
        _ = state.tell(
            .movedAll([
                OrderMoveReport(draft: moves[0], outcome: .moved(nil)),
                OrderMoveReport(draft: moves[1], outcome: .unanswered(.timedOut)),
            ]))
        #expect(BoardMoveTests.picture(state).contains("2건은 옮기지 못했습니다."))
        BoardMoveTests.change(&state, .received, BoardMoveTests.received(2, 3))
        let again = BoardMoveTests.askedAll(&state)
        #expect(again.map(\.order) == [2, 3])
        #expect(again.first == moves[1] && again.last?.key != moves[2].key)
    }

    @Test func onlyOrdersThatCanBeMovedOnAreMovedTogether() {
        let over = OrdersFixture.order(9, .received, .preparing, .ready, .handedOver)
        var state = OrdersFixture.state([OrdersFixture.board(.handedOver, over)], isKeeper: true)
        #expect(state.keyTable.command(of: .character("E")) == nil)
        #expect(BoardMoveTests.askedAll(&state).isEmpty)
        var guest = OrdersFixture.state([OrdersFixture.mine(OrdersFixture.order(1, .received))])
        #expect(BoardMoveTests.askedAll(&guest).isEmpty)
    }

    @Test func whatASearchHasFoundIsMovedAlone() {
        var state = BoardMoveTests.board(1, 2, 12)
        state.press(.character("/"))
        state.type("#12")
        state.press(.enter)
        #expect(BoardMoveTests.askedAll(&state).map(\.order) == [12])
    }

    /// The client stops where it gets no answer, and goes on where an order has changed.
    @Test func movesAreSentInTheirOrderUntilTheServerIsGone() async {
        let moves = (1...5).map { number in
            OrderMove(
                key: UUID(), order: number, number: number, kind: .keeper(from: .ready, to: .handedOver, reason: nil))
        }
        let client = OrderStateClient { move in
            switch move.order {
            case 2: .otherState(.cancelled)
            case 4: .unanswered(.timedOut)
            default: .moved(nil)
            }
        }
        let reports = await client.send(moves)
        #expect(reports.map(\.draft) == Array(moves.prefix(4)))
        #expect(reports.map(\.isMoved) == [true, false, true, false])
    }

    @Test func everyResultHasItsSentencesInBothLanguages() {
        let moves = (1...3).map { OrderMove(key: UUID(), order: $0, number: $0, kind: .cancel) }
        let batch = OrderBatch(moves: moves, from: .ready, to: .handedOver, isUndo: false)
        let outcomes: [OrderMoveOutcome] = [.moved(nil), .otherState(nil)]
        let reports = zip(moves, outcomes).map { OrderMoveReport(draft: $0, outcome: $1) }
        for words in [Words.korean, .english] {
            #expect(words.orders.movedAll(BatchResult(batch, reports)).count == 3)
            #expect(words.orders.movedAll(BatchResult(batch, [])).count == 1)
        }
    }
}
