import Canvas
import Domain
import Foundation
import ShopClient
import Terminal
import TerminalText
import Testing

@testable import ShopApp

/// What the line above the board says of printers and of the webhook, and what stands below it of broken files.
@Suite struct BoardTroubleTests {
    private static let since = Fixture.noon - 240

    private static func kitchen(_ problem: PrinterProblem? = .outOfPaper, waiting: Int = 2) -> PrinterState {
        PrinterState(
            name: "주방", answers: true, problem: problem, since: problem == nil ? nil : since, waiting: waiting,
            oldest: since)
    }

    private static func section(_ printers: [PrinterState], version: Int) -> Section {
        Section(
            id: .printers, rows: SectionRows(printers), contentVersion: version, confirmedAt: Fixture.noon,
            isFresh: true)
    }

    private static func held(_ orders: [UndeliveredOrder], version: Int) -> Section {
        Section(
            id: .undeliveredOrders, rows: SectionRows(orders), contentVersion: version, confirmedAt: Fixture.noon,
            isFresh: true)
    }

    private static func undelivered(_ id: Int, isRefused: Bool = false) -> UndeliveredOrder {
        UndeliveredOrder(
            order: OrdersFixture.order(id, .received), attempts: 4, since: Fixture.noon - 720, isRefused: isRefused)
    }

    private static func board(_ printers: [PrinterState]?, _ width: Int = 80, _ height: Int = 24) -> ShopState {
        let orders = (1...9).map { OrdersFixture.order($0, .received) }
        var state = OrdersFixture.state(
            [OrdersFixture.section(OrderState.received.board, orders), OrdersFixture.board(.preparing)],
            isKeeper: true, width: width, height: height)
        if let printers { _ = reduce(&state, .sectionChanged(section(printers, version: 2), at: Fixture.noon)) }
        return state
    }

    /// The line below the upper edge.
    private static func top(_ state: ShopState, _ words: Words = .korean) -> String {
        Fixture.frame(state, words).picture.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)[1]
    }

    @Test func theHelpNamesTheKeyThatPrintsOnlyWhereThereIsAPrinter() {
        let shops: [(printers: [PrinterState]?, isNamed: Bool)] = [
            (nil, false), ([], false), ([BoardTroubleTests.kitchen(nil)], true),
        ]
        for shop in shops {
            var state = BoardTroubleTests.board(shop.printers)
            state.press(.character("?"))
            let lines = state.help?.blocks.flatMap(\.lines) ?? []
            #expect(lines.contains { $0.command == .advance })
            #expect(lines.contains { $0.command == .printAgain } == shop.isNamed)
        }
    }

    @Test func aPrinterInTroubleIsNamedWithItsReasonWhatWaitsAndSinceWhen() {
        let state = BoardTroubleTests.board([BoardTroubleTests.kitchen()])
        #expect(BoardTroubleTests.top(state).contains("주방 프린터: 용지 없음, 2장 대기 4분  1/9건"))
        #expect(BoardTroubleTests.top(state, .english).contains("Printer 주방: no paper, 2 waiting 4 min"))
        // It is no section of the list.
        #expect(!state.list.sections.contains { $0.id == .printers })
        let well = BoardTroubleTests.board([BoardTroubleTests.kitchen(nil)])
        #expect(!BoardTroubleTests.top(well).contains("프린터"))
        #expect(!BoardTroubleTests.top(BoardTroubleTests.board(nil)).contains("프린터"))
    }

    @Test(arguments: [(120, 40), (80, 24), (44, 14)])
    func aBrokenFileIsNamedWithItsLineAndFault(_ width: Int, _ height: Int) {
        func files(_ files: [FileProblem], version: Int) -> Section {
            Section(
                id: .files, rows: SectionRows(files), contentVersion: version, confirmedAt: Fixture.noon, isFresh: true)
        }
        /// Returns the lines below the board.
        func bar(_ state: ShopState, _ language: Words = .korean) -> String {
            let panel = Fixture.frame(state, language).panels.first { $0.region == Region("broken-files") }
            let words = (panel?.lines ?? []).flatMap { $0.text.split(separator: " ") }
            return words.joined(separator: " ")
        }
        var state = BoardTroubleTests.board(nil, width, height)
        let main = FileProblem(
            file: "menu/main.json", line: 3, korean: "여기에는 콜론이 와야 합니다.", english: "A colon is expected here.")
        let other = FileProblem(file: "shop.json", korean: "파일이 비어 있습니다.", english: "The file is empty.")
        _ = reduce(&state, .sectionChanged(files([main], version: 2), at: Fixture.noon))
        #expect(bar(state) == "파일 menu/main.json 3행: 여기에는 콜론이 와야 합니다.")
        #expect(bar(state, .english) == "File menu/main.json line 3: A colon is expected here.")
        let lines = Fixture.frame(state).picture.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == height)
        #expect(lines.allSatisfy { String($0).columns <= width })
        #expect(!state.list.sections.contains { $0.id == .files })
        _ = reduce(&state, .sectionChanged(files([other, main], version: 3), at: Fixture.noon))
        #expect(bar(state) == "(1/2) 파일 shop.json: 파일이 비어 있습니다.")
        _ = reduce(&state, .sectionChanged(files([], version: 4), at: Fixture.noon))
        #expect(!Fixture.frame(state).picture.contains("파일"))
    }

    @Test func aFaultIsAsLongAsTheLinesThatItHas() {
        let long = FileProblem(
            file: "details/HBDEF.json", line: 21, korean: String(repeating: "긴 문장입니다. ", count: 40),
            english: String(repeating: "A long sentence. ", count: 40))
        for (width, height) in [(20, 6), (44, 14), (80, 24)] {
            var state = BoardTroubleTests.board(nil, width, height)
            let files = Section(
                id: .files, rows: SectionRows([long]), contentVersion: 2, confirmedAt: Fixture.noon, isFresh: true)
            _ = reduce(&state, .sectionChanged(files, at: Fixture.noon))
            for words in [Words.korean, .english] {
                let lines = Fixture.frame(state, words).picture.split(
                    separator: "\n", omittingEmptySubsequences: false)
                #expect(lines.count == height)
                #expect(lines.allSatisfy { String($0).columns <= width })
            }
            #expect(state.list.selectedSection != nil)
        }
    }

    @Test func itStaysInViewTicksAndEndsWithTheTrouble() {
        var state = BoardTroubleTests.board([BoardTroubleTests.kitchen()])
        state.press(.character("G"))
        #expect(BoardTroubleTests.top(state).contains("2장 대기 4분"))
        _ = reduce(&state, .timerFired(.age, at: Fixture.noon + 65))
        #expect(BoardTroubleTests.top(state).contains("2장 대기 5분"))
        let more = BoardTroubleTests.section([BoardTroubleTests.kitchen(.offline, waiting: 3)], version: 3)
        _ = reduce(&state, .sectionChanged(more, at: Fixture.noon + 70))
        #expect(BoardTroubleTests.top(state).contains("주방 프린터: 준비 안 됨, 3장 대기 5분"))
        let back = BoardTroubleTests.section([BoardTroubleTests.kitchen(nil, waiting: 0)], version: 4)
        _ = reduce(&state, .sectionChanged(back, at: Fixture.noon + 80))
        #expect(!BoardTroubleTests.top(state).contains("프린터"))
    }

    /// An empty board ticks for it, too, and for nothing else.
    @Test func anEmptyBoardCountsTheMinutesOfATrouble() {
        var state = OrdersFixture.state([OrdersFixture.board(.received)], isKeeper: true)
        #expect(!state.runningTimers.contains(.age))
        let section = BoardTroubleTests.section([BoardTroubleTests.kitchen()], version: 2)
        #expect(reduce(&state, .sectionChanged(section, at: Fixture.noon)).contains(.startTimer(.age, .zero)))
        #expect(reduce(&state, .timerFired(.age, at: Fixture.noon)).contains(.startTimer(.age, .seconds(60))))
        let well = BoardTroubleTests.section([BoardTroubleTests.kitchen(nil)], version: 3)
        _ = reduce(&state, .sectionChanged(well, at: Fixture.noon + 1))
        #expect(!reduce(&state, .timerFired(.age, at: Fixture.noon + 60)).contains(.startTimer(.age, .seconds(60))))
    }

    @Test func messagesThatAreHeldUpAreCountedThereAndListed() {
        var state = BoardTroubleTests.board([BoardTroubleTests.kitchen()])
        let held = [BoardTroubleTests.undelivered(20), BoardTroubleTests.undelivered(21, isRefused: true)]
        _ = reduce(&state, .sectionChanged(BoardTroubleTests.held(held, version: 2), at: Fixture.noon))
        state.press(.character("G"))
        #expect(BoardTroubleTests.top(state).contains("주방 프린터: 2장 대기 4분 · 웹훅: 1건 대기, 1건 거절됨 12분"))
        // The list of them needs no count besides its own.
        state.press(.character("g"))
        #expect(state.list.selected(UndeliveredOrder.self)?.id == 20)
        #expect(BoardTroubleTests.top(state).contains("전달되지 않은 알림"))
        #expect(!BoardTroubleTests.top(state).contains("웹훅: "))
        _ = reduce(&state, .sectionChanged(BoardTroubleTests.held([], version: 3), at: Fixture.noon))
        #expect(!BoardTroubleTests.top(state).contains("웹훅"))
    }

    @Test(arguments: [
        (54, 14, "주방 프린터: 2장 대기 4분 +1  1/9건"), (44, 14, "주방 프린터: 2장 대기 4분  1/9건"), (36, 12, "주방 프린터: 2장 대.."),
    ])
    func aNarrowScreenHasTheOldestOrItsBeginning(_ width: Int, _ height: Int, _ text: String) {
        let bar = PrinterState(name: "bar", answers: true, problem: .unreachable, since: Fixture.noon - 60, waiting: 7)
        let state = BoardTroubleTests.board([bar, BoardTroubleTests.kitchen()], width, height)
        let top = BoardTroubleTests.top(state)
        #expect(top.contains(text), "\(top)")
        #expect(top.columns <= width)
    }

    @Test func everyProblemIsSaidInBothLanguages() {
        for words in [Words.korean, .english] {
            let texts = PrinterProblem.allCases.map { problem in
                words.orders.trouble(
                    of: BoardTroubleTests.kitchen(problem, waiting: 0), at: Fixture.noon, withReason: false)
            }
            #expect(Set(texts).count == PrinterProblem.allCases.count)
        }
    }

    @Test func iPrintsAnOrderAgainWhereThereIsAPrinter() throws {
        var without = BoardTroubleTests.board([])
        #expect(without.asked(.character("i")).isEmpty)
        #expect(without.keyTable.command(of: .character("i")) == nil)
        var state = BoardTroubleTests.board([BoardTroubleTests.kitchen(nil)])
        guard case .move(let draft) = state.asked(.character("i")).first else {
            Issue.record("nothing is printed")
            return
        }
        #expect((draft.kind, draft.order) == (.print, 1))
        // Only once at a time.
        #expect(state.asked(.character("i")).isEmpty)
        _ = state.tell(.moved(OrderMoveReport(draft: draft, outcome: .unanswered(.timedOut))))
        #expect(Fixture.frame(state).picture.contains("인쇄하는지 모릅니다"))
        // The same key again, so that it is printed once.
        #expect(state.asked(.character("i")) == [.move(draft)])
        _ = state.tell(.moved(OrderMoveReport(draft: draft, outcome: .unanswered(.timedOut))))
        state.now += 60
        guard case .move(let another) = state.asked(.character("i")).first else {
            Issue.record("nothing is printed")
            return
        }
        #expect(another.key != draft.key, "a minute later another ticket is wanted")
        _ = state.tell(.moved(OrderMoveReport(draft: another, outcome: .printed(["주방", "bar"]))))
        #expect(Fixture.frame(state).picture.contains("1번 주문을 다시 인쇄합니다: 주방, bar"))
        state.press(.right)
        #expect(state.keyTable.command(of: .character("i")) != nil)
    }

    @Test func whileAnOrderIsPrintedItsMoveCanStillBeUndone() throws {
        var state = BoardTroubleTests.board([BoardTroubleTests.kitchen(nil)])
        func move(_ key: Key) -> OrderMove? {
            guard case .move(let move)? = state.asked(key).first else { return nil }
            return move
        }
        let moved = try #require(move(.enter))
        _ = state.tell(
            .moved(OrderMoveReport(draft: moved, outcome: .moved(OrdersFixture.order(1, .received, .preparing)))))
        let print = try #require(move(.character("i")))
        #expect(move(.character("u")) == nil)
        #expect(Fixture.frame(state).picture.contains("앞서 보낸 것의 답을 기다립니다"))
        _ = state.tell(.moved(OrderMoveReport(draft: print, outcome: .printed(["주방"]))))
        #expect(move(.character("u"))?.kind == .keeper(from: .preparing, to: .received, reason: nil))
    }

    @Test func everyOutcomeOfPrintingHasASentence() {
        let draft = OrderMove(key: UUID(), order: 12, number: 12, kind: .print)
        let outcomes: [OrderMoveOutcome] =
            [.printed([]), .printed(["주방"]), .unanswered(.timedOut), .unanswered(.status(502))]
            + [401, 404, 500].map { .refused(status: $0) }
        for words in [Words.korean, .english] {
            let sentences = outcomes.map { words.orders.moved(OrderMoveReport(draft: draft, outcome: $0)) }
            #expect(Set(sentences).count == outcomes.count)
        }
    }
}
