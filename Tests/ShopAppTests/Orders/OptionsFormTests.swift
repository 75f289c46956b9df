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
