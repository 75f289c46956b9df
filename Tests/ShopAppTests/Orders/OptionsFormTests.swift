import Canvas
import Domain
import Foundation
import ShopClient
import Terminal
import TerminalText
import Testing

@testable import ShopApp

/// The options of a dish are asked before it is ordered or put into the cart.
@Suite struct OptionsFormTests {
    private static let bowl = Dish(
        detailHash: "H7", title: "비빔밥", price: Won(8_000),
        options: [
            ItemOption(
                id: "size", title: ShopText("크기", english: "Size"), choose: 1...1,
                choices: [.init(id: "regular", title: "보통"), .init(id: "large", title: "곱빼기", price: Won(2_000))]),
            ItemOption(
                id: "spice", title: "맵기", choose: 0...1, choices: [.init(id: "hot", title: "맵게")]),
            ItemOption(
                id: "top", title: "토핑", choose: 1...2,
                choices: [
                    .init(id: "egg", title: "달걀", price: Won(500)), .init(id: "nori", title: "김"),
                    .init(id: "cheese", title: "치즈", price: Won(1_000)),
                ]),
        ])

    static func shop(_ width: Int = 80, _ height: Int = 24) -> ShopState {
        ShopState(
            size: Size(width: width, height: height), sections: [Fixture.section(.main, [OptionsFormTests.bowl])],
            counters: [MenuCounter(), OrdersCounter()], connection: .connected, guest: Guest(name: "길동"),
            now: Fixture.noon)
    }

    private func picture(_ state: ShopState) -> String { Fixture.frame(state).picture }

    @Test(arguments: [(80, 24), (44, 14)]) func aDishIsPutInWithItsChoicesAndTwoChoicesAreTwoLines(
        _ width: Int, _ height: Int
    ) {
        var state = OptionsFormTests.shop(width, height)
        #expect(picture(state).contains("8,000원부터"))
        #expect(state.asked(.character("+")).isEmpty)
        #expect(picture(state).contains("크기"))
        #expect(picture(state).contains("곱빼기 +2,000원"))
        state.press(.right, .enter, .enter, .character(" "), .enter)
        #expect(picture(state).contains("[ 10,500원 담기 ]"))
        state.press(.enter)
        let first = state.orders?.cart.lines.first
        #expect(first?.item.options.map(\.choice) == ["large", "egg"])
        #expect(first?.item.price == Won(10_500))
        state.press(.character("+"), .enter, .right, .enter, .down, .character(" "), .enter, .enter)
        #expect(
            state.orders?.cart.lines.map { $0.item.options.map(\.choice) } == [
                ["large", "egg"], ["regular", "hot", "nori"],
            ])
        #expect(picture(state).contains("x2"))
        state.press(.character("v"))
        #expect(picture(state).contains("비빔밥 (곱빼기"))
    }

    @Test func tooFewOrTooManyAreToldAndNothingIsPutIn() {
        var state = OptionsFormTests.shop()
        state.press(.character("+"), .enter, .enter, .enter, .enter)
        #expect(state.orders?.cart.isEmpty == true)
        #expect(picture(state).contains("1개부터 2개까지 골라 주세요."))
        #expect(state.layers[OptionsForm.self]?.focus == .choice(option: 2, 0))
        state.press(.character(" "), .down, .character(" "), .down, .character(" "), .enter, .enter)
        #expect(state.orders?.cart.isEmpty == true)
        state.press(.escape)
        #expect(state.layers[OptionsForm.self] == nil)
    }

    /// Returns the shop with the cart open, which has a large one with an egg and nori, and the options as another menu
    /// has them.
    private func cart(_ width: Int = 80, _ height: Int = 24) -> ShopState {
        var state = OptionsFormTests.shop(width, height)
        state.press(
            .character("+"), .right, .enter, .enter, .character(" "), .down, .character(" "), .enter, .enter)
        state.press(.character("v"))
        return state
    }

    private static func choice(_ option: ItemOption, _ id: String) -> ChosenOption { option.chosen(id)! }

    private func refuse(
        _ status: Int, _ options: [ChosenOption], price: Won, _ state: inout ShopState
    ) throws -> OrderDraft {
        state.order?.form.focus(on: .confirm)
        let sent = state.sent(.enter)
        let draft = try #require(sent)
        let refusal = OrderRefusal(status: status, problems: [0: .options(options, price: price)])
        state.report(draft, .refused(refusal))
        return draft
    }

    private static let huge = ItemOption(
        id: "size", title: ShopText("크기", english: "Size"), choose: 1...1,
        choices: [.init(id: "large", title: "특대", price: Won(3_000))])

    @Test(arguments: [(80, 24), (44, 14)]) func aChoiceWithAnotherNameIsShownAndTakenWithOneKey(
        _ width: Int, _ height: Int
    ) throws {
        var state = cart(width, height)
        let before = try #require(state.orders?.cart.lines.first?.item)
        let now = [OptionsFormTests.choice(OptionsFormTests.huge, "large")] + before.options.dropFirst()
        let draft = try refuse(409, now, price: Won(11_500), &state)
        #expect(picture(state).contains("곱빼기: 지금은 특대, 11,500원"))
        #expect(picture(state).contains("11,500원 주문하기"))
        let again = state.sent(.enter)
        let second = try #require(again)
        #expect(second.key != draft.key)
        #expect(second.lines.map(\.item.options) == [now])
        #expect(second.lines.map(\.item.price) == [Won(11_500)])
        #expect(state.orders?.cart.lines.map(\.item.options) == [now])
    }

    @Test(arguments: [(80, 24), (44, 14)]) func choicesThatNoLongerAnswerAreAskedAgainWithWhatIsStillOffered(
        _ width: Int, _ height: Int
    ) throws {
        var state = cart(width, height)
        let before = try #require(state.orders?.cart.lines.first?.item)
        state.order?.form.focus(on: .quantity(before.id))
        state.press(.character("2"), .character("m"))
        state.type("덜 맵게")
        state.order?.form.focus(on: .confirm)
        _ = try refuse(400, [before.options[0]], price: Won(10_000), &state)
        #expect(picture(state).contains("달걀, 김: 이제 없습니다."))
        #expect(picture(state).contains("[ 다시 고르기 ]"))
        state.press(.enter)
        #expect(state.layers[OptionsForm.self]?.chosen == [before.options[0]])
        #expect(picture(state).contains("10,000원 바꾸기"))
        state.press(.enter, .enter, .down, .down, .character(" "), .enter, .enter)
        #expect(state.layers[OptionsForm.self] == nil)
        let line = state.orders?.cart.lines.first
        #expect(state.orders?.cart.lines.count == 1)
        #expect(line?.item.options.map(\.choice) == ["large", "cheese"])
        #expect(line?.quantity == 2)
        #expect(line?.note == "덜 맵게")
        #expect(picture(state).contains("22,000원 주문하기"))
        let sent = state.sent(.enter)
        #expect(try #require(sent).lines.map(\.item.price) == [Won(11_000)])
    }

    /// One more choice is required by now: nothing that was chosen has changed.
    @Test func choicesThatAreTooFewByNowAreAskedAgain() throws {
        var state = cart()
        let before = try #require(state.orders?.cart.lines.first?.item)
        _ = try refuse(400, before.options, price: before.price, &state)
        #expect(picture(state).contains("고를 것이 바뀌었습니다."))
        state.press(.enter)
        #expect(state.layers[OptionsForm.self]?.chosen == before.options)
    }

    @Test func whatIsNotListedAnyMoreSaysSo() throws {
        var state = cart()
        let before = try #require(state.orders?.cart.lines.first?.item)
        _ = try refuse(400, [], price: before.price, &state)
        _ = reduce(&state, .sectionChanged(Fixture.section(.main, [Fixture.galbi]), at: Fixture.noon))
        state.press(.enter)
        #expect(state.layers[OptionsForm.self] == nil)
        #expect(picture(state).contains("목록에 없어"))
    }

    /// The shop sells the dish without that option by now. What was typed stays, and so does what the options form
    /// shows that is open meanwhile.
    @Test(arguments: [false, true]) func anOptionThatIsGoneAltogetherIsSaidAndNothingTypedIsLost(
        _ isFormOpen: Bool
    ) throws {
        let plain = Dish(detailHash: "H7", title: "비빔밥", price: Won(8_000))
        var state = isFormOpen ? OptionsFormTests.shop() : cart()
        if isFormOpen { state.press(.character("+"), .right, .enter, .enter, .character(" ")) }
        _ = reduce(&state, .sectionChanged(Fixture.section(.main, [plain], version: 2), at: Fixture.noon))
        if isFormOpen {
            #expect(state.layers[OptionsForm.self]?.chosen.map(\.choice) == ["large", "egg"])
            state.press(.enter, .enter, .character("v"))
        }
        let before = try #require(state.orders?.cart.lines.first?.item)
        state.order?.form.focus(on: .quantity(before.id))
        state.press(.character("3"), .character("m"))
        state.type("덜 맵게")
        state.order?.form.focus(on: .confirm)
        _ = try refuse(400, [], price: Won(8_000), &state)
        #expect(picture(state).contains(isFormOpen ? "곱빼기, 달걀: 이제 없습니다." : "곱빼기, 달걀, 김: 이제 없습니다."))
        state.press(.enter)
        let line = state.orders?.cart.lines.first
        #expect(line?.item.options == [])
        #expect([line?.quantity, state.orders?.cart.lines.count] == [3, 1])
        #expect(line?.note == "덜 맵게")
        #expect(state.order?.problems == [:])
        #expect(picture(state).contains("24,000원 주문하기"))
        let sent = state.sent(.enter)
        #expect(try #require(sent).lines.map(\.item.price) == [Won(8_000)])
    }

    @Test func twoLinesThatBecomeTheSameAreOne() throws {
        var state = cart()
        state.press(.escape, .character("+"), .right, .enter, .enter, .down, .down, .character(" "), .enter, .enter)
        state.press(.character("v"))
        #expect(state.order?.items.count == 2)
        let first = try #require(state.orders?.cart.lines.first?.item)
        _ = try refuse(400, [first.options[0]], price: Won(10_000), &state)
        state.press(.enter, .enter, .enter, .down, .down, .character(" "), .enter, .enter)
        #expect(state.orders?.cart.lines.map(\.quantity) == [2])
        let sent = state.sent(.enter)
        #expect(try #require(sent).lines.map(\.item.options).first?.map(\.choice) == ["large", "cheese"])
    }

    @Test func undoingAReplacedLineTakesItsPiecesFromTheOtherAgain() throws {
        var state = cart()
        state.press(.escape, .character("+"), .right, .enter, .enter, .down, .down, .character(" "), .enter, .enter)
        state.press(.character("v"))
        let first = try #require(state.orders?.cart.lines.first?.item)
        _ = try refuse(400, [first.options[0]], price: Won(10_000), &state)
        state.press(.enter, .enter, .enter, .down, .down, .character(" "), .enter, .enter)
        let other = try #require(state.orders?.cart.lines.first?.item)
        state.order?.form.focus(on: .quantity(other.id))
        state.press(.character("+"))
        #expect(state.orders?.cart.lines.map(\.quantity) == [3])
        state.press(.character("u"))
        #expect(state.orders?.cart.lines.map(\.item.id) == [first.id, other.id])
        #expect(state.orders?.cart.lines.map(\.quantity) == [1, 2])
    }

    @Test func theSameHoldsForOneDish() throws {
        var state = OptionsFormTests.shop()
        state.press(.character("o"), .right, .enter, .enter, .character(" "), .enter, .enter)
        state.order?.form.focus(on: .confirm)
        let before = try #require(state.order?.items.first)
        _ = try refuse(400, [before.options[1]], price: Won(8_500), &state)
        #expect(picture(state).contains("곱빼기: 이제 없습니다."))
        state.press(.enter, .enter, .enter, .enter, .enter)
        #expect(state.order?.items.map(\.price) == [Won(8_500)])
        #expect(state.order?.problems == [:])
        #expect(state.orders?.cart.isEmpty == true)
    }

    @Test func anOrderGoesOnToItsForm() {
        var state = OptionsFormTests.shop()
        state.press(.character("o"), .enter, .enter, .character(" "), .enter)
        #expect(picture(state).contains("8,500원 주문으로"))
        state.press(.enter)
        #expect(state.layers[OptionsForm.self] == nil)
        #expect(state.order?.items.map(\.price) == [Won(8_500)])
        #expect(picture(state).contains("비빔밥 (보통, 달걀)"))
        let draft = state.sent(.enter, .enter)
        #expect(draft?.lines.first?.item.options.map(\.choice) == ["regular", "egg"])
    }
}
