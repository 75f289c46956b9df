import Canvas
import Domain
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

    @Test func theCursorIsSeenAtTheCaret() {
        var state = form(80, 24)
        let frame = Fixture.frame(state)
        let line = frame.picture.split(separator: "\n", omittingEmptySubsequences: false)[frame.cursor.row]
        #expect(frame.showsCursor)
        #expect(String(line).prefix(columns: frame.cursor.column).hasSuffix("홍길동"))
        state.press(.left)
        #expect(Fixture.frame(state).cursor.column == frame.cursor.column - 2)
        state.press(.tab, .tab, .tab)
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
        #expect(plan.changed == [Region("order")])
        #expect(plan.rows.count == 1)
    }

    @Test func noScreenIsTooSmallForWhatMatters() {
        for width in stride(from: 20, through: 70, by: 7) {
            for height in 6...24 {
                var state = form(width, height, String(repeating: "가나다", count: 30))
                state.press(.tab, .backspace, .enter, .enter)
                let frame = Fixture.frame(state)
                let lines = frame.picture.split(separator: "\n", omittingEmptySubsequences: false)
                #expect(lines.count == height)
                #expect(lines.allSatisfy { String($0).columns <= width })
                #expect(lines.contains { $0.contains("수량") })
                #expect(lines.contains { $0.contains("취소") })
                #expect(frame.cursor.column < width)
                #expect(frame.cursor.row < height - 1)
                #expect(lines.contains { $0.contains("이름이") }, "\(width)x\(height)")
            }
        }
    }
}
