import Canvas
import ShopModels
import Terminal
import TerminalText
import Testing

@testable import ShopApp

struct OrderFormViewTests {
    private func form(_ width: Int, _ height: Int, _ who: String = "홍길동") -> ShopState {
        var state = Fixture.state(width, height)
        state.press(.character("o"))
        state.type(who)
        return state
    }

    @Test func theFormIsALayerInTheMiddle() {
        #expect(
            Fixture.frame(form(80, 24)).picture == """
                ─ 반찬 ──────────────────────────────────────────────────────────────── 연결됨 ─
                  메인반찬  한그릇 뚝딱 메인 요리                                          2개

                  [소반가] 수제 떡갈비 한판                                   12,900  10,900원
                  달콤짭짤한 양념이 속까지 밴 떡갈비                               이벤트특가
                           ┌─ 주문 ─────────────────────────────────────────────────┐
                  바싹 불고│                                                        │  9,800원
                  불향 가득│  [소반가] 수제 떡갈비 한판                   10,900원  │    품절
                           │                                                        │
                  국.찌게  │  이름      홍길동                                      │      1개
                           │                                                        │
                  [한끼상] │  수량      1                                           │  8,000원
                  잘 익은  │                                                        │
                           │  금액      10,900원 x 1 = 10,900원                     │
                  밑반찬   │                                                        │        |
                           │  [ 주문하기 ]  [ 취소 ]                                │
                  불러오는 │                                                        │
                           └────────────────────────────────────────────────────────┘





                ─ Enter 다음 ─ Esc 닫기 ─ F1 도움말 ────────────────────────────────────────────
                """)
    }

    @Test func onASmallScreenItIsAllThereIs() {
        var state = form(44, 14)
        state.press(.tab, .backspace, .tab, .enter)
        #expect(
            Fixture.frame(state, .english).picture == """
                ─ Banchan ────────────────────── connected ─
                  Order
                  [소반가] 수제 떡갈비 한판       10,900원

                  Name      홍길동

                  Quantity        - +
                            From 1 to 99 can be ordered.

                  Total     -

                  [ Order ]  [ Cancel ]

                ─ Enter next ─ Esc close ─ F1 help ─────────
                """)
    }

    @Test func onTheSmallestEveryFieldStillHasItsLine() {
        #expect(
            Fixture.frame(form(20, 6)).picture == """
                ─ 반찬 ──── 연결됨 ─
                 이름     홍길동
                 수량     1
                 금액     10,900원
                 [주문하기] [취소]
                ─ Enter 다음 ───────
                """)
    }

    @Test func theCursorIsSeenAtTheCaret() {
        var state = form(80, 24)
        let frame = Fixture.frame(state)
        let line = frame.picture.split(separator: "\n", omittingEmptySubsequences: false)[frame.cursor.row]
        #expect(frame.showsCursor)
        #expect(String(line).prefix(columns: frame.cursor.column).hasSuffix("홍길동"))
        state.press(.left)
        #expect(Fixture.frame(state).cursor.column == frame.cursor.column - 2)
        state.press(.tab, .tab)
        #expect(!Fixture.frame(state).showsCursor)
        state.press(.escape)
        #expect(!Fixture.frame(state).showsCursor)
    }

    @Test func typingDrawsTheFormOnly() {
        var compositor = Compositor()
        var state = form(80, 24)
        _ = compositor.plan(for: Fixture.frame(state))
        state.press(.character("가"))
        let plan = compositor.plan(for: Fixture.frame(state))
        #expect(plan.changed == [Region("order")] && plan.rows.count == 1)
    }

    @Test func noScreenIsTooSmallForWhatMatters() {
        for width in 20...70 {
            for height in 6...24 {
                var state = form(width, height, String(repeating: "가나다", count: 30))
                state.press(.tab, .backspace, .tab, .enter)
                let frame = Fixture.frame(state)
                let lines = frame.picture.split(separator: "\n", omittingEmptySubsequences: false)
                #expect(lines.count == height && lines.allSatisfy { String($0).columns <= width })
                #expect(lines.contains { $0.contains("수량") } && lines.contains { $0.contains("취소") })
                #expect(frame.cursor.column < width && frame.cursor.row < height - 1)
                #expect(lines.contains { $0.contains("이름이") }, "\(width)x\(height)")
            }
        }
    }
}
