import Canvas
import Domain
import Foundation
import ShopClient
import Terminal
import TerminalText
import Testing

@testable import ShopApp

struct MenuReducerTests {
    private func state(_ counts: [Int] = [10, 10, 10]) -> ShopState {
        let sections = zip(SectionID.menu, counts).map { Fixture.section($0, Fixture.manyDishes($1, prefix: $0.name)) }
        return Fixture.state(80, 24, sections: sections)
    }

    @Test func arrowsAndLettersMoveTheSelection() {
        var state = state()
        state.press(.down, .character("j"), .down, .character("k"), .up)
        #expect(state.list.cursor.selection == ListPosition(section: 0, row: 1))
        state.press(.character("]"))
        #expect(state.list.cursor.selection == ListPosition(section: 1, row: 0))
        state.press(.backTab, .end)
        #expect(state.list.cursor.selection == ListPosition(section: 2, row: 9))
        state.press(.character("g"))
        #expect(state.list.cursor.selection == ListPosition(section: 0, row: 0))
    }

    @Test func hotkeysWorkWithTheHangulInputMethodOn() {
        var state = state()
        expect([.refetch(.main)], of: &state, pressing: .character("ㄱ"))
        expect([.refetchAll], of: &state, pressing: .character("ㄲ"))
        expect([.quit], of: &state, pressing: .character("ㅂ"))
        state.press(.character("ㅓ"), .character("ㅓ"))
        #expect(state.list.cursor.selection.row == 2)
        #expect(state.list.filter == nil)
    }

    @Test func refetchAsksForTheSectionUnderTheCursorOnly() {
        var state = state()
        expect([.refetch(.main)], of: &state, pressing: .character("r"))
        expect([.refetch(.soup)], of: &state, pressing: .tab, .character("r"))
        expect([.refetchAll], of: &state, pressing: .character("R"))
    }

    @Test func aRefetchedSectionSaysForASecondThatItIsUpToDate() {
        var state = state()
        func answer(_ section: SectionID, isFetching: Bool, _ failure: FetchFailure? = nil) -> [Effect] {
            var next = state.section(section) ?? Fixture.section(section, [])
            (next.isFetching, next.failure) = (isFetching, failure)
            return reduce(&state, .sectionChanged(next, at: Fixture.noon))
        }
        let said = Effect.startTimer(.confirmed, .seconds(1))
        // Nobody asked for this one.
        _ = answer(.main, isFetching: true)
        #expect(!answer(.main, isFetching: false).contains(said))
        state.press(.character("r"))
        _ = answer(.main, isFetching: true)
        #expect(!Fixture.frame(state).contains("최신"))
        #expect(answer(.main, isFetching: false).contains(said))
        #expect(Fixture.frame(state).picture.ranges(of: "최신").count == 1)
        _ = reduce(&state, .timerFired(.confirmed, at: Fixture.noon))
        #expect(!Fixture.frame(state).contains("최신"))
        state.press(.character("r"))
        _ = answer(.main, isFetching: true)
        #expect(!answer(.main, isFetching: false, .unreachable).contains(said))
        #expect(!Fixture.frame(state).contains("최신"))
    }

    @Test func anAnswerThatComesBeforeItsFetchWasSeenSaysSoToo() {
        var state = state()
        func arrive(_ failure: FetchFailure?, seconds: Double) -> [Effect] {
            var next = state.section(.main) ?? Fixture.section(.main, [])
            (next.confirmedAt, next.failure) = (Fixture.noon.addingTimeInterval(seconds), failure)
            return reduce(&state, .sectionChanged(next, at: Fixture.noon))
        }
        let said = Effect.startTimer(.confirmed, .seconds(1))
        #expect(!arrive(nil, seconds: 1).contains(said))
        state.press(.character("r"))
        #expect(arrive(nil, seconds: 2).contains(said))
        #expect(Fixture.frame(state).contains("최신"))
        _ = reduce(&state, .timerFired(.confirmed, at: Fixture.noon))
        state.press(.character("r"))
        #expect(!arrive(.unreachable, seconds: 2).contains(said))
        #expect(!arrive(nil, seconds: 3).contains(said), "it is a later one")
    }

    @Test func aSectionWithoutDishesCanBeSelectedAndRefetched() {
        var state = state([2, 0, 2])
        state.press(.down, .down)
        #expect(state.list.cursor.selection == ListPosition(section: 1, row: 0))
        expect([.refetch(.soup)], of: &state, pressing: .character("r"))
    }

    @Test func theSelectionStaysOnItsDishWhenRowsComeAndGo() throws {
        var state = state()
        state.press(.down, .down, .down)
        let selected = try #require(state.list.selected(Dish.self))
        var dishes = Fixture.manyDishes(10, prefix: "main")
        dishes.insert(Fixture.galbi, at: 0)
        dishes.remove(at: 2)
        dishes.swapAt(3, 9)
        _ = reduce(&state, .sectionChanged(Fixture.section(.main, dishes, version: 2), at: Fixture.noon))
        #expect(state.list.selected(Dish.self) == selected)
        #expect(state.list.cursor.selection.row == 9)
    }

    @Test func theSelectionKeepsItsPlaceWhenItsDishIsGone() {
        var state = state()
        state.press(.down, .down, .down)
        var dishes = Fixture.manyDishes(10, prefix: "main")
        dishes.remove(at: 3)
        _ = reduce(&state, .sectionChanged(Fixture.section(.main, dishes, version: 2), at: Fixture.noon))
        #expect(state.list.selected(Dish.self)?.detailHash == "main4")
        _ = reduce(&state, .sectionChanged(Fixture.section(.main, [], version: 3), at: Fixture.noon))
        #expect(state.list.cursor.selection == ListPosition(section: 0, row: 0))
    }

    @Test func ofTwoRowsWithOneHashTheNearerOneStaysSelected() {
        let twins = [Fixture.galbi, Fixture.stew, Fixture.galbi]
        var state = Fixture.state(80, 24, sections: [Fixture.section(.main, twins)])
        state.press(.down, .down)
        _ = reduce(
            &state, .sectionChanged(Fixture.section(.main, twins + [Fixture.bulgogi], version: 2), at: Fixture.noon))
        #expect(state.list.cursor.selection.row == 2)
    }

    @Test func theSelectedRowStaysOnItsLineWhenAnotherSectionGrows() {
        var state = state([1, 10, 10])
        state.press(.tab, .down, .down)
        let before = Fixture.frame(state).cursor
        let grown = Fixture.section(.main, Fixture.manyDishes(50), version: 2)
        _ = reduce(&state, .sectionChanged(grown, at: Fixture.noon))
        #expect(Fixture.frame(state).cursor == before)
        #expect(state.list.selected(Dish.self)?.detailHash == "soup2")
    }

    @Test func theSelectionStaysOnItsDishAndInViewWhenTheScreenChanges() throws {
        var state = state()
        state.press(.end, .up)
        let selected = try #require(state.list.selected(Dish.self))
        for size in [
            Size(width: 20, height: 6), Size(width: 300, height: 100), Size(width: 5, height: 2),
            Size(width: 44, height: 14),
        ] {
            _ = reduce(&state, .resized(size))
            #expect(state.list.selected(Dish.self) == selected)
            guard !state.list.layout.isTooSmall else { continue }
            let line = state.list.geometry.line(of: state.list.cursor.selection) - state.list.cursor.top
            #expect((0..<state.list.layout.height).contains(line))
        }
    }

    @Test func aBurstOfKeysEndsWhereSingleKeysWould() {
        var state = state([10_000, 3, 3])
        for _ in 0..<2_000 { state.press(.down) }
        #expect(state.list.cursor.selection == ListPosition(section: 0, row: 2_000))
    }
}
