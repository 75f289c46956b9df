import Canvas
import Domain
import Foundation
import ShopClient
import Terminal
import TerminalText
import Testing

@testable import ShopApp

/// Lists of orders of which only the first page is known, and orders with more lines than there is room for.
struct LongListTests {
    /// Returns the section of received orders with the numbers `ids`, behind which the server has `unfetched` more.
    private func received(_ ids: some Sequence<Int>, unfetched: Int, version: Int = 1) -> Section {
        let orders = ids.map { OrdersFixture.order($0, .received, lines: [OrdersFixture.line(OrdersFixture.kiwi, 1)]) }
        return Section(
            id: OrderState.received.board, rows: SectionRows(orders, unfetched: unfetched),
            total: orders.count + unfetched, contentVersion: version, confirmedAt: Fixture.noon, isFresh: true)
    }

    private func board(_ ids: some Sequence<Int>, unfetched: Int, height: Int = 24) -> ShopState {
        let section = received(ids, unfetched: unfetched)
        var state = OrdersFixture.state([section], isKeeper: true, height: height)
        _ = reduce(&state, .sectionChanged(section, at: Fixture.noon))
        return state
    }

    private func picture(_ state: ShopState, _ words: Words = .korean) -> String { Fixture.frame(state, words).picture }

    @Test func aCutListSaysHowManyThereAreAndHowManyAreLeftOut() {
        let state = board((1_001...1_200).reversed(), unfetched: 1_000)
        #expect(picture(state).contains("1,000건 더 있음  1/1,200건"))
        #expect(picture(state, .english).contains("another 1,000 orders  1/1,200 orders"))
        #expect(picture(state).contains("3 주문 1200"), "all are counted at the tab")
        #expect(!picture(board([1], unfetched: 0)).contains("더 있음"))
    }

    @Test func furtherOrdersAreFetchedBeforeTheCursorGetsThere() {
        var state = board((1_001...1_200).reversed(), unfetched: 1_000)
        let board = OrderState.received.board
        #expect(!state.press(.down, .pageDown).contains { if case .limitRows = $0 { true } else { false } })
        #expect(state.press(.end).contains(.limitRows(board, to: 400)))
        #expect(!state.press(.up).contains { if case .limitRows = $0 { true } else { false } }, "asked for once")
        #expect(state.press(.home).contains(.limitRows(board, to: 200)), "a change fetches no more than needed")
    }

    @Test func aSearchLooksThroughAllAndSaysWhatItCouldNot() {
        var state = board((1_001...1_200).reversed(), unfetched: 6_000)
        let board = OrderState.received.board
        state.press(.character("/"))
        #expect(state.press(.character("7")).contains(.limitRows(board, to: 5_000)))
        let more = received((2_201...7_200).reversed(), unfetched: 1_200, version: 2)
        _ = reduce(&state, .sectionChanged(more, at: Fixture.noon))
        state.press(.character("1"), .character("9"), .character("9"))
        #expect(state.list.selected(Order.self)?.id == 7_199)
        #expect(state.searchCount(.korean) == "1건, 1,200건 더 있음")
        #expect(state.press(.escape).contains(.limitRows(board, to: 200)))
    }

    @Test func aNewOrderRingsThoughOlderOnesAreFetchedOnlyNow() {
        var state = board((11...20).reversed(), unfetched: 10)
        let all = received((1...20).reversed(), unfetched: 0, version: 2)
        #expect(!reduce(&state, .sectionChanged(all, at: Fixture.noon)).contains(.ring))
        let new = received((1...21).reversed(), unfetched: 0, version: 3)
        #expect(reduce(&state, .sectionChanged(new, at: Fixture.noon)).contains(.ring))
        #expect(picture(state).contains("새 주문 #21"))
    }

    /// An order of 20 lines, "찬 1" to "찬 20".
    private let long = OrdersFixture.order(
        12, .received,
        lines: (1...20).map { number in
            OrderLine(
                item: OrderedItem(.menu, "H\(number)"), title: PlainText("찬 \(number)"), quantity: number,
                unitPrice: Won(1_000))
        })

    @Test(arguments: [(44, 14), (80, 24), (160, 40)]) func aRowNamesWhatFitsAndCountsTheRest(
        _ width: Int, _ height: Int
    ) {
        let state = OrdersFixture.state([OrdersFixture.mine(long)], width: width, height: height)
        let row = picture(state).split(separator: "\n").first { $0.contains("#12") } ?? ""
        #expect(row.contains("찬 1, 찬 2 × 2"))
        #expect(row.contains(#/외 [0-9]+가지/#))
    }

    @Test func theTitlesOfARowFillItsRoomAndNoMore() {
        let lines = [("가나다", 1), ("라마바", 2), ("사아자차", 3)].map { (title: PlainText($0.0), quantity: $0.1) }
        func contents(_ columns: Int) -> String { OrderRow.contents(lines, columns: columns, Words.korean.orders) }
        #expect(contents(32) == "가나다, 라마바 × 2, 사아자차 × 3")
        #expect(contents(31) == "가나다, 라마바 × 2 외 1가지")
        #expect(contents(27) == "가나다, 라마바 × 2 외 1가지")
        #expect(contents(26) == "가나다 외 2가지")
        #expect(contents(13) == "가.. 외 2가지")
        #expect(OrderRow.contents([], columns: 9, Words.korean.orders) == "")
        let many = [(title: PlainText("라마바사아자차카타파하"), quantity: 12)]
        #expect(OrderRow.contents(many, columns: 14, Words.korean.orders) == "라마바.. × 12", "the kitchen counts")
        #expect(OrderRow.contents(many, columns: 8, Words.korean.orders) == "라마바..", "or which dish is it?")
        let branded = [(title: PlainText("[소반가] 수제 떡갈비"), quantity: 2)]
        #expect(OrderRow.contents(branded, columns: 17, Words.korean.orders) == "수제 떡갈비 × 2", "without the brand")
        #expect(OrderRow.contents(many + lines, columns: 23, Words.korean.orders) == "라마바.. × 12 외 3가지")
    }

    @Test func aPageAndTheDialogOfALongOrderSayHowManyLinesAreBelow() {
        var state = OrdersFixture.state([OrdersFixture.mine(long)], width: 80, height: 14)
        state.press(.enter)
        #expect(picture(state).contains(#/아래에 [0-9]+줄 더 있음/#))
        state.press(.end)
        #expect(!picture(state).contains("줄 더 있음"))
        let wide = OrdersFixture.state([OrdersFixture.mine(long)], width: 160, height: 20)
        #expect(picture(wide).contains(#/아래에 [0-9]+줄 더 있음/#))
        state.press(.escape, .character("x"))
        #expect(picture(state).contains(#/외 [0-9]+가지/#))
    }

    @Test(arguments: [(80, 24), (44, 14)]) func aCartOfTwentyLinesSaysHowManyAreNotShown(_ width: Int, _ height: Int) {
        var state = OrdersFixture.state([OrdersFixture.mine(long)], width: width, height: height)
        state.press(.character("a"))
        #expect(state.order?.items.count == 20)
        #expect(picture(state).contains(#/\+[0-9]+/#))
    }

    @Test func aSearchFindsALineThatNoRowHasRoomFor() {
        var state = OrdersFixture.state(
            [OrdersFixture.mine(OrdersFixture.order(13, .received), long)], width: 44, height: 14)
        state.press(.character("/"))
        state.type("찬 20")
        #expect(state.list.foundCount == 1)
        #expect(state.list.selected(Order.self)?.id == 12)
    }
}
