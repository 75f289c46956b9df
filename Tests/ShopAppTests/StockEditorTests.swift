import Canvas
import Domain
import ShopClient
import Terminal
import Testing

@testable import ShopApp

struct StockEditorTests {
    private func editor(_ keys: Key...) -> ShopState {
        var state = BarFixture.state(80, 24)
        state.press(.character("e"))
        for key in keys { state.press(key) }
        return state
    }

    private func counts(_ state: ShopState) -> [Int?] {
        state.editor.map { editor in editor.fruits.map { editor.count(of: $0.id) } } ?? []
    }

    @Test func itBeginsAtThePresentStock() {
        #expect(counts(editor()) == [10, 8, 100, 0])
        #expect(editor().editor?.isEdited == false)
    }

    @Test func arrowsSignsAndDigitsChangeTheFruitUnderTheFocus() {
        #expect(counts(editor(.right, .right, .left, .character("+"))) == [12, 8, 100, 0])
        #expect(counts(editor(.down, .character("2"), .character("5"))) == [10, 25, 100, 0])
        #expect(counts(editor(.up, .pageUp, .pageUp, .pageDown)) == [10, 8, 100, 10])
        #expect(counts(editor(.down, .backspace, .up, .character("-"))) == [9, nil, 100, 0])
    }

    @Test func aStepperEndsAtNothingAndAtAHundred() {
        #expect(counts(editor(.down, .down, .right, .down, .left)) == [10, 8, 100, 0])
    }

    @Test func whatIsTypedMayBeTooMuchButIsNotSent() {
        var state = editor(.down, .character("1"), .character("0"), .character("1"), .up)
        let effects = state.press(.enter)
        #expect(ShopState.stock(in: effects) == nil)
        #expect(state.editor?.notice == .count)
        #expect(state.editor?.focus == "banana")
        #expect(Fixture.frame(state).picture.ranges(of: "0개부터 100개까지").count == 1, "it is said once")
        state.press(.character("5"))
        #expect(state.editor?.notice == nil)
    }

    @Test func closingAppliesAllCountsAndEscapeNone() throws {
        var state = editor(.right)
        let draft = try #require(ShopState.stock(in: state.press(.enter)))
        #expect(draft.counts == ["strawberry": 11, "banana": 8, "pineapple": 100, "kiwi": 0])
        #expect(draft.contentVersion == 1)
        #expect(state.editor?.isSending == true)
        let done = state.report(draft, .stored)
        #expect(done.contains(.refresh(.juice)))
        #expect(state.editor == nil)
        #expect(state.toast.current?.kind == .done)
        var discarded = editor(.right)
        let nothing = discarded.press(.escape, .character("y"))
        #expect(nothing == [])
        #expect(discarded.editor == nil)
    }

    @Test func closingWithoutAChangeAsksNobody() {
        var state = editor(.right, .left)
        let effects = state.press(.enter)
        #expect(effects == [])
        #expect(state.editor == nil)
    }

    @Test func nothingIsSentTwice() {
        var state = editor(.right)
        let effects = state.press(.enter, .enter, .right, .character("5"), .enter)
        #expect(effects.count { if case .restock? = $0.request(JuiceBarRequest.self) { true } else { false } } == 1)
        #expect(counts(state).first == 11)
    }

    @Test func aStockThatChangedElsewhereIsShownAndWhatWasEditedHereIsKept() {
        var state = editor(.right, .down, .character("5"), .character("0"))
        _ = reduce(&state, .sectionChanged(BarFixture.section(BarFixture.bananas(6), version: 2), at: Fixture.noon))
        #expect(state.editor?.notice == .changed)
        #expect(counts(state) == [11, 6, 100, 0])
        let draft = ShopState.stock(in: state.press(.enter))
        #expect(draft?.contentVersion == 2)
        #expect(draft?.counts["banana"] == 6)
    }

    @Test func theShopsOwnRefusalToOverwriteBringsTheNewNumbers() throws {
        var state = editor(.down, .right)
        let draft = try #require(ShopState.stock(in: state.press(.enter)))
        // The event may arrive before the answer. Only the answer shows that someone else made the change.
        _ = reduce(&state, .sectionChanged(BarFixture.section(BarFixture.bananas(6), version: 2), at: Fixture.noon))
        #expect(counts(state) == [10, 9, 100, 0])
        let effects = state.report(draft, .changedMeanwhile)
        #expect(effects.contains(.refetch(.fruits)))
        #expect(state.editor?.notice == .changed)
        #expect(counts(state) == [10, 6, 100, 0])
    }

    @Test func theSameNumbersUnderAnotherVersionAreNoNews() {
        var state = editor(.right)
        _ = reduce(&state, .sectionChanged(BarFixture.section(BarFixture.fruits, version: 2), at: Fixture.noon))
        #expect(state.editor?.notice == nil)
        #expect(counts(state).first == 11)
    }

    @Test(arguments: [401, 403, 500]) func aRefusalStaysInTheEditorWithItsNumbers(_ status: Int) throws {
        var state = editor(.right)
        let draft = try #require(ShopState.stock(in: state.press(.enter)))
        state.report(draft, .refused(status: status))
        #expect(state.editor?.notice == .refused(status: status))
        #expect(counts(state).first == 11)
        #expect(Fixture.frame(state).picture.contains(status == 500 ? "500으로" : "가게 주인만"))
    }

    @Test func whereTheServerIsAwayNothingIsLostAndTheSameIsSentAgain() throws {
        var state = editor(.right)
        let first = try #require(ShopState.stock(in: state.press(.enter)))
        state.report(first, .unanswered(.unreachable))
        #expect(counts(state).first == 11)
        let again = try #require(ShopState.stock(in: state.press(.enter)))
        #expect(again == first)
        state.report(again, .unanswered(.timedOut))
        let other = try #require(ShopState.stock(in: state.press(.right, .enter)))
        #expect(other.key != first.key)
        #expect(other.counts["strawberry"] == 12)
    }

    @Test func whoLeavesBeforeTheAnswerHearsOfItAllTheSame() throws {
        var state = editor(.right)
        let draft = try #require(ShopState.stock(in: state.press(.enter)))
        state.press(.escape)
        state.report(draft, .refused(status: 403))
        #expect(state.editor == nil)
        #expect(state.toast.current?.kind == .failed)
    }

    @Test func aFruitThatIsGoneIsGoneFromTheEditorToo() {
        var state = editor(.down)
        let fruits = Array(BarFixture.fruits.dropFirst(2))
        _ = reduce(&state, .sectionChanged(BarFixture.section(fruits, version: 2), at: Fixture.noon))
        #expect(state.editor?.fruits.map(\.id) == ["pineapple", "kiwi"])
        #expect(state.editor?.focus == "pineapple")
        _ = reduce(&state, .sectionChanged(BarFixture.section([FruitStock](), version: 3), at: Fixture.noon))
        let effects = state.press(.right, .down, .character("5"), .enter)
        #expect(effects == [])
    }
}
