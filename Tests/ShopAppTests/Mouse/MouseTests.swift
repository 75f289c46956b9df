import Canvas
import Domain
import ShopClient
import Terminal
import TerminalText
import Testing

@testable import ShopApp

/// Clicks and the mouse wheel.
@Suite struct MouseTests {
    private var menu: ShopState { Fixture.state(80, 24) }

    @Test func aClickSelectsARowAndADoubleClickIsEnter() {
        var state = menu
        state.click("바싹 불고기")
        #expect(state.list.selected(Dish.self) == Fixture.bulgogi)
        #expect(state.toast.current == nil)
        state.click("바싹 불고기", isDouble: true)
        #expect(state.toast.current != nil)
    }

    @Test func aDoubleClickIsOfTheRowThatItsFirstClickSelected() {
        var state = menu
        state.click("바싹 불고기")
        // The list has moved since the first click, and a different row is under the pointer.
        state.click("떡갈비", isDouble: true)
        #expect(state.list.selected(Dish.self) == Fixture.bulgogi)
        #expect(state.toast.current != nil)
    }

    @Test func aCommandOfThePaletteIsSelectedByAClickAndDoneByADoubleClick() throws {
        var state = menu
        state.press(.character(":"))
        state.click("도움말")
        let selected = try #require(state.layers[CommandPalette.self]?.selected)
        #expect(selected.command == .help)
        state.click("도움말", isDouble: true)
        #expect(state.layers[CommandPalette.self] == nil)
        #expect(state.layers[HelpPage.self] != nil)
    }

    @Test func aLineOfTheHelpPageDoesWhatItSays() {
        var state = menu
        state.press(.character("?"))
        state.type("전체")
        #expect(state.click("전체 새로고침").contains(.refetchAll))
        #expect(state.help == nil)
    }

    @Test func eachKeyInALineOfTheHelpPageDoesItsOwn() {
        var state = menu
        state.press(.character("?"))
        state.click("Home End  g G", column: 12)
        #expect(state.help == nil)
        var atTheEnd = menu
        atTheEnd.press(.character("G"))
        #expect(state.list.cursor == atTheEnd.list.cursor)
        state.press(.character("?"))
        state.click("Home End  g G")
        #expect(state.list.cursor == menu.list.cursor)
    }

    @Test func aLineOfTheHelpPageThatDoesNotWorkHereSaysWhere() {
        var state = Fixture.state(80, 120)
        state.press(.character("?"))
        state.click("주문하기로")
        #expect(state.help == nil)
        #expect(state.order == nil)
        #expect(state.toast.current?.text.korean.joined().contains("여기서 쓰지 않는 명령") == true)
    }

    @Test func whatTheHelpPageSaysOfTheMouseIsNoCommand() {
        var state = menu
        state.press(.character("?"), .end)
        #expect(state.click("Shift-drag").isEmpty)
        #expect(state.help != nil)
    }

    @Test func aSecondClickIsNotMeantForWhatTheFirstOneOpened() {
        var state = menu
        let before = DrawnShop(state)
        state.click("o 주문")
        let form = state
        #expect(before.place(of: "o 주문") != nil)
        #expect(form.order != nil)
        for row in 0..<24 {
            for column in stride(from: 0, to: 80, by: 3) {
                var state = form
                state.click(Point(column: column, row: row), isDouble: true)
                #expect(state.order == form.order)
                #expect(state.layers.layers.count == 1)
            }
        }
    }

    @Test func theWheelScrollsTheListAndTheSelectionStaysInView() {
        var state = Fixture.state(80, 24, sections: [Fixture.section(.main, Fixture.manyDishes(40))])
        let middle = Point(column: 40, row: 10)
        let effects = state.turnWheel(.wheelDown, at: middle)
        #expect(effects.isEmpty)
        #expect(state.list.cursor.top == 3)
        #expect(state.list.cursor.selection.row == 1)
        state.turnWheel(.wheelDown, 100, at: middle)
        #expect(state.list.cursor.top == state.list.geometry.lineCount - state.list.layout.height)
        state.turnWheel(.wheelUp, 100, at: middle)
        #expect(state.list.cursor.top == 0)
    }

    @Test func theWheelScrollsWhatLiesInFront() {
        var state = menu
        state.press(.character("?"))
        state.turnWheel(.wheelDown, at: Point(column: 40, row: 10))
        #expect(state.help?.top == 3)
        state.turnWheel(.wheelUp, at: Point(column: 40, row: 10))
        #expect(state.help?.top == 0)
        #expect(state.list.cursor == menu.list.cursor)
    }

    @Test func theWheelGoesFromFieldToFieldAndDoesNothingBesideAForm() {
        var state = menu
        state.press(.character("o"))
        let focus = state.order?.focus
        state.turnWheel(.wheelDown, at: Point(column: 0, row: 2))
        #expect(state.order?.focus == focus)
        #expect(state.list.cursor.top == 0)
        let place = DrawnShop(state).place(of: "수량") ?? Point(column: 0, row: 0)
        state.turnWheel(.wheelDown, at: place)
        #expect(state.order?.focus == .quantity(OrdersFixture.galbi.id))
    }

    @Test func aTabLeavesWhatLiesAboveTheListAsEscWould() {
        var state = BarFixture.state(80, 24)
        state.press(.character("?"))
        let effects = state.click("1 반찬")
        #expect(state.layers.isEmpty)
        #expect(state.counter == .menu)
        #expect(effects.contains(.show(.menu)))
    }

    @Test func aTabDoesNotLoseWhatWasTyped() {
        var state = BookFixture.state(80, 24)
        state.press(.character("a"), .character("김"))
        state.click("1 ")
        #expect(state.asks(ContactQuestion.discard))
        #expect(state.counter == .contacts)
        #expect(state.contactForm != nil)
    }

    @Test func aHeaderFoldsItsSectionAndShowsHowManyItHas() throws {
        var state = menu
        let before = DrawnShop(state)
        state.click(Point(column: 5, row: 1))
        let folded = DrawnShop(state)
        #expect(folded.place(of: "떡갈비") == nil)
        #expect(folded.place(of: "김치찌개") != nil)
        #expect(folded.rows[1].contains("접힘  2"))
        #expect(folded.rows[1].contains("메인"))
        state.click(Point(column: 5, row: 1))
        #expect(DrawnShop(state).rows == before.rows)
    }

    @Test func aFoldedSectionIsSelectedAsAWholeAndEnterUnfoldsIt() {
        for key in [Key.enter, .right, .character("l"), .character("z"), .character("ㅋ")] {
            var state = menu
            state.press(.down, .character("z"))
            #expect(state.list.isSelectionFolded)
            #expect(state.list.selected(Dish.self) == nil)
            #expect(state.saleItem == nil)
            state.press(.character("o"), .character("+"))
            #expect(state.layers.isEmpty)
            state.press(.down)
            #expect(state.list.selected(Dish.self) == Fixture.stew)
            state.press(.up, key)
            #expect(state.list.selected(Dish.self) == Fixture.galbi)
            #expect(state.layers.isEmpty)
        }
    }

    @Test func aFoldedSectionStaysFoldedWhenItChanges() {
        var state = menu
        state.press(.character("z"))
        _ = reduce(
            &state,
            .sectionChanged(Fixture.section(.main, Fixture.manyDishes(50), version: 2), at: Fixture.noon))
        #expect(state.list.isSelectionFolded)
        #expect(DrawnShop(state).rows[1].contains("접힘  50"))
        #expect(state.list.cursorPoint == Point(column: 0, row: 1))
    }

    @Test func retryInAHeaderFetchesThatSection() {
        var state = Fixture.state(
            80, 24, sections: [Fixture.sections[0], Section(id: .soup, failure: .status(503))])
        let effects = state.click("r 다시")
        #expect(effects.contains(.refetch(.soup)))
    }

    @Test func aClickPutsTheCaretBeforeTheLetterUnderIt() {
        var state = menu
        state.press(.character("o"))
        for letter in "홍길동" { state.press(.character(letter)) }
        let carets = (0...8).map { column -> Int? in
            var state = state
            state.click("홍길동", column: column)
            return state.order?.form.text(.who).caret
        }
        #expect(carets == [0, 0, 1, 1, 2, 2, 3, 3, 3])
    }

    @Test func stepsAndButtonsClick() throws {
        var state = menu
        state.guest.name = "홍길동"
        state.press(.character("o"))
        let item = try #require(state.saleItem ?? state.order?.items.first)
        state.click("- +", column: 2)
        state.click("- +", column: 2)
        state.click("- +")
        #expect(state.order?.quantity(of: item) == 2)
        let effects = state.click("[ 취소 ]", column: 1)
        #expect(state.order == nil)
        #expect(effects.isEmpty)
    }

    @Test func aFieldThatIsLeftByAClickIsChecked() throws {
        var state = menu
        state.guest.name = "홍길동"
        state.press(.character("o"), .backspace)
        let quantity = try #require(state.order?.focus)
        #expect(state.order?.problems == [:])
        state.click("홍길동", column: 2)
        #expect(state.order?.focus == .who)
        #expect(state.order?.problems == [quantity: .quantity])
    }

    @Test func aLineOfTheCartHasStepsBesideItsQuantity() {
        var state = Fixture.state(100, 30)
        state.press(.character("+"), .character("+"), .character("v"))
        state.click("- 2 +", column: 4)
        #expect(state.order?.lines.map(\.quantity) == [3])
        state.click("- 3 +")
        state.click("- 2 +")
        #expect(state.order?.lines.map(\.quantity) == [1])
    }

    @Test func aQuestionIsAnsweredByItsButtons() {
        for (button, isThere) in [("[ 예 ]", false), ("[ 아니오 ]", true)] {
            var state = BookFixture.state(80, 24)
            state.press(.character("a"), .character("김"), .escape)
            #expect(state.asks(ContactQuestion.discard))
            state.click(button)
            #expect(!state.asks(ContactQuestion.discard))
            #expect((state.contactForm != nil) == isThere)
        }
    }

    @Test func aToastIsClickedAway() {
        var state = menu
        state.press(.enter)
        let toast = Fixture.frame(state).panels.first { $0.region == Region("toast") }
        state.click(toast?.origin ?? Point(column: 0, row: 0))
        #expect(state.toast.current == nil)
        #expect(state.list.selected(Dish.self) == Fixture.galbi)
    }

    @Test func aClickLaysOutNoOtherRows() {
        let state = Fixture.state(80, 24, sections: [Fixture.section(.main, Fixture.manyDishes(1_000))])
        var view = ShopView(words: .korean)
        var (before, after) = (state, state)
        let frame = view.frame(of: before)
        let rows = view.list.rowsLaidOut
        let press = MouseEvent(.press, at: Point(column: 10, row: 10))
        if let action = view.inputPanels.action(of: press, in: frame) { _ = reduce(&after, action) }
        _ = view.frame(of: after)
        #expect(after.list.cursor.selection.row == 2)
        #expect(view.list.rowsLaidOut == rows)
        before.press(.down)
    }
}

@Suite struct CaretPlaceTests {
    @Test func aLongTextIsCountedFromWhereItIsSeen() {
        let text = TextField("가나다라마바사아자차카타파하", limit: 64)
        let (seen, _) = text.visible(columns: 10)
        for (index, letter) in seen.enumerated() {
            var clicked = text
            clicked.moveCaret(at: index * 2, in: 10)
            let following = clicked.text.dropFirst(clicked.caret).first
            #expect(following == letter)
        }
    }

    @Test func behindTheTextIsItsEnd() {
        var text = TextField("ab")
        text.perform(.first)
        text.moveCaret(at: 7, in: 20)
        #expect(text.caret == 2)
    }
}
