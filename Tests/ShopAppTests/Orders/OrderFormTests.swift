import Canvas
import Domain
import Foundation
import ShopClient
import Terminal
import TerminalText
import Testing

@testable import ShopApp

extension ShopState {
    mutating func type(_ text: String) { for character in text { press(.character(character)) } }

    /// Returns the order that the form sends when it is confirmed with `keys`.
    mutating func sent(_ keys: Key...) -> OrderDraft? {
        for key in keys {
            for case .place(let draft)? in press(key).map({ $0.request(OrdersRequest.self) }) { return draft }
        }
        return nil
    }

    @discardableResult
    mutating func report(_ draft: OrderDraft, _ outcome: OrderOutcome, isLate: Bool = false) -> [Effect] {
        tell(.reported(OrderReport(draft: draft, outcome: outcome, isLate: isLate)))
    }

    /// Sets the number of orders waiting on this device.
    mutating func ordersWait(_ count: Int) {
        let order = OrderDraft(key: UUID(), who: "홍길동", lines: [Cart.Line(OrdersFixture.galbi, quantity: 1)])
        let waiting = PendingOrder(draft: order, session: UUID(), confirmedAt: Fixture.noon)
        _ = tell(.waitingChanged(Array(repeating: waiting, count: count)))
    }
}

struct OrderFormTests {
    private static let quantity = OrderForm.Stop.quantity(OrdersFixture.galbi.id)

    /// Returns the list with the form open, and `guest` as the known name.
    private func form(_ width: Int = 80, _ height: Int = 24, guest: String = "") -> ShopState {
        var state = Fixture.state(width, height, sections: [Fixture.section(.main, [Fixture.galbi, Fixture.bulgogi])])
        state.guest.name = PlainText(guest)
        state.press(.character("o"))
        return state
    }

    @Test func aNewGuestBeginsWithTheNameAndAKnownOneWithTheQuantity() {
        #expect(form().order?.focus == .who)
        #expect(form(guest: "홍길동").order?.focus == OrderFormTests.quantity)
        #expect(form(guest: "홍길동").order?.form.text(.who).text == "홍길동")
    }

    @Test func lettersAreLettersInTheForm() {
        var state = form()
        state.type("qrojㅂ거?")
        #expect(state.order?.form.text(.who).text == "qrojㅂ거?")
        #expect(state.help == nil)
        #expect(state.page == nil)
        state.press(.tab)
        state.type("qx?")
        #expect(state.order?.form.quantity(OrderFormTests.quantity)?.text == "1")
        #expect(state.order != nil)
    }

    @Test func whatIsPastedIsTextAndOrdersNothing() {
        var state = form()
        let effects = state.press(.paste("홍길동\r\nq\u{1B}[2J" + String(repeating: "끝", count: 9_000)), .paste("\r\r\r"))
        #expect(effects == [])
        #expect(state.order?.focus == .who)
        #expect(state.order?.form.text(.who).text.hasPrefix("홍길동 q[2J끝") == true)
        state.press(.tab, .paste("12"))
        #expect(state.order?.form.quantity(OrderFormTests.quantity)?.text == "12")
    }

    @Test func anOrderIsWhatTheFormSays() throws {
        var state = form()
        state.type("홍길동")
        state.press(.enter, .character("3"))
        let sent = state.sent(.enter, .enter)
        let draft = try #require(sent)
        #expect(draft.lines == [Cart.Line(OrdersFixture.galbi, quantity: 3)])
        #expect(draft.who == "홍길동")
        #expect(state.order?.isSending == true)
        #expect(state.guest.name == "홍길동")
        #expect(state.order?.total == Won(32_700))
    }

    @Test(arguments: [
        ([Key.character("3")], "3"), ([.character("3"), .character("4")], "34"), ([.character("+")], "2"),
        ([.right, .right, .left], "2"), ([.left], "1"), ([.character("-")], "1"),
        ([.character("9"), .character("9"), .right], "99"), ([.backspace], ""), ([.backspace, .right], "1"),
        ([.backspace, .character("7")], "7"), ([.right, .character("5")], "5"),
        ([.character("1"), .character("0"), .character("0"), .character("0")], "100"), ([.character("٣")], "1"),
        ([.character("0"), .right], "1"),
    ])
    func theQuantityIsTypedOrStepped(_ keys: [Key], _ text: String) {
        var state = form(guest: "길동")
        for key in keys { state.press(key) }
        #expect(state.order?.form.quantity(OrderFormTests.quantity)?.text == text)
    }

    @Test(arguments: [
        ("", "1", OrderForm.Stop.who, OrderProblem.guest(.nobody)), ("   ", "1", .who, .guest(.nobody)),
        (String(repeating: "가", count: 65), "1", .who, .guest(.tooLong(by: 1))), ("길동", "0", quantity, .quantity),
        ("길동", "100", quantity, .quantity), ("길동", "", quantity, .quantity),
    ])
    func whatIsWrongIsToldAtItsField(
        _ who: String, _ quantity: String, _ focus: OrderForm.Stop, _ problem: OrderProblem
    ) {
        for (width, height) in [(80, 24), (44, 14), (30, 8)] {
            var state = form(width, height)
            state.type(who)
            state.press(.tab, .backspace)
            state.type(quantity)
            let draft = state.sent(.enter, .enter)
            #expect(draft == nil)
            #expect(state.order?.isSending == false)
            #expect(state.order?.problems == [focus: problem])
            #expect(state.order?.focus == focus)
            #expect(Fixture.frame(state).picture.contains(Words.korean.order.problem(problem).prefix(10)))
            state.press(.character("1"))
            #expect(state.order?.problems == [:])
        }
    }

    @Test func sixtyFourCharactersAreNotTooMany() throws {
        var state = form()
        state.type(String(repeating: "가", count: 64))
        let draft = state.sent(.enter, .enter, .enter)
        #expect(draft?.who.count == 64)
    }

    @Test func theFocusGoesAroundBothWays() {
        var state = form()
        let note = OrderForm.Stop.lineNote(OrdersFixture.galbi.id)
        let details = [note, .receive, .detail(.wantedAt), .detail(.note)]
        for focus in [OrderFormTests.quantity] + details + [.confirm, .cancel, .who] {
            state.press(.tab)
            #expect(state.order?.focus == focus)
        }
        for focus in [OrderForm.Stop.cancel, .confirm] + details.reversed() + [OrderFormTests.quantity, .who] {
            state.press(.up)
            #expect(state.order?.focus == focus)
        }
        state.press(.up, .right)
        #expect(state.order?.focus == .confirm)
    }

    @Test(arguments: [[Key.escape], [.up, .enter]]) func cancellingOrdersNothing(_ keys: [Key]) {
        var state = form()
        let effects = keys.flatMap { state.press($0) }
        #expect(effects == [])
        #expect(state.order == nil)
    }

    @Test func aSecondEnterInFlightDoesNothing() {
        var state = form(guest: "길동")
        let first = state.sent(.enter, .enter)
        #expect(first != nil)
        let again = state.press(.enter, .character(" "), .enter, .tab, .enter, .character("9"))
        #expect(!again.contains { if case .place? = $0.request(OrdersRequest.self) { true } else { false } })
        #expect(state.order?.form.quantity(OrderFormTests.quantity)?.text == "1")
    }

    @Test func theKeyIsMadeWhenTheFormOpensAndIsAnotherEachTime() throws {
        var state = form(guest: "길동")
        let key = try #require(state.order).key
        state.press(.escape, .character("o"))
        #expect(state.order?.key != key)
        let second = try #require(state.order).key
        let sent = state.sent(.enter, .enter)
        let draft = try #require(sent)
        #expect(draft.key == second)
        // The order could be neither sent nor stored, so the retry must use the same key.
        state.report(draft, .notSaved(.unreachable))
        let again = state.sent(.enter)
        #expect(again?.key == second)
    }

    @Test func aStoredOrderClosesFormAndPageAndIsTold() throws {
        var state = Fixture.state(80, 24)
        state.guest.name = "길동"
        state.press(.right)
        state.arrive()
        state.press(.character("o"))
        let sent = state.sent(.enter, .enter)
        let draft = try #require(sent)
        #expect(draft.lines[0].item.price == Won(9_900))
        state.report(draft, .stored(nil))
        #expect(state.order == nil)
        #expect(state.page == nil)
        #expect(Fixture.frame(state).picture.contains("주문이 접수됐습니다."))
    }

    @Test func anotherPriceIsShownAndHasToBeConfirmedUnderANewKey() throws {
        var state = form(guest: "길동")
        let sent = state.sent(.enter, .enter)
        let draft = try #require(sent)
        state.report(draft, .refused(OrderRefusal(status: 409, problems: [0: .price(Won(12_000))])))
        let picture = Fixture.frame(state).picture
        #expect(picture.contains("12,000원"))
        #expect(picture.contains("10,900원에서 바뀌었습니다"))
        #expect(state.order?.isSending == false)
        let sentAgain = state.sent(.enter)
        let second = try #require(sentAgain)
        #expect(second.key != draft.key)
        #expect(second.lines[0].item.price == Won(12_000))
    }

    /// The same dish costs the same, and the form says the same, whichever way it is ordered.
    @Test(arguments: [(80, 24), (44, 14)]) func theFormOfOneDishAndTheCartShowTheSameSums(
        _ width: Int, _ height: Int
    ) throws {
        let fee = DeliveryFee("3,000원 (40,000원 이상 구매 시 무료)")
        var drafts: [OrderDraft] = []
        var sums: [[String]] = []
        for keys in [[Key.character("o")], [.character("+"), .character("v")]] {
            var state = OrdersFixture.shop(width: width, height: height, guest: Guest(name: "홍길동", isFixed: true))
            let asked = state.asked(keys[0]) + keys.dropFirst().flatMap { state.asked($0) }
            #expect(asked.contains(.fetchFees(["H1"])))
            state.chooseDelivery()
            _ = state.tell(.feesKnown(["H1": fee]))
            let picture = Fixture.frame(state).picture
            #expect(picture.contains("[ 13,900원 주문하기 ]"))
            let lines = picture.split(separator: "\n").map(String.init)
            sums.append(
                ["주문 금액", "배달비", "합계"].compactMap { name in
                    let line = lines.first { $0.contains(name) }?.components(separatedBy: name).last
                    return line?.split(separator: " ").first.map(String.init)
                })
            state.press(.tab)
            for _ in 0..<12 where state.order?.focus != .confirm { state.press(.tab) }
            let sent = state.sent(.enter)
            drafts.append(try #require(sent))
        }
        #expect(sums == [["10,900원", "3,000원", "13,900원"], ["3,000원"]], "the button of the cart has its sum")
        #expect(drafts[0].lines == drafts[1].lines)
        #expect(drafts.map(\.deliveryFee) == [Won(3_000), Won(3_000)])
        #expect(drafts.map(\.total) == [Won(13_900), Won(13_900)])
    }

    @Test(arguments: 8...20) func whereThereIsNoRoomForAllSumsTheFeeStaysLongerThanTheSubtotal(_ height: Int) {
        var state = OrdersFixture.shop(width: 44, height: height, guest: Guest(name: "홍길동", isFixed: true))
        state.press(.character("o"))
        state.chooseDelivery()
        _ = state.tell(.feesKnown(["H1": DeliveryFee("3,000원")]))
        let picture = Fixture.frame(state).picture
        #expect(!picture.contains("주문 금액") || picture.contains("배달비"), "\(picture)")
    }

    @Test func anotherFeeIsShownAndHasToBeConfirmed() throws {
        var state = form(guest: "길동")
        state.chooseDelivery()
        let sent = state.sent(.enter, .enter)
        let draft = try #require(sent)
        #expect(draft.deliveryFee == Won(0))
        state.report(draft, .refused(OrderRefusal(status: 409, terms: OrderTermsConflict(deliveryFee: Won(2_500)))))
        #expect(state.order?.notice == .newFee(before: nil))
        #expect(state.order?.total == Won(13_400))
        let again = state.sent(.enter)
        let second = try #require(again)
        #expect(second.key != draft.key)
        #expect(second.deliveryFee == Won(2_500))
    }

    @Test(arguments: [
        (OrderRefusal.Problem.left(3), "3개만 남았습니다. 개수를 줄여 주세요."), (.short(["kiwi": 3]), "재료가 부족합니다. 개수를 줄여 주세요."),
    ])
    func ofWhatIsNotEnoughFewerCanBeOrderedInTheSameForm(
        _ problem: OrderRefusal.Problem, _ sentence: String
    ) throws {
        var state = form(guest: "길동")
        state.press(.character("9"))
        state.order?.form.focus(on: .detail(.note))
        state.type("문 앞에")
        state.order?.form.focus(on: .confirm)
        let sent = state.sent(.enter)
        let draft = try #require(sent)
        state.report(draft, .refused(OrderRefusal(status: 409, problems: [0: problem])))
        #expect(Fixture.frame(state).picture.contains(sentence))
        #expect(state.order?.focus == OrderFormTests.quantity)
        #expect(state.order?.form.text(.detail(.note)).text == "문 앞에")
        state.press(.character("3"))
        #expect(state.order?.problems == [:])
        let again = state.sent(.enter, .enter)
        let second = try #require(again)
        #expect(second.key != draft.key)
        #expect(second.lines.map(\.quantity) == [3])
    }

    @Test(arguments: [
        (OrderRefusal.Problem.unknown, "이제 없는 메뉴입니다."), (.soldOut, "품절됐습니다."),
    ])
    func whatTheShopDoesNotHaveClosesTheFormAndIsNotCalledAPrice(
        _ problem: OrderRefusal.Problem, _ sentence: String
    ) throws {
        var state = form(guest: "길동")
        let sent = state.sent(.enter, .enter)
        state.report(try #require(sent), .refused(OrderRefusal(status: 409, problems: [0: problem])))
        #expect(state.order == nil)
        #expect(Fixture.frame(state).picture.contains(sentence))
        #expect(!Fixture.frame(state).picture.contains("가격이"))
    }

    @Test(arguments: [
        (OrderRefusal.Problem.left(3), "3개만 남았습니다."), (.short(["kiwi": 3]), "재료가 부족합니다."),
        (.unknown, "이제 없는 메뉴입니다."),
    ])
    func aKeptOrderIsRefusedForWhatIsMissing(_ problem: OrderRefusal.Problem, _ sentence: String) {
        let draft = OrderDraft(key: UUID(), who: "길동", lines: [Cart.Line(OrdersFixture.galbi, quantity: 9)])
        let refusal = OrderRefusal(status: 409, problems: [0: problem])
        let said = Words.korean.order.report(OrderReport(draft: draft, outcome: .refused(refusal), isLate: true))
        #expect(said.last?.hasPrefix("보관해 둔 주문을 가게가 받지 않았습니다. \(sentence)") == true)
    }

    @Test func anotherDishUnderTheSameIdentifierClosesTheFormAndIsNamed() throws {
        var state = form(guest: "길동")
        let sent = state.sent(.enter, .enter)
        state.report(
            try #require(sent), .refused(OrderRefusal(status: 409, problems: [0: .title("당면 잡채")])))
        #expect(state.order == nil)
        #expect(Fixture.frame(state).picture.contains("지금은 다른 메뉴입니다: 당면 잡채"))
    }

    @Test func ordersThatCannotBeReadAreToldWithTheirPlace() {
        for language in [Words.korean, .english] {
            #expect(!language.orders.setAside(1).isEmpty && language.orders.setAside(1) != language.orders.setAside(2))
        }
        var state = OrdersFixture.shop()
        _ = state.tell(.setAside(["/data/unreadable/a.json"]))
        #expect(Fixture.frame(state).picture.contains("보관해 둔 주문 1건을 읽을 수 없어"))
        #expect(Fixture.frame(state).picture.contains("/data/unreadable/a.json"))
    }

    @Test(arguments: [400, 403, 404, 409, 413, 422]) func aRefusalClosesTheFormAndSaysWhy(_ status: Int) throws {
        var state = form(guest: "길동")
        let sent = state.sent(.enter, .enter)
        let draft = try #require(sent)
        state.report(draft, .refused(OrderRefusal(status: status)))
        #expect(state.order == nil)
        #expect(state.toast.current?.kind == .failed)
    }

    @Test func theResultOfAFormThatWasLeftIsToldByAToast() throws {
        var state = form(guest: "길동")
        let sent = state.sent(.enter, .enter)
        let draft = try #require(sent)
        state.press(.escape, .down, .character("o"))
        let other = state.order
        state.report(draft, .refused(OrderRefusal(status: 409, problems: [0: .price(Won(12_000))])))
        #expect(state.order == other)
        #expect(Fixture.frame(state).picture.contains("12,000원"))
    }

    @Test func everyOutcomeHasASentenceInBothLanguages() {
        let dish = SaleItem(OrderedItem(.menu, "H"), title: "반찬", price: Won(1_000))
        let draft = OrderDraft(key: UUID(), who: "길동", lines: [Cart.Line(dish, quantity: 2)])
        let problems: [OrderRefusal.Problem] = [
            .price(Won(5)), .soldOut, .title("잡채"), .left(3), .short(["kiwi": 3]), .unknown,
        ]
        let outcomes: [OrderOutcome] =
            [.stored(nil), .kept(.unreachable), .kept(.status(429)), .kept(.status(503))]
            + [.unreachable, .timedOut, .status(502)].map { .notSaved($0) }
            + [.timedOut, .interrupted, .notHTTP, .untrusted(.expired)].map { .kept($0) }
            + [400, 401, 404, 409, 413, 418, 422].map { .refused(OrderRefusal(status: $0)) }
            + problems.map { .refused(OrderRefusal(status: 409, problems: [0: $0])) }
            + [.refused(OrderRefusal(status: 409, terms: OrderTermsConflict(deliveryFee: Won(5))))]
        for words in [Words.korean, .english] {
            let sentences = outcomes.flatMap { outcome in
                [false, true].map { words.order.report(OrderReport(draft: draft, outcome: outcome, isLate: $0)) }
            }
            #expect(sentences.allSatisfy { $0.count == 2 && $0.allSatisfy { !$0.isEmpty } })
            #expect(
                Set(outcomes.map { words.order.report(OrderReport(draft: draft, outcome: $0, isLate: false)) }).count
                    == outcomes.count)
        }
    }

    @Test func waitingOrdersAreCountedInTheFrameAndDeliveredWhenTheServerIsBack() {
        var state = Fixture.state(80, 24, connection: .disconnected)
        state.ordersWait(2)
        #expect(Fixture.frame(state).picture.contains("─ 주문 2건 대기 ─ 연결 끊김 ─"))
        let effects = reduce(&state, .connectionChanged(.connected))
        #expect(effects.contains(.orders(.deliverWaiting)))
        state.ordersWait(0)
        #expect(!Fixture.frame(state).picture.contains("대기"))
        _ = reduce(&state, .connectionChanged(.disconnected))
        let nothing = reduce(&state, .connectionChanged(.connected))
        #expect(!nothing.contains(.orders(.deliverWaiting)))
    }
}
