import Canvas
import Domain
import ShopClient
import Terminal
import Testing

@testable import ShopApp

/// A guest who is idle at someone else's terminal is warned and then logged out.
@Suite struct IdleTests {
    private func visit(seconds: Int = 600) -> ShopState {
        ShopState(
            size: Size(width: 80, height: 24), sections: Fixture.sections,
            counters: [MenuCounter(), DrinksCounter()], connection: .connected, idleLimit: IdleLimit(seconds: seconds),
            now: Fixture.noon)
    }

    private func fire(_ timer: TimerID, in state: inout ShopState) -> [Effect] {
        reduce(&state, .timerFired(timer, at: Fixture.noon))
    }

    @Test func theWarningCountsDownAndThenTheVisitIsOver() {
        var state = visit(seconds: 4)
        #expect(fire(.idle, in: &state).contains(.startTimer(.logOut, .seconds(1))))
        #expect(Fixture.frame(state).picture.contains("2초 뒤에 나갑니다."))
        #expect(fire(.logOut, in: &state) == [.startTimer(.logOut, .seconds(1))])
        #expect(Fixture.frame(state).picture.contains("1초 뒤에 나갑니다."))
        #expect(!state.isLoggedOut)
        #expect(fire(.logOut, in: &state) == [.quit])
        #expect(state.isLoggedOut)
    }

    @Test func anyKeyStaysAndDoesNothingElse() {
        for key in [Key.character("q"), .enter, .escape, .control("c"), .function(5)] {
            var state = visit()
            _ = fire(.idle, in: &state)
            let before = state.list.cursor
            let effects = state.press(key)
            #expect(effects == [.startTimer(.idle, .seconds(540))])
            #expect(state.layers.isEmpty)
            #expect(state.list.cursor == before)
            #expect(fire(.logOut, in: &state).isEmpty)
            #expect(!state.isLoggedOut)
        }
    }

    @Test func everyKeyCountsAnewAndWithoutALimitNothingCounts() {
        var state = visit()
        #expect(state.press(.down).contains(.startTimer(.idle, .seconds(540))))
        #expect(fire(.spinner, in: &state).allSatisfy { $0 != .startTimer(.idle, .seconds(540)) })
        var own = Fixture.state(80, 24)
        let effects = own.press(.down, .character("?"), .escape)
        #expect(!effects.contains { if case .startTimer(.idle, _) = $0 { true } else { false } })
    }

    @Test func theWarningLiesAboveAForm() {
        var state = visit()
        state.press(.character("?"))
        _ = fire(.idle, in: &state)
        #expect(state.layers.top is IdleWarning)
        state.press(.character("x"))
        #expect(state.layers.top is HelpPage)
    }

    @Test func nothingSuspendsAndCtrlCLeavesAsQDoes() {
        var state = visit()
        #expect(!state.keyTable.contains { $0.command == .stop })
        #expect(!state.press(.control("z")).contains(.stop))
        #expect(reduce(&state, .stopRequested).isEmpty)
        state.press(.character("?"))
        #expect(state.press(.control("c")).contains(.quit))
        var own = Fixture.state(80, 24)
        #expect(own.press(.control("z")).contains(.stop))
        #expect(!own.press(.control("c")).contains(.quit))
    }
}
