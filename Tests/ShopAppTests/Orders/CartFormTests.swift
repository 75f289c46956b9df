import Canvas
import Domain
import Foundation
import ShopClient
import Terminal
import TerminalText
import Testing

@testable import ShopApp

struct CartFormTests {
    private let galbi = OrdersFixture.galbi
    private static let fee = DeliveryFee("2,500원 (40,000원 이상 구매 시 무료)")

    /// Returns the shop with the form open for a cart with two of one dish, whose delivery fee is known, and with the focus
    /// on the button that orders if the guest is known.
    private func form(_ guest: Guest = Guest(name: "홍길동")) -> ShopState {
        var state = OrdersFixture.shop(guest: guest)
        state.press(.character("+"), .character("+"), .character("v"))
        state.chooseDelivery()
        _ = state.tell(.feesKnown(["H1": CartFormTests.fee]))
        if state.order?.focus != .who { state.order?.form.focus(on: .confirm) }
        return state
    }

    private func picture(_ state: ShopState) -> String { Fixture.frame(state).picture }

    @Test func plusPutsTheSelectedDishInAndTheRowAndTheTabShowHowMany() {
        var state = OrdersFixture.shop()
        #expect(state.asked(.character("+")).count == 1)
        state.press(.character("+"))
        #expect(state.orders?.cart.quantity(of: galbi.id) == 2)
        #expect(picture(state).contains("x2"))
        #expect(picture(state).contains("3 주문 x2"))
        state.press(.character("-"))
        #expect(picture(state).contains("x1"))
    }

    @Test func aJuiceGoesInTooAndWhatIsNotInIsNotTakenOut() {
        var state = OrdersFixture.shop()
        #expect(state.asked(.character("-")).isEmpty)
        state.press(.character("2"), .character("+"))
        #expect(state.orders?.cart.lines.map(\.item.item.counter) == [.juice])
    }

    @Test func eachChangeIsKeptUnderAHigherNumber() {
        var state = OrdersFixture.shop()
        let requests = state.asked(.character("+"), .character("+"), .character("-"))
        let numbers = requests.map { request -> [Int] in
            guard case .keepCart(let cart, let number) = request else { return [] }
            return [cart.count, number]
        }
        #expect(numbers == [[1, 1], [2, 2], [1, 3]])
    }

    @Test func whatWasInTheCartBeforeComesFirst() {
        var state = OrdersFixture.shop()
        state.press(.character("+"))
        var kept = Cart()
        kept.add(3, of: OrdersFixture.kiwi)
        kept.add(1, of: galbi)
        _ = state.tell(.cartRead(kept))
        #expect(state.orders?.cart.lines.map(\.quantity) == [3, 2])
    }

    @Test func anEmptyCartIsToldWithTheKeyThatFillsIt() {
        var state = OrdersFixture.shop()
        state.press(.character("v"))
        #expect(state.order == nil)
        #expect(picture(state).contains("+ 키로 담으세요"))
    }

    @Test func theCartAsksForTheDeliveryOfItsDishesOnce() {
        var state = OrdersFixture.shop()
        state.press(.character("+"), .character("2"), .character("+"))
        #expect(state.asked(.character("v")) == [.fetchProfile, .fetchFees(["H1"])])
        state.chooseDelivery()
        #expect(picture(state).contains("확인 중"))
        _ = state.tell(.feesKnown(["H1": CartFormTests.fee]))
        #expect(picture(state).contains("2,500원"))
        // The address that was typed is not saved.
        state.press(.escape, .character("y"))
        #expect(state.asked(.character("v")) == [.fetchProfile])
    }

    @Test func deliveryIsFreeFromItsLimitOn() {
        var state = form()
        #expect(picture(state).contains("24,300원"))
        state.order?.form.focus(on: .quantity(galbi.id))
        state.press(.character("4"))
        #expect(picture(state).contains("무료"))
        #expect(state.orders?.cart.quantity(of: galbi.id) == 4)
    }

    @Test func oneOrderHasAllLinesAndTheFeeThatWasShown() throws {
        var state = form()
        let sent = state.sent(.enter)
        let draft = try #require(sent)
        #expect(draft.lines == [Cart.Line(galbi, quantity: 2)])
        #expect(draft.deliveryFee == Won(2_500))
        #expect(draft.who == "홍길동")
    }

    @Test func aLineOfNoneIsNotOrdered() throws {
        var state = OrdersFixture.shop(guest: Guest(name: "홍길동"))
        state.press(.character("+"), .character("2"), .character("+"), .character("v"))
        state.press(.character("0"))
        let sent = state.sent(.enter, .enter)
        #expect(try #require(sent).lines.count == 1)
        #expect(state.orders?.cart.lines.count == 1)
    }

    @Test(arguments: [(80, 24), (44, 14)]) func aNoteForALineIsTypedBelowItKeptWithTheCartAndSent(
        _ width: Int, _ height: Int
    ) throws {
        var state = form()
        _ = reduce(&state, .resized(Size(width: width, height: height)))
        state.order?.form.focus(on: .quantity(galbi.id))
        #expect(!picture(state).split(separator: "\n").dropLast().joined().contains("요청  "))
        state.press(.character("m"))
        #expect(state.order?.focus == .lineNote(galbi.id))
        let requests = state.asked(.character("덜"))
        #expect(requests.first.map { "\($0)" }?.contains("덜") == true)
        state.type(" 맵게")
        state.press(.enter)
        #expect(state.order?.focus == .quantity(galbi.id))
        #expect(picture(state).contains("덜 맵게"))
        state.press(.escape, .character("y"))
        #expect(state.orders?.cart.lines.map(\.note) == ["덜 맵게"])
        state.press(.character("v"))
        #expect(picture(state).contains("덜 맵게"))
        state.chooseDelivery()
        let sent = state.sent(.enter, .enter)
        #expect(try #require(sent).lines == [Cart.Line(galbi, quantity: 2, note: "덜 맵게")])
    }

    @Test func aNoteThatIsTooLongOrTakenBackIsNotKept() {
        var state = form()
        state.order?.form.focus(on: .quantity(galbi.id))
        state.press(.character("m"), .paste("덜 맵게"), .paste(String(repeating: "가", count: 200)), .tab)
        #expect(state.order?.problems[.lineNote(galbi.id)] == .tooLong(by: 4))
        #expect(state.orders?.cart.lines.first?.note == "덜 맵게")
        state.press(.backTab, .control("u"), .enter)
        #expect(state.orders?.cart.lines.first?.note == nil)
        #expect(state.order?.form.stops.contains(.lineNote(galbi.id)) == false)
    }

    /// Returns the cart with two dishes, and a note of that many characters for the first of them.
    private func noted(_ count: Int) -> ShopState {
        var state = OrdersFixture.shop(guest: Guest(name: "홍길동"))
        state.press(.character("+"), .down, .character("+"), .character("v"), .character("m"))
        state.press(.paste(String(repeating: "가", count: count)))
        return state
    }

    @Test(arguments: [(200, false), (250, true)]) func onlyANoteThatTheCartDoesNotTakeIsLostAfterAQuestion(
        _ count: Int, _ isAsked: Bool
    ) {
        var state = noted(count)
        state.press(.escape)
        #expect((state.order != nil) == isAsked)
        #expect(picture(state).contains("주문을 그만둘까요?") == isAsked)
        #expect(state.orders?.cart.lines.first?.note?.string.count == (isAsked ? nil : 200))
        guard isAsked else { return }
        #expect(state.order?.form.text(.lineNote(galbi.id)).text.count == 250)
        state.press(.character("y"))
        #expect(state.order == nil)
    }

    @Test func aNoteThatIsTooLongIsShortenedWhereItIs() {
        var state = noted(201)
        state.press(.enter, .character("x"))
        #expect(state.order?.focus == .lineNote(galbi.id))
        #expect(state.order?.form.text(.lineNote(galbi.id)).text.count == 202, "text, and no command")
        state.press(.backspace, .backspace, .enter)
        #expect(state.orders?.cart.lines.first?.note?.string.count == 200)
        #expect(state.order?.focus != .lineNote(galbi.id))
    }

    @Test func aNoteThatIsTooLongStaysWhenAnotherLineGoes() throws {
        var state = noted(250)
        let other = try #require(state.order?.items.last)
        state.order?.form.focus(on: .quantity(other.id))
        state.press(.character("x"))
        #expect(state.order?.items.count == 1)
        #expect(state.order?.form.text(.lineNote(galbi.id)).text.count == 250)
        #expect(state.order?.form.stops.contains(.lineNote(galbi.id)) == true)
    }

    @Test func whatWasOrderedBeforeIsPutInWithItsOptionsAndNotes() {
        var state = OrdersFixture.state([OrdersFixture.mine(OrdersFixture.order(7, .received, fee: 2_500))])
        state.press(.character("a"))
        let line = state.orders?.cart.lines.first
        #expect(line?.note == OrdersFixture.chosen.note)
        #expect(line?.item.options == OrdersFixture.chosen.options)
    }

    @Test func aCartThatWasEmptiedOrdersNothing() {
        var state = form()
        state.press(.tab, .tab, .character("0"))
        let sent = state.sent(.enter, .enter)
        #expect(sent == nil)
        #expect(state.order?.notice == .nothing)
    }

    @Test func whatWasOrderedOrKeptEmptiesTheCart() throws {
        for outcome in [OrderOutcome.stored(OrderReceipt(id: 12, number: 12, total: Won(24_300))), .kept(.unreachable)]
        {
            var state = form()
            let sent = state.sent(.enter)
            let effects = state.report(try #require(sent), outcome)
            #expect(state.order == nil)
            #expect(state.orders?.cart.isEmpty == true)
            #expect(effects.contains(.orders(.keepCart(Cart(), number: 3))))
            let isStored = if case .stored = outcome { true } else { false }
            #expect(effects.contains(.refetch(.myOrders)) == isStored)
        }
    }

    /// An order that is on its way is not called back by closing its form.
    @Test(arguments: [OrderOutcome.stored(OrderReceipt(id: 12, number: 12, total: Won(24_300))), .kept(.unreachable)])
    func whatWasOrderedLeavesTheCartEvenIfItsFormWasClosed(_ outcome: OrderOutcome) throws {
        var state = form()
        let sent = state.sent(.enter)
        state.press(.escape, .character("v"))
        #expect(state.order == nil, "it would be ordered twice")
        #expect(picture(state).contains("앞서 보낸 것의 답을 기다립니다"))
        state.press(.character("+"))
        let effects = state.report(try #require(sent), outcome)
        #expect(state.orders?.cart.lines.map(\.quantity) == [1], "what was put in since")
        #expect(effects.contains { if case .keepCart? = $0.request(OrdersRequest.self) { true } else { false } })
        state.press(.character("v"))
        #expect(state.order != nil)
    }

    @Test func whileTheCartIsSentNothingIsPutInThatItsFormWouldShow() throws {
        let before = OrdersFixture.mine(OrdersFixture.order(7, .received))
        var state = OrdersFixture.shop([before], guest: Guest(name: "홍길동"))
        state.press(.character("+"), .character("v"))
        state.order?.form.focus(on: .confirm)
        let sent = state.sent(.enter)
        #expect(sent != nil)
        state.press(.escape, .character("3"), .character("a"), .character("a"))
        #expect(state.orders?.cart.count == 1)
        #expect(picture(state).contains("앞서 보낸 것의 답을 기다립니다"))
        state.report(try #require(sent), .stored(OrderReceipt(id: 12, number: 12, total: Won(10_900))))
        state.press(.character("a"))
        #expect(state.order?.isCart == true)
    }

    @Test func whatTheShopRefusedStaysInTheCartEvenIfItsFormWasClosed() throws {
        var state = form()
        let sent = state.sent(.enter)
        state.press(.escape)
        state.report(try #require(sent), .refused(OrderRefusal(status: 409, problems: [0: .soldOut])))
        #expect(state.orders?.cart.lines.map(\.quantity) == [2])
        state.press(.character("v"))
        #expect(state.order != nil)
    }

    @Test func theConfirmationNamesNumberTotalAndWhatComesNext() throws {
        var state = form()
        state.toast = ToastQueue()
        let sent = state.sent(.enter)
        state.report(try #require(sent), .stored(OrderReceipt(id: 12, number: 12, total: Won(24_300))))
        let picture = picture(state)
        #expect(picture.contains("12번 주문"))
        #expect(picture.contains("24,300원"))
        #expect(picture.contains("3 진행 보기"))
    }

    @Test func anotherPriceIsShownBesideTheOldOneAndHasToBeConfirmed() throws {
        var state = form()
        let sent = state.sent(.enter)
        let draft = try #require(sent)
        state.report(draft, .refused(OrderRefusal(status: 409, problems: [0: .price(Won(11_900))])))
        let picture = picture(state)
        #expect(picture.contains("10,900원"))
        #expect(picture.contains("11,900원"))
        #expect(state.orders?.cart.lines.map(\.item.price) == [Won(11_900)])
        let again = state.sent(.enter)
        let second = try #require(again)
        #expect(second.key != draft.key)
        #expect(second.lines.map(\.item.price) == [Won(11_900)])
    }

    @Test func whatIsSoldOutIsToldAtItsLine() throws {
        var state = form()
        let sent = state.sent(.enter)
        state.report(try #require(sent), .refused(OrderRefusal(status: 409, problems: [0: .soldOut])))
        #expect(state.order?.problems[.quantity(galbi.id)] == .soldOut)
        #expect(state.orders?.cart.count == 2)
    }

    @Test func whatIsSomethingElseByNowIsNamedAndLeftToTheGuest() throws {
        var state = form()
        let sent = state.sent(.enter)
        state.report(try #require(sent), .refused(OrderRefusal(status: 409, problems: [0: .title("당면 잡채")])))
        #expect(picture(state).contains("지금은 다른 메뉴입니다: 당면 잡채"))
        #expect(state.orders?.cart.lines.map(\.item.title) == [galbi.title])
        // The dish that the list shows under the identifier now is not in the cart.
        let other = SaleItem(galbi.item, title: "당면 잡채", price: galbi.price)
        #expect(state.orders?.itemMarks?(other) == nil)
    }

    @Test func anotherFeeIsShownAndSentNextTime() throws {
        var state = form()
        let sent = state.sent(.enter)
        state.report(
            try #require(sent), .refused(OrderRefusal(status: 409, terms: OrderTermsConflict(deliveryFee: Won(3_000)))))
        #expect(state.order?.notice == .newFee(before: Won(2_500)))
        let again = state.sent(.enter)
        #expect(try #require(again).deliveryFee == Won(3_000))
    }

    @Test func whoAlwaysOrdersHereIsShownAndNotAskedFor() throws {
        var state = form(Guest(name: "2번 자리", isFixed: true))
        #expect(picture(state).contains("2번 자리"))
        let sent = state.sent(.enter)
        #expect(try #require(sent).who == "2번 자리")
    }

    @Test func aNewGuestIsAskedForTheNameFirst() {
        let state = form(Guest())
        #expect(state.order?.focus == .who)
    }

    @Test(arguments: [(80, 24), (120, 40), (44, 14)])
    func theSumIsSeenAtEverySize(_ width: Int, _ height: Int) {
        var state = form()
        _ = reduce(&state, .resized(Size(width: width, height: height)))
        #expect(picture(state).contains("24,300원"))
    }
}
