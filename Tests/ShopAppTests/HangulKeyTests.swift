import Canvas
import Domain
import ShopClient
import Terminal
import TerminalText
import Testing

@testable import ShopApp

/// Keys with the Hangul input method on: a lone jamo is a hotkey, a composed syllable is text.
@Suite struct HangulKeyTests {
    @Test(arguments: [("ㄱ", "r"), ("ㅃ", "Q"), ("ㅏ", "k"), ("ㅘ", "hk"), ("ㅄ", "qt")])
    func aJamoStandsForTheLatinKeysThatWriteIt(_ jamo: Character, _ latin: String) {
        #expect(Key.latinKeys(ofJamo: jamo) == latin.map { .character($0) })
        #expect(!Key.character(jamo).isHangulSyllable)
    }

    @Test(arguments: ["가", "값", "힣", "쀍"] as [Character]) func aSyllableStandsForNoKeys(_ syllable: Character) {
        #expect(Key.latinKeys(ofJamo: syllable) == nil)
        #expect(Key.character(syllable).isHangulSyllable)
    }

    @Test func otherCharactersAreNeither() {
        for character in ["a", "é", "漢", "ᄀ"] as [Character] {
            #expect(Key.latinKeys(ofJamo: character) == nil)
            #expect(!Key.character(character).isHangulSyllable)
        }
        #expect(!Key.enter.isHangulSyllable && !Key.paste("가").isHangulSyllable)
    }

    @Test func whatIsTypedOnAButtonDoesNotPressItUntilEnterOrAnotherFocus() {
        for text in [[Key.character("덜"), .character(" "), .character("맵")], [.paste("덜 맵게"), .character(" ")]] {
            var state = OrdersFixture.shop(guest: Guest(name: "길동"))
            state.press(.character("o"))
            state.press(.enter)
            #expect(state.order?.focus == .confirm)
            state.press(text)
            #expect(state.order?.isSending == false)
            state.press(.left, .right)
            let pressed = state.sent(.character(" "))
            #expect(pressed != nil)
        }
        var state = OrdersFixture.shop(guest: Guest(name: "길동"))
        state.press(.character("o"))
        state.press(.enter, .character("덜"))
        let entered = state.sent(.enter)
        #expect(entered != nil)
        // On a button of a question as well.
        state = OrdersFixture.shop(guest: Guest(name: "길동"))
        state.press(.character("o"))
        state.press(.character("7"), .escape, .character("덜"), .character(" "))
        #expect(state.layers[Dialog<DiscardQuestion<OrdersCounter>>.self] != nil)
        state.press(.left, .character(" "))
        #expect(state.order == nil)
    }

    @Test func aBlankPressesAButtonAgainAfterAnotherOneWhileItWasSent() throws {
        var state = OrdersFixture.shop(guest: Guest(name: "길동"))
        state.press(.character("o"))
        state.press(.enter)
        let sent = state.sent(.character(" "))
        let draft = try #require(sent)
        state.press(.character(" "))
        state.report(draft, .notSaved(.unreachable))
        let again = state.sent(.character(" "))
        #expect(again != nil)
    }

    @Test func aNameTypedOnTheContactListIsSearchedAndDeletesNobody() {
        var state = BookFixture.state(80, 24)
        let requests = "이교수".flatMap { state.press(.character($0)) }.compactMap(\.contactsRequest)
        #expect(requests.count == 3)
        #expect(
            requests.allSatisfy { if case .list(let query) = $0 { "이교수".hasPrefix(query.text) } else { false } })
        #expect(state.layer == .filter)
        #expect(state.list.filter?.search.text == "이교수")
    }

    @Test func aDishTypedOnTheMenuIsSearchedAndQuitsNothing() {
        var state = ShopState(
            size: Size(width: 80, height: 24), sections: Fixture.sections, connection: .connected, hasPhoneBook: true,
            now: Fixture.noon)
        #expect("불고기".flatMap { state.press(.character($0)) } == [])
        #expect(state.isTyping)
        #expect(state.list.filter?.search.text == "불고기")
    }

    @Test func everyCounterSearchesWhatIsTypedOnItsList() {
        let sections =
            Fixture.sections.prefix(2) + SectionID.juiceBar.map { Section(id: $0) }
            + DrinkKind.allCases.map { MachineFixture.section($0) }
        var state = ShopState(
            size: Size(width: 80, height: 24), sections: sections, connection: .connected, hasPhoneBook: true,
            now: Fixture.noon)
        #expect(state.tabs.count == 5)
        for number in state.tabs {
            state.press(.character(Character("\(number + 1)")))
            #expect(state.shownNumber == number)
            state.press(.character("각"), .character("뷁"), .character("쩳"))
            #expect(state.isTyping, "\(state.counter)")
            #expect(state.list.filter?.search.text == "각뷁쩳", "\(state.counter)")
            state.press(.enter, .character("가"))
            #expect(state.list.filter?.search.text == "각뷁쩳가", "a kept search goes on")
            state.press(.escape)
        }
    }

    @Test func theHelpPageSearchesAsWell() throws {
        var state = BookFixture.state(80, 24)
        state.press(.character("?"), .character("삭"), .character("제"))
        #expect(state.layers[HelpPage.self]?.search?.text == "삭제")
    }

    @Test func whereNothingCanBeSearchedASyllableDoesNothing() {
        for keys in [[Key.enter], [.enter, .character("d")], [.character("a"), .tab, .tab, .tab]] {
            var state = BookFixture.state(80, 24)
            for key in keys { state.press(key) }
            let before = state.layers.layers.map(HangulKeyTests.outline)
            for syllable in "유교빈달곱" {
                let effects = state.press(.character(syllable)).compactMap(\.contactsRequest)
                #expect(effects.isEmpty)
            }
            #expect(state.layers.layers.map(HangulKeyTests.outline) == before)
            #expect(state.list.filter == nil)
        }
    }

    /// The type of a layer, and where the focus of its form is: that it ignores a text is no effect.
    private static func outline(of layer: any Layer) -> String {
        guard let form = layer as? any FormLayer else { return "\(type(of: layer))" }
        return "\(type(of: layer)) \(form.focus) \(form.hasUnsavedInput)"
    }

    @Test func aCompoundJamoActsOnOneLayer() {
        var state = BookFixture.state(80, 24)
        state.press(.enter)
        let open = state.layers.layers.count
        // On a contact's card, ㅗ closes it; on the list, ㅐ would place an order in the contact's name.
        let effects = state.press(.character("ㅙ"))
        #expect(state.layers.layers.count == open - 1)
        #expect(state.guest == BookFixture.state(80, 24).guest)
        #expect(effects.compactMap(\.contactsRequest).isEmpty)
    }
}
