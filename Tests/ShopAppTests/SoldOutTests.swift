import Canvas
import Domain
import Foundation
import ShopClient
import Terminal
import Testing

@testable import ShopApp

/// A sold-out dish as guests see it.
struct SoldOutTests {
    private func shop(_ width: Int = 80, _ height: Int = 24) -> ShopState {
        KeptDishFixture.shop(KeptDishFixture.soldOut, isKeeper: false, width: width, height: height)
    }

    private func spans(_ state: ShopState, _ words: Words = .korean) -> [Span] {
        Fixture.frame(state, words).panels.flatMap(\.lines).flatMap(\.spans)
    }

    @Test(arguments: [(120, 40), (80, 24), (44, 14), (40, 8), (20, 6)])
    func itsRowSaysSoOnceAtEverySize(width: Int, height: Int) {
        var state = shop(width, height)
        state.press(.down)
        #expect(spans(state).count { $0.text == " 품절 " } == 1)
        #expect(spans(state, .english).count { $0.text == " sold out " } == 1)
        #expect(!spans(state).contains { $0.text == "10,900원" && $0.style.ink == .price })
    }

    @Test func aBadgeAloneIsOnlyABadge() {
        let state = KeptDishFixture.shop(Fixture.bulgogi, isKeeper: false)
        #expect(spans(state).contains { $0.text == " 품절 " })
        var pressed = state
        pressed.press(.character("o"))
        #expect(pressed.order != nil)
    }

    @Test(arguments: [(120, 40), (80, 24), (44, 14), (40, 8), (20, 6)])
    func itsPageSaysSo(width: Int, height: Int) {
        var state = shop(width, height)
        state.press(.right)
        #expect(spans(state).count { $0.text == " 품절 " } == 1)
        #expect(!spans(state).contains { $0.text == "10,900원" && $0.style.ink == .price })
    }

    @Test func orderingItTellsWhyNotInsteadOfOpeningTheForm() {
        for keys: [Key] in [[.character("o")], [.character("+")], [.right, .character("o")]] {
            var state = shop()
            for key in keys { state.press(key) }
            #expect(state.order == nil)
            #expect(state.orders?.cart.isEmpty == true)
            #expect(Fixture.frame(state).contains("품절이라 지금은 주문할 수 없습니다."))
        }
    }

    @Test func whatIsInTheCartAlreadyCanBeTakenOut() {
        var state = KeptDishFixture.shop(isKeeper: false)
        state.press(.character("+"), .character("+"))
        state.list(KeptDishFixture.soldOut)
        state.press(.character("-"))
        #expect(state.orders?.cart.count == 1)
    }

    @Test func anOpenPageFollowsTheList() throws {
        var state = KeptDishFixture.shop(isKeeper: false)
        state.press(.right)
        let other = Dish(detailHash: "H1", title: Fixture.galbi.title, price: Won(8_000), isSoldOut: true)
        state.list(Fixture.stew, other)
        let page = try #require(state.page)
        #expect(page.dish.isSoldOut)
        #expect(page.price == Won(8_000))
        #expect(page.reducedFrom == nil)
    }
}
