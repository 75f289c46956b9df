import Canvas
import ShopClient
import ShopModels
import Terminal
import TerminalText
import Testing

@testable import ShopApp

struct JuiceBarViewTests {
    private func dialog(_ width: Int, _ height: Int) -> ShopState {
        var state = BarFixture.state(width, height)
        state.dialog = DialogState(.restock(juice: "딸바쥬스", missing: ["strawberry": 2, "banana": 1]))
        return state
    }

    private func editor(_ width: Int, _ height: Int) -> ShopState {
        var state = BarFixture.state(width, height)
        state.press(.character("e"), .down, .character("5"), .character("0"))
        return state
    }

    @Test func theBarOnAnOrdinaryScreen() {
        #expect(
            Fixture.frame(BarFixture.state(80, 24)).picture == """
                ─ 1 반찬 ─ 2 쥬스 ───────────────────────────────────────────────────── 연결됨 ─
                  쥬스  주문하면 바로 갈아 드리는 쥬스                                     3개

                  딸기쥬스        딸기 16                                  재료 부족   5,500원
                  바나나쥬스      바나나 2                                             4,000원
                  딸바쥬스        딸기 10 + 바나나 1                                   5,000원

                  과일  오늘 남은 과일                                                     4개

                  딸기            =====---------------------------------------------        10
                  바나나          ====----------------------------------------------         8
                  파인애플        ==================================================       100
                  키위            --------------------------------------------------         0










                ─ Enter 만들기 ─ e 재고 ─ r 다시 받기 ─ R 모두 ─ ? 도움말 ─ q 나가기 ───────────
                """)
    }

    @Test func theBarOnASmallScreen() {
        #expect(
            Fixture.frame(BarFixture.state(44, 14), .english).picture == """
                ─ 1 Banchan ─ 2 Juice ────────── connected ─
                  쥬스  주문하면 바로 갈아 드리는 쥬스   3
                  딸기쥬스    딸기 16      short   5,500원
                  바나나쥬스  바나나 2             4,000원
                  딸바쥬스    딸기 10 + 바나나 1   5,000원
                  과일  오늘 남은 과일                   4
                  딸기        ===--------------------   10
                  바나나      ==---------------------    8
                  파인애플    =======================  100
                  키위        -----------------------    0



                ─ Enter make ─ e stock ─ ? help ─ q quit ───
                """)
    }

    @Test func theBarOnTheSmallestScreen() {
        #expect(
            Fixture.frame(BarFixture.state(20, 6)).picture == """
                ─ 2 쥬스 ── 연결됨 ─
                 쥬스           3개
                 딸기쥬스     부족
                 바나나쥬스 4,000원
                 딸바쥬스   5,000원
                ─ Enter 만들기 ─────
                """)
    }

    @Test func theQuestionOnAnOrdinaryScreen() {
        #expect(
            Fixture.frame(dialog(80, 24)).picture == """
                ─ 1 반찬 ─ 2 쥬스 ───────────────────────────────────────────────────── 연결됨 ─
                  쥬스  주문하면 바로 갈아 드리는 쥬스                                     3개

                  딸기쥬스        딸기 16                                  재료 부족   5,500원
                  바나나쥬스      바나나 2                                             4,000원
                  딸바쥬스        딸기 10 + 바나나 1                                   5,000원

                  과일  오 ┌─ 딸바쥬스 ─────────────────────────────────────────────┐      4개
                           │                                                        │
                  딸기     │  재료가 모자라요. 재고를 수정할까요?                   │       10
                  바나나   │                                                        │        8
                  파인애플 │  딸기    2개 모자라요                                  │      100
                  키위     │  바나나  1개 모자라요                                  │        0
                           │                                                        │
                           │  [ 예 ]  [ 아니오 ]                                    │
                           │                                                        │
                           └────────────────────────────────────────────────────────┘






                ─ Enter 누르기 ─ Esc 닫기 ─ F1 도움말 ──────────────────────────────────────────
                """)
    }

    @Test func theQuestionOnASmallScreen() {
        #expect(
            Fixture.frame(dialog(44, 14), .english).picture == """
                ─ 1 Banchan ─ 2 Juice ────────── connected ─
                  딸바쥬스
                  재료가 모자라요. 재고를 수정할까요?

                  딸기    2개 모자라요
                  바나나  1개 모자라요

                  [ 예 ]  [ 아니오 ]





                ─ Enter press ─ Esc close ─ F1 help ────────
                """)
    }

    @Test func theQuestionOnTheSmallestScreen() {
        #expect(
            Fixture.frame(dialog(20, 6)).picture == """
                ─ 2 쥬스 ── 연결됨 ─
                 딸바쥬스
                 재료가 모자라요.
                 재고를 수정할까요?
                 [예] [아니오]
                ─ Enter 누르기 ─────
                """)
    }

    @Test func theEditorOnAnOrdinaryScreen() {
        #expect(
            Fixture.frame(editor(80, 24)).picture == """
                ─ 1 반찬 ─ 2 쥬스 ───────────────────────────────────────────────────── 연결됨 ─
                  쥬스  주문하면 바로 갈아 드리는 쥬스                                     3개

                  딸기쥬스        딸기 16                                  재료 부족   5,500원
                  바나나쥬스      바나나 2                                             4,000원
                  딸바쥬스        딸기 10 + 바나나 1                                   5,000원

                  과일  오 ┌─ 재고 ─────────────────────────────────────────────────┐      4개
                           │                                                        │
                  딸기     │  딸기          10         ==---------------            │       10
                  바나나   │  바나나        50    - +  =========--------    전에 8  │        8
                  파인애플 │  파인애플      100        =================            │      100
                  키위     │  키위          0          -----------------            │        0
                           │                                                        │
                           │  과일마다 0개부터 100개까지                            │
                           │                                                        │
                           └────────────────────────────────────────────────────────┘






                ─ Enter 적용 ─ 0-9 수량 ─ Esc 그만두기 ─ F1 도움말 ─────────────────────────────
                """)
    }

    @Test func theEditorOnASmallScreen() {
        #expect(
            Fixture.frame(editor(44, 14), .english).picture == """
                ─ 1 Banchan ─ 2 Juice ────────── connected ─
                  Stock
                  딸기        10         =-------
                  바나나      50    - +  ====----    was 8
                  파인애플    100        ========
                  키위        0          --------

                  0 to 100 of each fruit





                ─ Enter apply ─ Esc discard ─ F1 help ──────
                """)
    }

    @Test func theEditorOnTheSmallestScreen() {
        #expect(
            Fixture.frame(editor(20, 6)).picture == """
                ─ 2 쥬스 ── 연결됨 ─
                 딸기      10
                 바나나    50    -
                 파인애플  100
                 키위      0
                ─ Enter 적용 ───────
                """)
    }

    @Test func theShownCounterIsInReverseAndTheOthersAreDim() throws {
        for (counter, shown) in [(Key.character("1"), "1 반찬"), (.character("2"), "2 쥬스")] {
            let frame = Fixture.frame(BarFixture.state(80, 24, at: counter))
            let top = try #require(frame.panels.first { $0.region == Region("frame-top") })
            for span in top.lines[0].spans where span.text.contains("반찬") || span.text.contains("쥬스") {
                #expect(span.style.weight.contains(.reverse) == span.text.contains(shown))
            }
        }
    }

    @Test func aJuiceThatCannotBeMadeIsDimAndSaysSo() throws {
        var state = BarFixture.state(80, 24)
        state.press(.down)
        let section = try #require(Fixture.frame(state).panels.first { $0.region == Region("juice/menu") })
        let spans = section.lines[2].spans
        #expect(spans.contains { $0.text == " 재료 부족 " } && spans.contains { $0.text == "딸기쥬스" && $0.style == .dim })
    }

    @Test(arguments: [(0, 0), (1, 1), (2, 1), (3, 2), (50, 25), (99, 50), (100, 50), (-5, 0), (9_999, 50)])
    func aBarShowsEveryPieceAndIsNeverLongerThanItsRoom(_ count: Int, _ filled: Int) {
        #expect(StockBar(count: count, columns: 50).filled == filled)
    }

    @Test func movingBetweenFruitsDrawsTheEditorOnly() {
        var compositor = Compositor()
        var view = ShopView(words: .korean)
        var state = editor(80, 24)
        _ = compositor.plan(for: view.frame(of: state))
        state.press(.right)
        let plan = compositor.plan(for: view.frame(of: state))
        #expect(plan.changed == [Region("stock")] && plan.rows.count == 1)
    }

    @Test func theCursorIsAtTheNumberThatIsChanged() {
        var state = editor(80, 24)
        let before = Fixture.frame(state)
        #expect(before.showsCursor)
        state.press(.down)
        #expect(Fixture.frame(state).cursor.row == before.cursor.row + 1)
        state.press(.escape)
        #expect(!Fixture.frame(state).showsCursor)
    }

    @Test func noScreenIsTooSmallForWhatMatters() {
        for width in stride(from: 20, through: 90, by: 3) {
            for height in 6...24 {
                for words in [Words.korean, .english] {
                    for state in [BarFixture.state(width, height), dialog(width, height), editor(width, height)] {
                        let frame = Fixture.frame(state, words)
                        let lines = frame.picture.split(separator: "\n", omittingEmptySubsequences: false)
                        #expect(lines.count == height && lines.allSatisfy { String($0).columns <= width })
                        #expect(frame.cursor.column < width && (1..<(height - 1)).contains(frame.cursor.row))
                        if state.dialog != nil { #expect(frame.contains("아니오") && frame.contains("재료가")) }
                        if state.editor != nil { #expect(frame.contains("바나나") && frame.contains("50")) }
                    }
                }
            }
        }
    }

    @Test func longNamesAndManyFruitsStayInside() {
        let fruits = (0..<60).map {
            FruitStock(id: FruitID("f\($0)"), name: PlainText(String(repeating: "과일", count: 20)), count: $0)
        }
        for (width, height) in [(20, 6), (44, 14), (80, 24)] {
            var state = Fixture.state(width, height, sections: [BarFixture.section(fruits)])
            state.press(.character("e"), .up)
            let frame = Fixture.frame(state)
            #expect(state.editor?.focus == 59 && frame.contains("59"))
            let lines = frame.picture.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.count == height && lines.allSatisfy { String($0).columns <= width })
        }
    }
}
