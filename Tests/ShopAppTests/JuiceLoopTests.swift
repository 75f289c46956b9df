import Canvas
import Domain
import Foundation
import ShopClient
import Terminal
import TestSupport
import Testing

@testable import ShopApp

/// The juice bar in the complete event loop, with a fake terminal and answers from the test.
@TerminalActor @Suite
struct JuiceLoopTests {
    private let terminal = RecordingTerminal(size: Size(width: 80, height: 24))
    private let source = ScriptedSource()
    private let juices = Questions<JuiceDraft, JuiceOutcome>()
    private let stocks = Questions<(StockDraft, String), StockOutcome>()

    /// Opens the shop at the juice bar, runs `body`, and quits.
    private func withOpenBar(_ body: @TerminalActor () async -> Void) async {
        let repository = SectionRepository(
            sections: [SectionDefinition.menu[0]], unopened: SectionDefinition.juiceBar, source: source, spacing: .zero)
        let counter = JuiceClient(
            make: { [juices] in await juices.ask($0) ?? .unanswered(.interrupted) },
            restock: { [stocks] in await stocks.ask(($0, $1)) ?? .unanswered(.interrupted) })
        let loop = ShopLoop(device: terminal, repository: repository, juices: counter, words: .korean)
        async let running: Void = loop.run()
        await source.answer(.main, [Fixture.galbi])
        await shows("떡갈비")
        #expect(source.requests.all == [.main])
        terminal.press(.character("2"))
        await source.answer(.juices, .success(.content(SectionRows(BarFixture.juices), validator: "\"j1\"")))
        await source.answer(.fruits, .success(.content(SectionRows(BarFixture.fruits), validator: "\"f1\"")))
        await terminal.wait { $0.contains("딸바쥬스") && $0.contains("파인애플") && $0.contains("연결됨") }
        await shows("딸기 10 + 바나나 1")
        await terminal.wait { !$0.picture.contains("|") }
        terminal.forgetPlans()
        await body()
        terminal.press(.escape, .escape, .character("q"))
        await running
    }

    private func shows(_ text: String) async { await terminal.wait { $0.picture.contains(text) } }

    /// Answers the refresh of the bar's sections that follows an operation.
    private func answerRefresh(_ fruits: [FruitStock]) async {
        await source.answer(.juices, .success(.unchanged))
        await source.answer(.fruits, .success(.content(SectionRows(fruits), validator: "\"f2\"")))
    }

    @Test func asManyEntersAsOneLikesMakeOneJuice() async {
        await withOpenBar {
            terminal.press(.down, .enter, .character("길"), .enter, .enter, .enter)
            await juices.wait(count: 1)
            await shows("만드는 중")
            terminal.press(.enter)
            juices.answer(1, .made(nil))
            await shows("바나나쥬스 나왔습니다! 맛있게 드세요!")
            await answerRefresh(BarFixture.bananas(6))
            await terminal.wait { $0.picture.contains("  6\n") }
            #expect(juices.asked.count == 1)
        }
    }

    @Test func aStockThatChangesDrawsItsSectionOnly() async {
        await withOpenBar {
            terminal.press(.tab, .character("r"))
            await source.answer(.fruits, .success(.content(SectionRows(BarFixture.bananas(7)), validator: nil)))
            await terminal.wait { $0.picture.contains("  7\n") }
            terminal.forgetPlans()
            terminal.press(.character("r"))
            await source.answer(.fruits, .success(.content(SectionRows(BarFixture.bananas(3)), validator: nil)))
            await terminal.wait { $0.picture.contains("  3\n") }
            #expect(terminal.changed == [Region("juice/fruits")])
        }
    }

    @Test func theStockIsChangedAgainstWhatTheEditorBeganWith() async {
        await withOpenBar {
            terminal.press(.character("e"), .right, .enter)
            await shows("재고를 보내는 중")
            await stocks.wait(count: 1)
            let (draft, validator) = stocks.asked[0]
            #expect(validator == "\"f1\"")
            #expect(draft.counts["strawberry"] == 11)
            stocks.answer(1, .changedMeanwhile)
            await source.answer(.fruits, .success(.content(SectionRows(BarFixture.bananas(2)), validator: "\"f2\"")))
            await shows("다른 곳에서 바뀌었습니다")
            await terminal.wait { $0.contains("2   ") }
            terminal.press(.enter)
            await stocks.wait(count: 2)
            #expect(stocks.asked[1].1 == "\"f2\"")
            stocks.answer(2, .stored)
            await shows("재고를 변경했습니다.")
            await answerRefresh(BarFixture.fruits)
        }
    }

    @Test func leavingTheShopCancelsAJuiceUnderWay() async {
        await withOpenBar {
            terminal.press(.down, .enter, .character("길"), .enter, .enter)
            await juices.wait(count: 1)
        }
        await juices.waitUntilCancelled(1)
        #expect(juices.asked.count == 1)
    }

    @Test func theMenuIsLeftAloneWhileTheBarIsShown() async {
        await withOpenBar {
            terminal.press(.character("R"))
            await source.answer(.main, [Fixture.galbi, Fixture.bulgogi])
            await source.answer(.juices, .success(.unchanged))
            await source.answer(.fruits, .success(.unchanged))
            await source.requests.wait { $0.count { $0 == .main } == 2 }
            #expect(!terminal.changed.contains(Region("woowa/main")))
            terminal.press(.character("1"))
            await shows("바싹 불고기")
            #expect(terminal.changed.contains(Region("woowa/main")))
        }
    }
}
