import Canvas
import Domain
import ShopClient
import Terminal
import TerminalText
import Testing

@testable import ShopApp

/// A counter whose commands apply to the items of other counters.
private struct BasketCounter: ShopApp.Counter, SellsItems, NotesAtEdge {
    enum Request: CounterRequest { case keep(SaleItem.ID) }

    enum Event: CounterEvent { case kept }

    private(set) var items: [SaleItem] = []

    var id: CounterID { .basket }
    var texts: CounterTexts {
        CounterTexts(
            title: LocalizedText("바구니", "Basket"), empty: LocalizedText("비었습니다.", "Empty."),
            row: LocalizedText("물건", "thing"))
    }
    var sections: [SectionDefinition] { [] }
    var helpTopics: [HelpTopic] { [] }
    var tabBadge: String? { items.isEmpty ? nil : "\(items.count)" }

    func keys(on list: SectionedList?) -> CounterKeys { CounterKeys([]) }
    func saleKeys(on item: SaleItem?) -> CounterKeys {
        CounterKeys([KeyBinding(.putIn, .character("+"), hint: .useful)])
    }
    func handle(_ command: Command, _ shell: inout ShellContext) -> [Request]? { nil }

    mutating func handle(_ command: Command, on item: SaleItem, _ shell: inout ShellContext) -> [Request] {
        items.append(item)
        shell.ring()
        return [.keep(item.id)]
    }

    var itemMarks: ItemMarks? {
        { [items] item in
            let count = items.count { $0.id == item.id }
            return count > 0 ? "x\(count)" : nil
        }
    }

    func receive(_ event: Event, _ shell: inout ShellContext) -> [Request] { [] }
    func rowStyle(of section: SectionID, in list: SectionedList) -> any RowStyle { NoRow() }

    private struct NoRow: RowStyle {
        func lines(of dish: Dish, _ context: RowContext) -> [Line] { [] }
    }
}

extension CounterID { fileprivate static let basket = CounterID("basket") }

extension Command {
    fileprivate static let putIn = Command(
        "basket.put", help: LocalizedText("바구니에 담기", "put into the basket"), hint: LocalizedText("담기", "put in"))
}

/// Keys of one counter that apply to the items of others.
struct SaleTests {
    private func state(
        _ sections: [Section] = Array(Fixture.sections.prefix(2)), _ width: Int = 80, _ height: Int = 24
    ) -> ShopState {
        ShopState(
            size: Size(width: width, height: height),
            sections: sections + [BarFixture.section(BarFixture.juices), BarFixture.section(BarFixture.fruits)],
            counters: [MenuCounter(), JuiceCounter(), BasketCounter()], connection: .connected, now: Fixture.noon)
    }

    private func footer(_ state: ShopState) -> String {
        Fixture.frame(state).picture.split(separator: "\n").last.map(String.init) ?? ""
    }

    private let galbi = OrdersFixture.galbi

    @Test func theKeyGivesTheSelectedDishToItsCounterWhichAsksItsOwnService() throws {
        var state = state()
        let effects = state.press(.character("+"))
        #expect(effects == [.ring, .request(AddressedRequest(BasketCounter.Request.keep(galbi.id), to: .basket))])
        #expect(try #require(state[BasketCounter.self]).items == [galbi])
        #expect(state.counter == .menu)
    }

    @Test func aJuiceIsForSaleAndFruitIsNot() throws {
        var state = state()
        state.press(.character("2"), .character("+"))
        let item = try #require(state[BasketCounter.self]?.items.first)
        #expect(item == SaleItem(OrderedItem(.juice, "strawberry"), title: "딸기쥬스", price: Won(5_500)))
        state.press(.tab)
        expect(.unknownKey, of: &state, pressing: .character("+"))
        #expect(!footer(state).contains("담기"))
    }

    @Test func theFooterNamesTheKeyWhereARowIsForSaleAndNowhereElse() {
        var state = state([Fixture.section(.main, [Fixture.galbi]), Section(id: .soup, isFetching: true)])
        #expect(footer(state).contains("+ 담기"))
        state.press(.tab)
        #expect(!footer(state).contains("담기"))
        state.press(.character("3"))
        #expect(!footer(state).contains("담기"))
    }

    @Test func theHelpPageTellsOfTheKey() {
        var state = state()
        state.press(.character("?"), .end)
        #expect(
            state.help?.blocks.contains { $0.lines.contains { $0.command == .putIn } }
                == true)
    }

    @Test func thePageOfADishIsForSaleToo() throws {
        var state = state()
        state.press(.right)
        #expect(footer(state).contains("+ 담기"))
        state.press(.character("+"))
        #expect(try #require(state[BasketCounter.self]).items == [galbi])
        #expect(state.layer == .page)
    }

    @Test(arguments: [(80, 24), (80, 14), (40, 9)]) func theRowsOfTheItemAreMarkedAtEverySize(
        _ width: Int, _ height: Int
    ) {
        var state = state(Fixture.sections, width, height)
        #expect(!Fixture.frame(state).picture.contains("x1"))
        state.press(.character("+"), .character("+"))
        #expect(Fixture.frame(state).contains(" x2 "))
    }

    @Test func aMarkBuildsOnlyItsRowAnew() {
        var state = state([Fixture.section(.main, Fixture.manyDishes(100))])
        var view = ShopView(words: .korean)
        _ = view.frame(of: state)
        let before = view.list.rowsLaidOut
        state.press(.character("+"))
        let frame = view.frame(of: state)
        #expect(frame.contains(" x1 "))
        #expect(view.list.rowsLaidOut == before + 1)
    }

    @Test func theTabTellsHowMany() {
        var state = state()
        #expect(Fixture.frame(state).picture.contains("─ 3 바구니 ─"))
        state.press(.character("+"))
        #expect(Fixture.frame(state).picture.contains("─ 3 바구니 1 ─"))
        state.press(.character("3"))
        #expect(Fixture.frame(state).picture.contains("─ 3 바구니 1 ─"))
    }

    @Test func aLineOfTextTakesTheKeyAsALetter() throws {
        var state = ShopState(
            size: Size(width: 80, height: 24), sections: Fixture.sections,
            counters: [MenuCounter(), BasketCounter(), OrdersCounter()], connection: .connected, now: Fixture.noon)
        state.press(.character("o"), .character("+"))
        #expect(state.order?.form.text(.who).text == "+")
        #expect(try #require(state[BasketCounter.self]).items.isEmpty)
    }
}
