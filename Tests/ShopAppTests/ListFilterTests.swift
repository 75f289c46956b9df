import Canvas
import Domain
import ShopClient
import Terminal
import TerminalText
import TestPeers
import Testing

@testable import ShopApp

/// Filtering the lists of all counters.
@Suite struct ListFilterTests {
    private static let dishes = ["갈비찜", "김밥", "LA 갈비", "된장찌개", "김치찌개", "나물"]

    private func dish(_ number: Int, _ title: String) -> Dish {
        Dish(detailHash: "H\(number)", title: PlainText("\(title) \(number)"), price: Won(1_000))
    }

    private func state(_ rows: Int = 60, width: Int = 80, height: Int = 24) -> ShopState {
        let dishes = (0..<rows).map { dish($0, Self.dishes[$0 % Self.dishes.count]) }
        return Fixture.state(
            width, height,
            sections: [
                Fixture.section(.main, dishes), Fixture.section(.soup, [Fixture.stew]),
                Fixture.section(.side, [Fixture.galbi, Fixture.bulgogi]),
            ])
    }

    private func titles(_ state: ShopState) -> [String] {
        state.list.sections.flatMap { section in
            section.rows.indices.compactMap { section.rows.row($0, as: Dish.self)?.title.string }
        }
    }

    @Test func whereNothingIsFoundNoKeySaysThatItChooses() {
        var state = state(6)
        state.press(.character("/"))
        state.type("xyz")
        #expect(titles(state).isEmpty)
        #expect(!state.usefulKeys.contains { $0.command == .keepSearch })
        #expect(state.keyTable.contains { $0.command == .keepSearch }, "it ends the typing")
    }

    @Test func rowsAreFoundAsOneTypesAndSectionsWithoutAMatchFoldAway() {
        var state = state(6)
        state.press(.character("/"))
        #expect(state.isTyping)
        #expect(titles(state).count == 9)
        state.press(.character("ㄱ"), .character("ㅂ"))
        #expect(titles(state) == ["갈비찜 0", "김밥 1", "LA 갈비 2", "[소반가] 수제 떡갈비 한판"])
        #expect(state.list.sections.map(\.id) == [.main, .side])
        #expect(state.list.sections.map(\.total) == [3, 1])
        state.press(.character("ㅉ"))
        #expect(titles(state) == ["갈비찜 0"])
        state.press(.backspace, .backspace, .backspace, .character("l"), .character("A"))
        #expect(titles(state) == ["LA 갈비 2"])
    }

    @Test func descriptionsAndBadgesAreLookedThroughToo() {
        var state = state(2)
        state.press(.character("/"))
        state.type("달콤짭짤")
        #expect(titles(state) == [Fixture.galbi.title.string])
        state.press(.control("u"))
        state.type("베스트")
        #expect(titles(state) == [Fixture.bulgogi.title.string])
    }

    @Test(arguments: 0..<60) func clearingShowsEverythingAndTheSelectionStaysOnItsRow(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var state = state()
        let moves: [Key] = [.down, .up, .pageDown, .pageUp, .character("]"), .end, .control("d")]
        for _ in 0..<Int.random(in: 0...12, using: &random) {
            state.press(moves.randomElement(using: &random) ?? .down)
        }
        let (before, shown) = (state.list.cursor, titles(state))
        let selected = state.list.selected(Dish.self)
        state.press(.character("/"))
        for _ in 0..<Int.random(in: 0...6, using: &random) {
            let typed = "ㄱㅂ갈l1".map(Key.character) + [.backspace, .down, .pageDown]
            state.press(typed.randomElement(using: &random) ?? .down)
        }
        if Bool.random(using: &random), state.list.filter?.search.text.isEmpty == false {
            state.press(.enter)
            for key in [Key.character("n"), .character("N"), .down, .end].shuffled(using: &random) { state.press(key) }
        }
        let found = state.list.selected(Dish.self) ?? selected
        state.press(.escape)
        #expect(state.list.selected(Dish.self) == found)
        #expect(found != selected || state.list.cursor == before)
        #expect(titles(state) == shown)
        #expect(state.list.filter == nil)
        let line = state.list.geometry.line(of: state.list.cursor.selection) - state.list.cursor.top
        #expect((0..<state.list.layout.height).contains(line))
    }

    @Test func theDishThatWasFoundStaysSelectedAlsoInAFoldedSection() {
        var state = state(6)
        state.press(.character("]"), .character("]"), .character("z"), .character("g"))
        state.press(.character("/"))
        state.type("불고기")
        state.press(.escape)
        #expect(state.list.selected(Dish.self) == Fixture.bulgogi)
        #expect(!state.list.isSelectionFolded)
    }

    @Test func whatIsInTheTitleComesFirstInItsSectionAndIsSelected() {
        func dish(_ number: Int, _ title: PlainText, _ description: PlainText) -> Dish {
            Dish(detailHash: "T\(number)", title: title, description: description, price: Won(1_000))
        }
        var state = Fixture.state(
            80, 24,
            sections: [
                Fixture.section(.main, [dish(0, "잡채", "비빔밥과 함께"), dish(1, "나물", "봄에")]),
                Fixture.section(.soup, [dish(2, "국", "비빔밥에 딸린 국"), dish(3, "산채 비빔밥", "나물"), dish(4, "비빔밥", "")]),
            ])
        state.press(.character("비"), .character("빔"))
        #expect(titles(state) == ["잡채", "산채 비빔밥", "비빔밥", "국"])
        #expect(state.list.selected(Dish.self)?.title == "산채 비빔밥")
        state.press(.down, .character("밥"))
        #expect(state.list.selected(Dish.self)?.title == "비빔밥")
        state.press(.character(" "), .character("산"), .character("채"))
        #expect(titles(state) == ["산채 비빔밥"])
        state.press(.control("u"))
        state.type("나물 비빔")
        #expect(titles(state) == ["산채 비빔밥"])
    }

    @Test func pricesBrandsAndBadgesAreFound() {
        var state = state(2)
        state.press(.character("/"))
        for (typed, found) in [
            ("10900", ["[소반가] 수제 떡갈비 한판"]), (">9000 <10000", ["바싹 불고기"]), ("@소반가", ["[소반가] 수제 떡갈비 한판"]),
            ("#베스트", ["바싹 불고기"]), ("<1000", []),
        ] {
            state.type(typed)
            #expect(titles(state) == found, "\(typed)")
            state.press(.control("u"))
        }
    }

    @Test func theNearestTitleIsProposedAndTakenWithOneKey() {
        var state = state(2)
        state.press(.character("떡"))
        state.type("갈피")
        #expect(state.list.nearest == Fixture.galbi.title.string)
        let picture = Fixture.frame(state).picture
        #expect(picture.contains("가장 가까운 이름: [소반가] 수제 떡갈비 한판 (Enter 키로 찾기)"))
        #expect(picture.contains("Enter 가까운 이름"))
        #expect(Fixture.frame(state, .english).contains("The nearest name"))
        state.press(.enter)
        #expect(titles(state) == [Fixture.galbi.title.string])
        #expect(!state.isTyping)
        #expect(state.list.selected(Dish.self) == Fixture.galbi)
        state.press(.escape)
        #expect(state.list.selected(Dish.self) == Fixture.galbi)
    }

    @Test func whatIsLikeNothingHasNoProposal() {
        var state = state(2)
        state.press(.character("/"))
        state.type("xyz")
        #expect(state.list.nearest == nil)
        #expect(!state.usefulKeys.contains { $0.command == .takeNearest })
    }

    @Test(arguments: 0..<40) func whatIsShownIsWhatEachRowSaysOfItself(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var state = state(30)
        let all = titles(state)
        let title = Array(all.randomElement(using: &random) ?? "")
        let start = Int.random(in: 0..<title.count, using: &random)
        let typed = String(title[start..<min(title.count, start + 3)])
        state.press(.character("/"))
        state.type(typed)
        let pattern = SearchPattern(typed)
        let found = titles(state)
        #expect(all.filter(pattern.matches).allSatisfy(found.contains))
        #expect(Set(found).isSubset(of: all))
        #expect(found.contains(String(title)) || pattern.isEmpty)
    }

    @Test func rowsThatArriveAreLookedThroughAndTheSelectionStaysOnItsRow() {
        var state = state(12)
        state.press(.character("/"), .character("김"), .character("밥"), .down)
        #expect(state.list.selected(Dish.self)?.detailHash == "H7")
        let more = [dish(100, "김밥")] + (0..<12).reversed().map { dish($0, Self.dishes[$0 % Self.dishes.count]) }
        _ = reduce(&state, .sectionChanged(Fixture.section(.main, more, version: 2), at: Fixture.noon))
        #expect(titles(state) == ["김밥 100", "김밥 7", "김밥 1"])
        #expect(state.list.selected(Dish.self)?.detailHash == "H7")
        state.press(.escape)
        #expect(titles(state).count == 16)
        #expect(state.list.selected(Dish.self)?.detailHash == "H7")
    }

    @Test func enterKeepsWhatWasFoundAndKeysAreCommandsAgain() {
        var state = state(12)
        state.press(.character("/"), .character("김"), .character("밥"), .enter)
        #expect(!state.isTyping)
        #expect(titles(state) == ["김밥 1", "김밥 7"])
        state.press(.character("n"))
        #expect(state.list.selected(Dish.self)?.detailHash == "H7")
        state.press(.character("n"))
        #expect(state.list.selected(Dish.self)?.detailHash == "H1")
        state.press(.character("N"))
        #expect(state.list.selected(Dish.self)?.detailHash == "H7")
        state.press(.character("/"), .backspace)
        #expect(titles(state).count > 2)
    }

    @Test func spacesAreTypedAndTheCaretMoves() {
        var state = state(3)
        state.press(.character("/"))
        state.type("갈 비")
        #expect(state.list.filter?.search.field.text == "갈 비")
        #expect(titles(state).contains("갈비찜 0"))
        state.press(.left, .character("l"))
        #expect(state.list.filter?.search.field.text == "갈 l비")
        #expect(Fixture.frame(state).cursor.column == 8)
    }

    @Test func everyCounterIsSearched() {
        var orders = OrdersFixture.state([
            OrdersFixture.mine(OrdersFixture.order(14, .received), OrdersFixture.order(9, .received, who: "김영희"))
        ])
        orders.press(.character("/"))
        orders.type("ㄱㅇㅎ")
        #expect(orders.list.selected(Order.self)?.id == 9)
        orders.press(.control("u"))
        orders.type("#14")
        #expect(orders.list.foundCount == 1)
        var juices = BarFixture.state(80, 24)
        juices.press(.character("/"))
        juices.type("바나나")
        #expect(juices.list.sections.map(\.total) == [2, 1])
        #expect(juices.list.selected(Juice.self)?.name == "바나나쥬스")
        var drinks = MachineFixture.state(80, 24)
        let all = drinks.list.foundCount
        drinks.press(.character("/"))
        drinks.type("콜라")
        #expect(drinks.list.foundCount > 0)
        #expect(drinks.list.foundCount < all)
    }

    @Test func rowsThatLookOtherwiseAreFoundByWhatTheyShowNow() {
        var state = BarFixture.state(80, 24)
        let fruits = [FruitStock(id: FruitID("strawberry"), name: "산딸기", count: 3)]
        state.press(.character("/"))
        state.type("산딸기")
        #expect(state.list.foundCount == 0)
        _ = reduce(&state, .sectionChanged(BarFixture.section(fruits, version: 2), at: Fixture.noon))
        #expect(state.list.sections.map(\.id) == [.juices, .fruits])
    }

    @Test func withNothingTypedEnterEndsTheSearch() {
        var state = state(3)
        state.press(.character("/"), .enter)
        #expect(state.list.filter == nil)
        #expect(!state.isTyping)
        state.press(.character("n"))
        #expect(state.list.cursor.selection == ListPosition(section: 0, row: 0))
    }

    @Test func whereNothingIsFoundASentenceSaysSo() {
        var state = state(3)
        state.press(.character("/"), .character("z"), .character("z"))
        #expect(Fixture.frame(state).contains("검색 결과가 없습니다."))
        #expect(Fixture.frame(state, .english).contains("Nothing found."))
        state.press(.enter, .enter, .character("r"), .character("n"), .down)
        #expect(titles(state) == [])
        state.press(.escape)
        #expect(titles(state).count == 6)
    }

    @Test func whatIsFoundStandsOutAlsoOnTheSelectedRow() throws {
        var state = state(3)
        state.press(.character("/"), .character("ㄱ"), .character("ㅂ"), .down)
        let panels = Fixture.frame(state).panels.filter { $0.region != Region("frame-bottom") }
        let found = panels.flatMap(\.lines).flatMap(\.spans).filter { $0.style.weight.contains(.underline) }
        #expect(found.map(\.text) == ["갈비", "김밥", "갈비", "갈비", "갈비"])
        #expect(found.map { $0.style.weight.contains(.reverse) } == [false, true, false, false, false])
    }

    @Test func theLowerEdgeTellsWhatIsLookedForAndTheCursorIsAtTheCaret() {
        for (width, height) in [(120, 40), (80, 24), (44, 14), (20, 6)] {
            var state = state(6, width: width, height: height)
            state.press(.character("/"), .character("김"))
            let frame = Fixture.frame(state)
            #expect(frame.showsCursor)
            #expect(frame.cursor == Point(column: 6, row: height - 1))
            #expect(frame.contains("3개"))
            state.press(.enter)
            #expect(!Fixture.frame(state).showsCursor)
        }
    }

    @Test func eachCounterKeepsWhatIsLookedForInIt() {
        var state = ShopState(
            size: Size(width: 80, height: 24), sections: Fixture.sections + [BarFixture.section(BarFixture.juices)],
            counters: [MenuCounter(), JuiceCounter()], connection: .connected, now: Fixture.noon)
        state.press(.character("/"))
        state.type("떡갈비")
        state.press(.enter, .character("2"))
        #expect(state.list.filter == nil)
        state.press(.character("/"), .character("ㅋ"), .enter, .character("1"))
        #expect(state.list.filter?.search.text == "떡갈비")
        #expect(titles(state).count == 1)
    }

    @Test func anotherSizeOfTheScreenKeepsWhatWasFound() {
        var state = state(30)
        state.press(.character("/"), .character("김"), .down, .down)
        let selected = state.list.selected(Dish.self)
        _ = reduce(&state, .resized(Size(width: 44, height: 14)))
        #expect(state.list.selected(Dish.self) == selected)
        #expect(titles(state).count < 31)
    }

    @Test func aLetterLaysOutOnlyTheRowsInView() {
        var state = state(2_000)
        var view = ShopView(words: .korean)
        state.press(.character("/"))
        _ = view.frame(of: state)
        let before = view.list.rowsLaidOut
        state.press(.character("김"))
        _ = view.frame(of: state)
        #expect(view.list.rowsLaidOut - before <= state.list.layout.height)
    }
}
