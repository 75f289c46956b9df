import Canvas
import Domain
import Foundation
import ShopClient
import Terminal
import TerminalText
import Testing

@testable import ShopApp

struct CounterTests {
    @Test func eachCounterKeepsItsSelectionAndHowFarItIsScrolled() {
        var state = Fixture.state(
            44, 10,
            sections: [Fixture.section(.main, Fixture.manyDishes(50))]
                + [BarFixture.section(BarFixture.juices), BarFixture.section(BarFixture.fruits)])
        state.press(.end, .up)
        let menu = state.list.cursor
        #expect(menu.top > 0)
        let first = state.press(.character("2"))
        #expect(first == [.show(.juice)])
        #expect(state.counter == .juice)
        #expect(state.list.cursor == ListCursor())
        state.press(.down, .tab)
        let bar = state.list.cursor
        state.press(.character("1"))
        #expect(state.counter == .menu)
        #expect(state.list.cursor == menu)
        state.press(.character("2"))
        #expect(state.list.cursor == bar)
    }

    @Test func theKeyOfTheShownCounterAndThoseOfNoneDoNothing() {
        var state = BarFixture.state(80, 24)
        let same = state.press(.character("2"))
        #expect(same == [])
        var single = Fixture.state(80, 24, sections: [Fixture.section(.main, [Fixture.galbi])])
        let none = single.press(.character("3"), .character("1"))
        #expect(none == .unknownKey)
        #expect(single.counter == .menu)
    }

    @Test func aHiddenCountersSectionsAreTakenOverAndLaidOutForTheScreen() {
        var state = BarFixture.state(80, 24, at: .character("1"))
        _ = reduce(&state, .sectionChanged(BarFixture.section(BarFixture.bananas(3), version: 2), at: Fixture.noon))
        _ = reduce(&state, .resized(Size(width: 44, height: 14)))
        #expect(!Fixture.frame(state).contains("바나나쥬스"))
        state.press(.character("2"))
        #expect(state.list.layout.screen == Size(width: 44, height: 14))
        #expect(state.list.sections[1].rows.array(of: FruitStock.self)[1].count == 3)
    }

    @Test func theSelectionStaysOnItsJuiceWhenOthersComeAndGo() {
        var state = BarFixture.state(80, 24)
        state.press(.down)
        let more = [BarFixture.juice("new", "새 쥬스", 1, [:])] + BarFixture.juices
        _ = reduce(&state, .sectionChanged(BarFixture.section(more, version: 2), at: Fixture.noon))
        #expect(state.list.selected(Juice.self)?.id == JuiceID("banana"))
        #expect(state.list.cursor.selection.row == 2)
    }

    @Test func theBarHasNoPagesAndTheMenuNoStock() {
        var state = BarFixture.state(80, 24)
        let bar = state.press(.right, .character("l"))
        #expect(bar == .unknownKey)
        #expect(state.page == nil)
        state.press(.character("1"), .character("e"))
        #expect(state.editor == nil)
    }
}

struct JuiceReducerTests {
    @Test func enterSaysWhatTheJuiceTakesAndCostsAndForWhomItIsBeforeItIsMade() throws {
        var state = BarFixture.state(80, 24)
        #expect(ShopState.juice(in: state.press(.down, .enter)) == nil)
        let picture = Fixture.frame(state).picture
        for text in ["바나나 2", "4,000원", "길동"] { #expect(picture.contains(text)) }
        let effects = state.press(.enter)
        let draft = try #require(ShopState.juice(in: effects))
        #expect(
            draft.item
                == SaleItem(
                    OrderedItem(.juice, "banana"), title: "바나나쥬스", titleInEnglish: "Banana juice", price: Won(4_000)))
        #expect(draft.who == "길동")
        let done = state.report(draft, .made(OrderReceipt(id: 7, number: 7, total: Won(4_000))))
        #expect(done.contains(.refresh(.juice)))
        #expect(Fixture.frame(state).picture.contains("7번 주문  4,000원"))
        #expect(Fixture.frame(state).picture.contains("바나나쥬스 나왔습니다! 맛있게 드세요!"))
    }

    @Test func whoeverHasNoNameIsAskedForOne() throws {
        var state = BarFixture.state(80, 24)
        state.guest.name = ""
        state.press(.down, .enter, .tab)
        #expect(ShopState.juice(in: state.press(.enter)) == nil)
        #expect(Fixture.frame(state).picture.contains("이름을 입력해 주세요."))
        state.type("영희")
        let draft = try #require(ShopState.juice(in: state.press(.tab, .enter)))
        #expect(draft.who == "영희")
        #expect(state.guest.name == "영희")
    }

    @Test func whoAlwaysOrdersHereIsNotAsked() throws {
        var state = BarFixture.state(80, 24)
        state.guest = Guest(name: "2번 자리", isFixed: true)
        state.press(.down, .enter)
        #expect(Fixture.frame(state).picture.contains("2번 자리"))
        #expect(try #require(ShopState.juice(in: state.press(.enter))).who == "2번 자리")
    }

    @Test func leavingTheQuestionMakesNothing() {
        for keys in [[Key.escape], [.right, .enter]] {
            var state = BarFixture.state(80, 24)
            state.press(.down, .enter)
            let effects = keys.flatMap { state.press($0) }
            #expect(effects == [])
            #expect(state.layer == .list)
        }
    }

    @Test func asManyEntersAsOneLikesAskForOneJuiceAndTheNextHasAKeyOfItsOwn() throws {
        var state = BarFixture.state(80, 24)
        let effects = state.press(.down, .enter, .enter, .enter, .down, .enter, .enter)
        #expect(effects.count == 1)
        let first = try #require(ShopState.juice(in: effects))
        state.report(first, .made(nil))
        let second = try #require(ShopState.juice(in: state.press(.enter, .enter)))
        #expect(first.key != second.key)
        let stale = state.report(first, .made(nil))
        #expect(stale == [])
        #expect(state.bar.making == second)
    }

    @Test func aJuiceThatCannotBeMadeSaysWhyBeforeTheForm() {
        var state = BarFixture.state(80, 24)
        #expect(state.press(.enter).isEmpty)
        #expect(state.layer == .dialog)
        let picture = Fixture.frame(state).picture
        #expect(picture.contains("재료가 모자라요. 재고를 수정할까요?") && picture.contains("딸기  6개 모자라요"))
        state.press(.enter)
        #expect(state.editor?.focus == "strawberry")
    }

    @Test func whereFruitIsShortAQuestionNamesItAndYesOpensTheEditorThere() throws {
        var state = BarFixture.state(80, 24)
        let draft = try #require(ShopState.juice(in: state.press(.down, .enter, .enter)))
        state.report(draft, .short(["banana": 1, "kiwi": 6]))
        let picture = Fixture.frame(state).picture
        for text in ["재료가 모자라요. 재고를 수정할까요?", "키위    6개 모자라요", "바나나  1개 모자라요"] {
            #expect(picture.contains(text))
        }
        state.press(.enter)
        #expect(state.layer != .dialog)
        #expect(state.editor?.focus == "kiwi")
    }

    @Test(arguments: [[Key.right, .enter], [.escape], [.character("n")], [.tab, .character(" ")]])
    func noLeavesEverythingAsItIs(_ keys: [Key]) throws {
        var state = BarFixture.state(80, 24)
        let draft = try #require(ShopState.juice(in: state.press(.down, .enter, .enter)))
        state.report(draft, .short(["strawberry": 6]))
        for key in keys { state.press(key) }
        #expect(state.layer != .dialog)
        #expect(state.editor == nil)
        #expect(state.layer == .list)
    }

    @Test func aQuestionNeverComesBetweenAGuestAndSomethingElse() throws {
        for key in [Key.character("1"), .character("?"), .character("e")] {
            var state = BarFixture.state(80, 24)
            let draft = try #require(ShopState.juice(in: state.press(.down, .enter, .enter)))
            state.press(key)
            state.report(draft, .short(["strawberry": 6]))
            #expect(state.layer != .dialog)
            #expect(state.toast.current != nil)
        }
    }

    @Test func aJuiceThatNobodyAnsweredIsAskedForAgainUnderItsKey() throws {
        var state = BarFixture.state(80, 24)
        let first = try #require(ShopState.juice(in: state.press(.down, .enter, .enter)))
        state.report(first, .unanswered(.timedOut))
        #expect(state.toast.current?.kind == .failed)
        let again = try #require(ShopState.juice(in: state.press(.enter, .enter)))
        #expect(again == first)
        state.report(again, .unanswered(.status(504)))
        let other = try #require(ShopState.juice(in: state.press(.down, .enter, .enter)))
        #expect(other.key != first.key)
        state.report(other, .made(nil))
        let last = try #require(ShopState.juice(in: state.press(.up, .enter, .enter)))
        #expect(last == first, "whatever was made in between")
        state.report(last, .unanswered(.timedOut))
        state.now += 600
        let later = try #require(ShopState.juice(in: state.press(.enter, .enter)))
        #expect(later.key != first.key, "another juice by now")
    }

    @Test(arguments: [401, 403, 425, 429]) func aRepetitionThatTheShopDoesNotLookAtKeepsItsKey(_ status: Int) throws {
        var state = BarFixture.state(80, 24)
        let first = try #require(ShopState.juice(in: state.press(.down, .enter, .enter)))
        state.report(first, .unanswered(.status(502)))
        let second = try #require(ShopState.juice(in: state.press(.enter, .enter)))
        state.report(second, .refused(OrderRefusal(status: status)))
        let third = try #require(ShopState.juice(in: state.press(.enter, .enter)))
        #expect(third == first, "it may be made already")
    }

    @Test func everyRefusalHasASentenceInBothLanguages() {
        let outcomes: [JuiceOutcome] =
            [
                .short([:]), .unanswered(.unreachable), .unanswered(.timedOut),
                .refused(OrderRefusal(status: 409, problems: [0: .price(Won(4_200))])),
                .refused(OrderRefusal(status: 409, problems: [0: .title("바나나 스무디")])),
            ] + [400, 403, 404, 429, 500].map { .refused(OrderRefusal(status: $0)) }
        for words in [Words.korean, .english] {
            #expect(Set(outcomes.map { words.juice.failed($0) }).count == outcomes.count)
            for outcome in outcomes { #expect(!words.juice.failed(outcome).isEmpty) }
        }
    }

    @Test func enterOnAFruitOpensTheEditorThereAndOnNothingTellsWhy() {
        var state = BarFixture.state(80, 24)
        state.press(.tab, .down, .enter)
        #expect(state.editor?.focus == "banana")
        var empty = Fixture.state(80, 24, sections: [Section(id: .juices, failure: .status(404))])
        empty.press(.enter)
        let bar = JuiceCounter()
        let toast = Toast.emptySection(
            .juices, bar.heading(of: .juices), .status(404), empty: bar.texts.empty, bar.texts.row(in: .juices))
        #expect(empty.toast.current == toast)
        empty.press(.character("e"))
        #expect(empty.editor == nil)
    }

    @Test func theSpinnerTurnsOnlyWhileTheStockIsSent() throws {
        var state = BarFixture.state(80, 24)
        let effects = state.press(.character("e"), .right, .enter)
        #expect(effects.contains { if case .startTimer(.spinner, _) = $0 { true } else { false } })
        let draft = try #require(ShopState.stock(in: effects))
        state.report(draft, .stored)
        let last = reduce(&state, .timerFired(.spinner, at: Fixture.noon))
        #expect(last == [])
    }
}
