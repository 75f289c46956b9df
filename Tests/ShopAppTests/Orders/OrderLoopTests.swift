import Canvas
import Domain
import Foundation
import ShopClient
import Terminal
import TerminalText
import TestSupport
import Testing

@testable import ShopApp

/// Dish pages and orders in the complete event loop, with a fake terminal and answers from the test.
@TerminalActor @Suite
struct OrderLoopTests {
    private let terminal = RecordingTerminal(size: Size(width: 80, height: 24))
    private let source = ScriptedSource()
    private let details = Questions<String, Result<DishDetail, FetchFailure>>()
    private let orders = Questions<PendingOrder, WriteResult<OrderReceipt>>()

    /// Opens the shop with the section of main dishes, runs `body`, and quits.
    private func withOpenShop(_ body: @TerminalActor () async -> Void) async {
        let repository = SectionRepository(sections: [SectionDefinition.menu[0]], source: source)
        let loop = ShopLoop(
            device: terminal, repository: repository,
            details: DetailSource { [details] hash async throws(FetchFailure) in
                guard let answer = await details.ask(hash) else { throw .interrupted }
                return try answer.get()
            },
            orders: OrderQueue(
                client: OrderClient { [orders] order in await orders.ask(order) ?? .unanswered(.interrupted) }),
            words: .korean)
        async let running: Void = loop.run()
        await source.answer(.main, [Fixture.galbi, Fixture.bulgogi])
        await terminal.wait { $0.picture.contains("떡갈비") && $0.picture.contains("연결됨") }
        await body()
        terminal.press(.escape, .escape, .escape, .character("q"))
        await running
    }

    private func shows(_ text: String) async { await terminal.wait { $0.picture.contains(text) } }

    /// Opens the form for the selected dish and confirms it under the name 길동.
    private func order() async {
        terminal.press(.character("o"), .character("길"), .character("동"), .enter, .enter, .enter)
        await shows("주문을 보내는 중")
    }

    @Test func aPageIsFilledWhenItsDetailArrives() async {
        await withOpenShop {
            terminal.press(.right)
            await shows("불러오는 중")
            await details.wait(count: 1)
            details.answer(1, .success(Fixture.galbiPage))
            await shows("적립금    99원")
            #expect(details.asked == ["H1"])
        }
    }

    @Test func leavingAPageCancelsItsFetch() async {
        await withOpenShop {
            terminal.press(.right)
            await details.wait(count: 1)
            terminal.press(.escape)
            await details.waitUntilCancelled(1)
            #expect(details.asked == ["H1"])
        }
    }

    @Test func anotherPageCancelsTheFetchBeforeAndTakesItsOwnAnswerOnly() async {
        await withOpenShop {
            terminal.press(.right)
            await details.wait(count: 1)
            terminal.press(.escape, .down, .right)
            await details.wait(count: 2)
            await details.waitUntilCancelled(1)
            details.answer(1, .success(Fixture.galbiPage))
            details.answer(2, .failure(.status(404)))
            await shows("서버가 404로 응답했습니다")
            #expect(details.asked == ["H1", "H2"])
        }
    }

    @Test func leavingTheShopCancelsWhatIsUnderWay() async {
        await withOpenShop {
            terminal.press(.right)
            await details.wait(count: 1)
            terminal.press(.escape)
            await order()
            await orders.wait(count: 1)
        }
        await details.waitUntilCancelled(1)
        await orders.waitUntilCancelled(1)
        #expect(orders.asked.count == 1)
    }

    @Test func aFailedPageIsAskedForAgain() async {
        await withOpenShop {
            terminal.press(.right)
            await details.wait(count: 1)
            details.answer(1, .failure(.timedOut))
            await shows("서버 응답이 늦습니다")
            terminal.press(.character("r"))
            await details.wait(count: 2)
            details.answer(2, .success(Fixture.galbiPage))
            await shows("적립금")
            #expect(details.asked == ["H1", "H1"])
        }
    }

    @Test func asManyEntersAsOneLikesOrderOnce() async {
        await withOpenShop {
            await order()
            terminal.press(.enter, .enter, .character(" "), .enter)
            await orders.wait(count: 1)
            terminal.press(.enter)
            orders.answer(1, .made(nil))
            await shows("주문이 접수됐습니다.")
            terminal.press(.down, .up)
            #expect(orders.asked.map(\.draft.who) == ["길동"])
        }
    }

    @Test func anotherPriceIsConfirmedWithAnotherKey() async {
        await withOpenShop {
            await order()
            await orders.wait(count: 1)
            let line =
                #"{"line": 0, "title": "\#(Fixture.galbi.title)", "unit_price": 12345, "sold_out": false}"#
            orders.answer(1, .refused(status: 409, body: Data(#"{"error": "x", "lines": [\#(line)]}"#.utf8)))
            await shows("12,345원")
            terminal.press(.enter)
            await orders.wait(count: 2)
            orders.answer(2, .made(nil))
            await shows("주문이 접수됐습니다.")
            let asked = orders.asked.map(\.draft)
            #expect(asked[0].key != asked[1].key)
            #expect(asked[1].lines[0].item.price == Won(12_345))
        }
    }

    @Test func withoutAPlaceToKeepItTheFormStaysAndTheSameOrderIsSentAgain() async {
        await withOpenShop {
            await order()
            await orders.wait(count: 1)
            orders.answer(1, .unanswered(.unreachable))
            await shows("다시 눌러 주세요")
            terminal.press(.enter)
            await orders.wait(count: 2)
            #expect(Set(orders.asked.map(\.draft)).count == 1)
        }
    }
}
