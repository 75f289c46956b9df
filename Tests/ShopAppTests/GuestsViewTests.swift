import Canvas
import Domain
import Foundation
import ShopClient
import Terminal
import TerminalText
import Testing

@testable import ShopApp

/// Commands reserved for the keeper are not offered to guests.
struct GuestsViewTests {
    private func shop(at key: Key) -> ShopState {
        var state = ShopState(
            size: Size(width: 80, height: 24),
            sections: [BarFixture.section(BarFixture.juices), BarFixture.section(BarFixture.fruits)]
                + DrinkKind.allCases.map { MachineFixture.section($0) },
            counters: [JuiceCounter(isKeeper: false), DrinksCounter(isKeeper: false)], connection: .connected,
            guest: Guest(name: "홍길동"), now: Fixture.noon)
        state.press(key)
        return state
    }

    @Test func theBarHasNoKeyForTheStock() {
        var state = shop(at: .character("1"))
        state.press(.character("e"))
        #expect(state.layers.isEmpty)
        #expect(!Fixture.frame(state).picture.contains("재고"))
        #expect(!state.helpTopics.contains { $0.keys.contains { $0.command == .editStock } })
    }

    @Test func enterOnAFruitTellsHowManyThereAre() {
        var state = shop(at: .character("1"))
        state.press(.tab, .enter)
        #expect(state.layers.isEmpty)
        #expect(state.toast.current != nil)
    }

    @Test func tooLittleFruitIsToldWithoutAskingForTheStock() throws {
        var state = shop(at: .character("1"))
        state.press(.enter)
        #expect(state.layers.isEmpty)
        #expect(Fixture.frame(state).contains("딸기 6개 모자라요"))
        let draft = try #require(ShopState.juice(in: state.press(.down, .enter, .enter)))
        state.report(draft, .short(["strawberry": 6]))
        #expect(state.layers.isEmpty)
        #expect(Fixture.frame(state).contains("재료가 부족합니다."))
    }

    @Test func theMachineHasNoKeyForItsKeeper() {
        var state = shop(at: .character("2"))
        let effects = state.press(.character("a"))
        #expect(effects == .unknownKey)
        #expect(state.admin == nil)
        #expect(!Fixture.frame(state).picture.contains("관리"))
        #expect(!state.helpTopics.contains(.admin))
    }

    @Test func helpOpensWhatThereIsForGuests() {
        var state = shop(at: .character("1"))
        state.press(.enter, .function(1))
        #expect(state.help != nil)
    }
}
