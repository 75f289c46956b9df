import Canvas
import Domain
import Foundation
import ShopClient
import Terminal
import TerminalText
import TestSupport
import Testing

@testable import ShopApp

/// The lines of the cart: taking them out, what is sold out, and the way to free delivery.
struct CartLineTests {
    private static let fee = DeliveryFee("2,500원 (40,000원 이상 구매 시 무료)")
    private static let soldOut = Dish(
        detailHash: "H2", title: Fixture.bulgogi.title, price: Fixture.bulgogi.price, isSoldOut: true)
    /// Cheap, dear and sold out, all of the last section.
    private static let more = [
        Dish(detailHash: "H4", title: "콩나물무침", price: Won(1_500)),
        Dish(detailHash: "H5", title: "[들밥상] 도라지무침", price: Won(7_500)),
        Dish(detailHash: "H6", title: "취나물", price: Won(7_400), isSoldOut: true),
    ]

    private func picture(_ state: ShopState, _ words: Words = .korean) -> String { Fixture.frame(state, words).picture }

    /// Returns the cart with two dishes, of which there are two and one.
    private func cart(_ width: Int = 80, _ height: Int = 24) -> ShopState {
        var state = OrdersFixture.shop(width: width, height: height, guest: Guest(name: "홍길동"))
        state.press(.character("+"), .character("+"), .down, .character("+"), .character("v"))
        return state
    }

    private func titles(_ state: ShopState) -> [PlainText]? { state.orders?.cart.lines.map(\.item.title) }

    @Test(arguments: [(80, 24), (120, 40), (44, 14)])
    func namesAreWholeBesideTheirQuantity(_ width: Int, _ height: Int) {
        let picture = picture(cart(width, height))
        #expect(picture.contains("> 수제 떡갈비 한판"))
        #expect(picture.contains("- 2 +"))
        #expect(picture.contains("- 1 +"))
        #expect(picture.contains("소반가") == (width >= 60), "the brand is the first to go")
        #expect(picture.contains("2가지, 3개"))
    }

    @Test func xTakesALineOutAndUPutsItBackWhereItWas() {
        var state = cart()
        let before = state.orders?.cart
        #expect(state.asked(.character("x")).count == 1, "the cart is saved")
        #expect(titles(state) == [Fixture.bulgogi.title])
        #expect(state.order?.items.map(\.title) == [Fixture.bulgogi.title])
        #expect(picture(state).contains("u 되돌리기"))
        #expect(state.order?.focus == state.order.map { .quantity($0.items[0].id) })
        state.press(.character("+"))
        #expect(state.asked(.character("u")).count == 1)
        #expect(titles(state) == before?.lines.map(\.item.title))
        #expect(state.orders?.cart.lines.map(\.quantity) == [2, 2], "what was changed since stays")
        #expect(state.order?.items.count == 2)
        #expect(state.order?.focus == state.order.map { .quantity($0.items[0].id) })
    }

    @Test func aSumThatIsNoLongerTrueIsNotShown() {
        var state = cart()
        state.press(.character("x"), .character("u"))
        #expect(picture(state).contains("장바구니를 되돌렸습니다."))
        state.press(.character("+"))
        #expect(!picture(state).contains("장바구니를 되돌렸습니다."))
    }

    @Test func theLastLineClosesTheCartAndCanBePutBackFromTheList() {
        var state = cart()
        state.press(.character("x"), .character("x"))
        #expect(state.order == nil)
        #expect(state.orders?.cart.isEmpty == true)
        state.press(.character("u"))
        #expect(titles(state) == [Fixture.bulgogi.title])
    }

    @Test func whatIsSoldOutIsMarkedLeftOutOfTheSumAndTakenOutWithOneKey() throws {
        var state = cart()
        #expect(picture(state).contains("31,600원 주문하기"))
        let section = Fixture.section(.main, [Fixture.galbi, CartLineTests.soldOut], version: 2)
        _ = reduce(&state, .sectionChanged(section, at: Fixture.noon))
        #expect(picture(state).contains("21,800원 주문하기"))
        var left = state
        left.press(.escape)
        #expect(picture(left).contains("v 장바구니 2 · 21,800원"), "the lower edge says what would be ordered")
        #expect(picture(state).contains("품절"))
        state.press(.down)
        #expect(picture(state).contains("x 빼기"))
        var ordering = state
        ordering.order?.form.focus(on: .confirm)
        let sent = ordering.sent(.enter)
        #expect(try #require(sent).lines.map(\.item.title) == [Fixture.galbi.title])
        state.press(.character("x"))
        #expect(titles(state) == [Fixture.galbi.title])
        // It is on sale again.
        state = cart()
        _ = reduce(&state, .sectionChanged(section, at: Fixture.noon))
        _ = reduce(
            &state,
            .sectionChanged(Fixture.section(.main, [Fixture.galbi, Fixture.bulgogi], version: 3), at: Fixture.noon))
        #expect(picture(state).contains("31,600원 주문하기"))
    }

    @Test func whatIsSoldOutStaysInTheCartWhenTheRestIsOrdered() throws {
        var state = cart()
        let section = Fixture.section(.main, [Fixture.galbi, CartLineTests.soldOut], version: 2)
        _ = reduce(&state, .sectionChanged(section, at: Fixture.noon))
        state.order?.form.focus(on: .confirm)
        let sent = state.sent(.enter)
        state.report(try #require(sent), .stored(nil))
        #expect(state.orders?.cart.lines.map(\.item.title) == [Fixture.bulgogi.title])
    }

    /// Returns the cart for delivery with dishes of 32,700원, which lack 7,300원.
    private func delivered(_ width: Int = 80, _ height: Int = 24) -> ShopState {
        var state = OrdersFixture.shop(width: width, height: height, guest: Guest(name: "홍길동"))
        let section = Fixture.section(.side, CartLineTests.more)
        _ = reduce(&state, .sectionChanged(section, at: Fixture.noon))
        state.press(.character("+"), .character("+"), .character("+"), .character("v"))
        state.chooseDelivery()
        _ = state.tell(.feesKnown(["H1": CartLineTests.fee, "H5": CartLineTests.fee]))
        return state
    }

    @Test(arguments: [(80, 24), (44, 14)])
    func whatIsMissingToFreeDeliveryIsShownWithADishThatFits(_ width: Int, _ height: Int) {
        var state = delivered(width, height)
        #expect(picture(state).contains("7,300원 더 담으면 무료"))
        #expect(picture(state).contains("⣿⣿⣿⣿⣿⣿⣿⣿⣇⣀") == (width == 80))
        #expect(picture(state).contains("[ + 도라지무침 7,500원 ]"), "the cheapest that makes it free")
        #expect(picture(state).contains("35,200원 주문하기"))
        state.order?.form.focus(on: .proposal)
        #expect(picture(state).contains("Enter 담기"))
        #expect(state.asked(.enter).count == 2)
        #expect(state.orders?.cart.subtotal == Won(40_200))
        #expect(picture(state).contains("40,200원 주문하기"))
        #expect(!picture(state).contains("더 담으면"))
        #expect(state.order?.focus == .confirm)
    }

    @Test(arguments: [(44, 14), (44, 24), (60, 20), (80, 24)])
    func aLargeSumIsMissingInWordsOnEveryScreen(_ width: Int, _ height: Int) {
        var state = OrdersFixture.shop(width: width, height: height, guest: Guest(name: "홍길동"))
        state.press(.character("+"), .character("v"))
        state.chooseDelivery()
        _ = state.tell(.feesKnown(["H1": CartLineTests.fee]))
        #expect(picture(state).contains("29,100원 더 담으면 무료"), "\(picture(state))")
    }

    @Test func nothingIsProposedForWhatIsFetched() {
        var state = delivered()
        state.order?.choose(.pickup)
        _ = state.tell(.feesKnown([:]))
        #expect(!picture(state).contains("더 담으면"))
        #expect(state.order?.proposal == nil)
        #expect(state.order?.form.stops.contains(.proposal) == false)
    }

    @Test(arguments: [(60, 20), (80, 24), (120, 40)])
    func theFilledCartIsInTheLowerEdgeOfEveryCounter(_ width: Int, _ height: Int) {
        var state = OrdersFixture.shop(width: width, height: height, guest: Guest(name: "홍길동"))
        #expect(!picture(state).contains("v 장바구니"))
        state.press(.character("+"), .character("+"))
        state.toast = ToastQueue()
        for (key, counter) in [("1", CounterID.menu), ("2", .juice), ("3", .orders)] {
            state.press(.character(Character(key)))
            #expect(state.counter == counter)
            #expect(picture(state).contains("v 장바구니 2 · 21,800원"))
            #expect(picture(state, .english).contains("v cart 2 · 21,800원"))
        }
        #expect(state.list.selected(Order.self) == nil, "nothing is selected there")
        state.press(.character("v"))
        #expect(state.order?.isCart == true)
    }

    @Test func aTitleIsDividedIntoItsNameAndItsBrand() {
        let titles: [(PlainText, String, String)] = [
            ("[소반가] 수제 떡갈비", "소반가", "수제 떡갈비"), ("잡채", "", "잡채"), ("[소반가]", "", "[소반가]"),
            ("[소반가 잡채", "", "[소반가 잡채"), ("[]  잡채", "", "잡채"),
        ]
        for (title, brand, name) in titles {
            let divided = BrandedTitle(title)
            #expect(divided.brand == brand)
            #expect(divided.name == name)
        }
    }
}
