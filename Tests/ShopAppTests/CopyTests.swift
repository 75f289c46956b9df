import Contacts
import Domain
import ShopClient
import Terminal
import TerminalText
import Testing

@testable import ShopApp

/// The text that the `y` key copies.
@Suite struct CopyTests {
    private func copied(_ state: inout ShopState) -> [String]? {
        state.press(.character("y")).lazy.compactMap { if case .copy(let text) = $0 { text.lines } else { nil } }.first
    }

    private func copied(_ state: ShopState) -> [String]? {
        var state = state
        return copied(&state)
    }

    @Test func ofADishItsTitleAndPriceAndAToastSaysSo() {
        var state = Fixture.state(80, 24)
        let text = "\(Fixture.galbi.title) \(Fixture.galbi.price.text)"
        #expect(copied(&state) == [text])
        #expect(state.toast.current?.text[.korean] == ["클립보드로 보냈습니다", text])
        #expect(state.toast.current?.text[.english].first == "Sent to the clipboard")
        state.press(.right)
        #expect(copied(&state) == [text])
    }

    @Test func ofAnOrderItsNumberAndLines() {
        var state = OrdersFixture.state([OrdersFixture.mine(OrdersFixture.order(12, .received))])
        let lines = ["#12", "\(Fixture.galbi.title) × 2", "키위쥬스", "25,300원"]
        #expect(copied(&state) == lines)
        #expect(state.toast.current?.text[.korean].last == "+1")
        state.press(.enter)
        #expect(copied(&state) == lines)
    }

    @Test func ofAJuiceItsNameAndPriceAndOfFruitWhatItsRowSays() throws {
        var state = OrdersFixture.shop()
        state.press(.character("2"))
        let juice = try #require(state.list.selected(Juice.self))
        #expect(copied(&state) == ["\(juice.name) \(juice.price.text)"])
        state.press(.tab)
        let fruit = try #require(state.list.selected(FruitStock.self))
        let lines = try #require(copied(&state))
        #expect(lines.joined().contains(fruit.name(in: .korean).string))
    }

    @Test func nothingIsCopiedWhereThereIsNoRowAndTheFooterDoesNotNameIt() {
        var state = Fixture.state(80, 24, sections: SectionID.menu.map { Fixture.section($0, []) })
        #expect(!state.usefulKeys.contains { $0.command == .copy })
        #expect(copied(&state) == nil)
        #expect(state.toast.current?.text[.korean] == ["복사할 것이 없습니다."])
        #expect(Fixture.state(80, 24).usefulKeys.contains { $0.command == .copy })
    }

    @Test func aFormTakesTheLetter() {
        var state = OrdersFixture.shop()
        state.press(.character("o"))
        #expect(copied(state) == nil)
    }
}

/// The text that the `y` key copies in the phone book.
@Suite struct CopiedContactTests {
    @Test func ofAContactItsNumberFromTheListAndFromTheCard() throws {
        var state = BookFixture.state(80, 24)
        let contact = try #require(state.list.selected(Contact.self))
        let copy = Effect.copy(ClipboardText([contact.number.description]))
        #expect(state.press(.character("y")).contains(copy))
        state.press(.enter)
        #expect(state.layer == .card)
        #expect(state.press(.character("y")).contains(copy))
    }
}
