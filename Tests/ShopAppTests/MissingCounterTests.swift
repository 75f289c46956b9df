import Canvas
import Domain
import ShopClient
import Terminal
import Testing

@testable import ShopApp

/// A shop that lacks some of the counters that the program supports.
@Suite struct MissingCounterTests {
    /// Returns a shop with the menu, the juice bar, the drinks machine and the orders.
    private func state() -> ShopState {
        Fixture.state(
            100, 24,
            sections: Fixture.sections.prefix(2) + SectionID.juiceBar.map { Section(id: $0) }
                + DrinkKind.allCases.map { MachineFixture.section($0) })
    }

    private func fail(_ state: inout ShopState, _ sections: [SectionID], _ status: Int? = 404) -> [Effect] {
        sections.flatMap { id in
            reduce(
                &state, .sectionChanged(Section(id: id, failure: status.map { .status($0) }), at: Fixture.noon))
        }
    }

    @Test func aCounterOfWhichTheServerKnowsNothingHasNoTab() {
        var state = state()
        #expect(Fixture.frame(state).picture.contains("2 주스"))
        let effects = fail(&state, SectionID.juiceBar)
        #expect(effects == [])
        let frame = Fixture.frame(state).picture
        #expect(!frame.contains("주스"))
        #expect(frame.contains("2 음료"))
        #expect(frame.contains("3 주문"))
        #expect(!state.helpTopics.contains { $0.keys.contains { $0.command == .editStock } })
    }

    @Test func theKeysAreThoseOfTheTabs() {
        var state = state()
        _ = fail(&state, SectionID.juiceBar)
        state.press(.character("2"))
        #expect(state.counter == .drinks)
        state.press(.character("3"))
        #expect(state.counter == .orders)
        state.press(.character("4"))
        #expect(state.counter == .orders)
    }

    @Test func aCounterOfWhichSomethingIsThereStays() {
        var state = state()
        _ = fail(&state, [SectionID.fruits])
        #expect(Fixture.frame(state).picture.contains("2 주스"))
        _ = fail(&state, SectionID.juiceBar, 503)
        #expect(Fixture.frame(state).picture.contains("2 주스"), "it is there, and in trouble")
    }

    @Test func whatTheServerHasAgainIsThereAgain() {
        var state = state()
        _ = fail(&state, SectionID.juiceBar)
        _ = fail(&state, SectionID.juiceBar, nil)
        #expect(Fixture.frame(state).picture.contains("2 주스"))
        state.press(.character("2"))
        #expect(state.counter == .juice)
    }

    @Test func whoStandsWhereNothingIsGoesToTheFirstCounter() {
        var state = state()
        state.press(.character("2"))
        let effects = fail(&state, SectionID.juiceBar)
        #expect(effects.contains(.show(.menu)))
        #expect(state.counter == .menu)
    }

    @Test func theFirstCounterIsAlwaysThere() {
        var state = state()
        _ = fail(&state, SectionID.menu)
        #expect(Fixture.frame(state).picture.contains("1 반찬"))
    }
}
