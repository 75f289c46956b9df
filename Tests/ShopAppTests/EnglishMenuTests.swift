import Canvas
import Domain
import ShopClient
import Terminal
import TerminalText
import Testing

@testable import ShopApp

/// Menus with and without English names.
@Suite struct EnglishMenuTests {
    private static let own = Fixture.galbi.title.string
    private static let english = "[Sobanga] Handmade tteokgalbi, a tray"

    /// Returns whether the screen shows the dish's English name, and whether it shows its Korean one.
    private func names(_ state: ShopState, _ words: Words) -> [Bool] {
        let frame = Fixture.frame(state, words)
        return [frame.contains(EnglishMenuTests.english), frame.contains(EnglishMenuTests.own)]
    }

    private func expectNames(_ state: ShopState, at location: SourceLocation = #_sourceLocation) {
        #expect(names(state, .english) == [true, false], sourceLocation: location)
        #expect(names(state, .korean) == [false, true], sourceLocation: location)
    }

    @Test func theListAndThePaneBesideItSpeakTheReadersLanguage() {
        for width in [80, 140] {
            let state = Fixture.state(width, 40)
            expectNames(state)
            #expect(Fixture.frame(state, .english).contains("Rib patties, sweet and salty"))
        }
    }

    @Test func whatTheShopHasInItsOwnWordsOnlyIsShownInThem() {
        #expect(Fixture.frame(Fixture.state(80, 24), .english).contains(Fixture.stew.title.string))
    }

    @Test func thePageOfADishSpeaksTheReadersLanguage() {
        var state = Fixture.state(80, 24)
        state.press(.right)
        expectNames(state)
        state.arrive()
        let frame = Fixture.frame(state, .english)
        #expect(frame.contains("Tteokgalbi as if grilled"))
        #expect(frame.contains("Dawn delivery in Seoul"))
        #expect(frame.contains("free from 40,000원"))
        #expect(!Fixture.frame(state).contains("Dawn delivery"))
    }

    @Test func theOrderFormSpeaksTheReadersLanguage() {
        var state = Fixture.state(80, 24)
        state.press(.character("o"))
        expectNames(state)
    }

    @Test func toastsSpeakTheReadersLanguage() {
        let item = Fixture.galbi.saleItem(at: Won(10_900))
        for toast in [Toast.dish(Fixture.galbi, in: .main), .soldOut(item), .inCart(item, 1, Cart())] {
            #expect(toast.text[.english][0].contains(EnglishMenuTests.english))
            #expect(toast.text[.korean][0].contains(EnglishMenuTests.own))
        }
    }

    @Test func theJuiceBarSpeaksTheReadersLanguage() {
        for width in [80, 140] {
            let state = BarFixture.state(width, 24)
            #expect(Fixture.frame(state, .english).contains("Banana juice"))
            #expect(Fixture.frame(state, .english).contains("Banana 2"))
            #expect(Fixture.frame(state).contains("바나나쥬스"))
            #expect(!Fixture.frame(state).contains("Banana"))
        }
    }

    @Test func aJuiceIsFoundByWhatItTakesInEitherLanguage() {
        for text in ["banana", "바나나"] {
            var state = BarFixture.state(80, 24)
            state.press(.character("/"))
            state.type(text)
            #expect(state.list.sections.map(\.total) == [2, 1])
        }
    }

    @Test(arguments: ["tteokgalbi", "떡갈비", "rib patties", "달콤짭짤"])
    func aDishIsFoundByWhatItIsCalledInEitherLanguage(text: String) {
        var state = Fixture.state(80, 24)
        state.press(.character("/"))
        state.type(text)
        #expect(state.list.selected(Dish.self) == Fixture.galbi)
        #expect(state.list.sections.map(\.total).reduce(0, +) == 1)
    }
}
