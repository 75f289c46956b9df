import Canvas
import Domain
import Foundation
import ShopClient
import Terminal
import TerminalText
import Testing

@testable import ShopApp

/// How the guest gets the order: the fields that the shop asks for, and what is sent.
@Suite struct HandoverFormTests {
    /// Returns the open form of one dish, with the focus on the quantity.
    private func form(_ width: Int = 80, _ height: Int = 24, _ shop: ShopProfile = ShopProfile()) -> ShopState {
        var state = OrdersFixture.shop(width: width, height: height, guest: Guest(name: "길동"))
        state.press(.character("o"))
        if let item = state.order?.items.first {
            state.order = OrderForm(
                item, at: shop, fees: DeliveryFees(), key: UUID(), guest: Guest(name: "길동"))
        }
        return state
    }

    private static let seoul = ShopProfile(timeZone: "Asia/Seoul", delivery: DeliveryRule(fee: Won(3_000)))

    private func picture(_ state: ShopState) -> String { Fixture.frame(state).picture }

    @Test(arguments: [(80, 24), (44, 14)]) func enterLeadsToWhatDeliveryNeedsAndOrders(
        _ width: Int, _ height: Int
    ) throws {
        var state = form(width, height, HandoverFormTests.seoul)
        #expect(!picture(state).contains("전화"))
        state.press(.tab, .tab, .right)
        #expect(state.order?.fulfillment == .delivery)
        state.press(.enter)
        #expect(state.order?.focus == .detail(.phone))
        #expect(picture(state).contains("전화"))
        state.type("010-1234-5678")
        state.press(.enter)
        #expect(state.order?.focus == .detail(.address))
        state.type("서울시 반찬로 1")
        state.press(.enter)
        #expect(state.order?.focus == .confirm)
        #expect(picture(state).contains("13,900원 주문하기"))
        let draft = state.sent(.enter)
        let sent = try #require(draft)
        #expect(sent.handover == Handover(.delivery, phone: "010-1234-5678", address: "서울시 반찬로 1"))
        #expect((sent.deliveryFee, sent.total) == (Won(3_000), Won(13_900)))
    }

    @Test(arguments: [false, true]) func theLowestPriceThatIsDeliveredIsSaidOnceDeliveryIsChosen(_ isCart: Bool) {
        let shop = ShopProfile(timeZone: "Asia/Seoul", delivery: DeliveryRule(fee: Won(3_000), minimum: Won(15_000)))
        var state = OrdersFixture.shop(guest: Guest(name: "길동"))
        if isCart { state.press(.character("+"), .character("v")) } else { state.press(.character("o")) }
        _ = state.tell(.shopKnown(PresentShop(shop)))
        let text = "15,000원부터 배달합니다."
        #expect(!picture(state).contains(text))
        state.order?.choose(.delivery)
        #expect(picture(state).components(separatedBy: text).count == 2)
        state.press(.right)
        #expect(state.order?.lines.map(\.quantity) == [2])
        #expect(!picture(state).contains(text))
        state.press(.left)
        state.order?.form.notice = .terms(OrderTermsConflict(minimum: Won(15_000)))
        #expect(picture(state).components(separatedBy: text).count == 2)
    }

    @Test func pickUpNeedsNothingAndCostsNoDelivery() throws {
        var state = form(80, 24, HandoverFormTests.seoul)
        let draft = state.sent(.enter, .enter)
        let sent = try #require(draft)
        #expect(sent.handover == Handover(.pickup))
        #expect(sent.total == Won(10_900))
    }

    @Test func whatIsMissingOrWrongIsToldAtItsFieldAndNothingTypedIsLost() {
        var state = form(80, 24, HandoverFormTests.seoul)
        state.press(.tab, .tab, .right, .tab)
        state.type("공일공")
        state.press(.tab)
        #expect(state.order?.problems == [.detail(.phone): .invalidPhone])
        #expect(picture(state).contains("전화번호가 아닙니다."))
        // The way that needs neither hides both, and keeps what was typed.
        state.press(.up, .up, .left)
        #expect(state.order?.problems == [:])
        state.press(.right)
        #expect(state.order?.form.text(.detail(.phone)).text == "공일공")
        state.order?.form.focus(on: .confirm)
        let draft = state.sent(.enter)
        #expect(draft == nil)
        #expect(
            state.order?.problems == [.detail(.phone): .invalidPhone, .detail(.address): .missing(.address)])
        #expect(state.order?.focus == .detail(.phone))
    }

    @Test(arguments: [false, true]) func aQuantityThatCannotBeOrderedIsToldWhenItsFieldIsLeft(_ isCart: Bool) {
        for way in [[Key.tab], [.enter], [.backTab]] {
            var state = OrdersFixture.shop(guest: Guest(name: "길동"))
            if isCart { state.press(.character("+"), .character("v")) } else { state.press(.character("o")) }
            let stop = OrderForm.Stop.quantity(OrdersFixture.galbi.id)
            state.type("333")
            #expect(state.order?.problems == [:])
            state.press(way)
            #expect(state.order?.focus != stop)
            #expect(state.order?.problems == [stop: .quantity])
            #expect(picture(state).contains("1개부터 99개까지 주문할 수 있습니다."))
            state.order?.form.focus(on: stop)
            state.type("7")
            state.press(way)
            #expect(state.order?.problems == [:])
        }
    }

    @Test func aNoteHasAtMost200Characters() {
        var state = form()
        state.order?.form.focus(on: .detail(.note))
        for _ in 0..<201 { state.press(.character("가")) }
        state.press(.tab)
        #expect(state.order?.problems == [.detail(.note): .tooLong(by: 1)])
    }

    @Test(arguments: [(80, 24), (44, 14)]) func aNoteForTheDishIsTypedAndSentWithItsLine(
        _ width: Int, _ height: Int
    ) throws {
        var state = form(width, height)
        state.press(.tab)
        #expect(picture(state).contains("요청"))
        state.type("덜 맵게")
        #expect(picture(state).contains("덜 맵게"))
        let draft = state.sent(.enter, .enter)
        #expect(try #require(draft).lines.map(\.note) == ["덜 맵게"])
        #expect(try #require(draft).handover.note == nil)
    }

    @Test func aNoteForTheDishHasAtMost200Characters() {
        var state = form()
        state.press(.tab)
        state.press(.paste(String(repeating: "가", count: 202)))
        let draft = state.sent(.enter, .enter)
        #expect(draft == nil)
        #expect(state.order?.problems.values.first == .tooLong(by: 2))
        #expect(picture(state).contains("2자 줄여 주세요."))
    }

    /// Nothing advances the time of the screen while no age is shown.
    @Test func aTypedTimeIsTheNextOneWhenItIsTyped() throws {
        var state = form(80, 24, HandoverFormTests.seoul)
        state.order?.form.focus(on: .detail(.wantedAt))
        // It is 00:06 in Seoul when the form opens, and 17:06 of that day when the time is typed.
        let keys = [Key.paste("13:00"), .enter, .enter].map { ShopAction.keyPressed($0) }
        let effects = reduce(&state, all: keys, at: Fixture.noon + 17 * 3_600)
        let requests = effects.compactMap { $0.request(OrdersRequest.self) }
        guard case .place(let draft)? = requests.last else { throw CancellationError() }
        let wanted = try #require(draft.handover.wantedAt)
        #expect(abs(wanted.timeIntervalSince(Fixture.noon + 132_800)) < 1, "13:00 of the next day")
        #expect(state.now == Fixture.noon, "what is drawn has no other time")
    }

    @Test func aShopWithOneWayAsksForNone() {
        let state = form(80, 24, ShopProfile(receive: [.here], ask: [:]))
        #expect(state.order?.form.stops.contains(.receive) == false)
        #expect(picture(state).contains("매장"))
    }

    @Test func whatTheShopSaysWhileTheFormIsOpenAppliesAndWhatWasChosenStays() {
        var state = form()
        let shop = ShopProfile(receive: [.here, .pickup, .delivery], ask: [:])
        _ = state.tell(.shopKnown(PresentShop(shop)))
        #expect(state.order?.fulfillment == .here)
        state.order?.choose(.delivery)
        _ = state.tell(.shopKnown(PresentShop(ShopProfile(receive: [.delivery, .pickup]))))
        #expect(state.order?.fulfillment == .delivery)
        _ = state.tell(.shopKnown(PresentShop(ShopProfile(receive: [.pickup]))))
        #expect(state.order?.fulfillment == .pickup)
    }

    @Test func whatWasEnteredForAnOrderThatTheShopRefusedIsNotRemembered() throws {
        let outcomes: [OrderOutcome] = [
            .refused(OrderRefusal(status: 409, terms: OrderTermsConflict(minimum: Won(50_000)))),
            .refused(OrderRefusal(status: 400)), .notSaved(.timedOut),
        ]
        for outcome in outcomes {
            var state = form()
            state.chooseDelivery()
            state.order?.form.focus(on: .confirm)
            let sent = state.sent(.enter)
            let effects = state.report(try #require(sent), outcome)
            #expect(!effects.contains { if case .remember? = $0.request(OrdersRequest.self) { true } else { false } })
            #expect(state.orders?.lastHandover == nil)
        }
        var state = form()
        state.chooseDelivery()
        state.order?.form.focus(on: .confirm)
        let sent = state.sent(.enter)
        state.report(try #require(sent), .kept(.timedOut))
        #expect(state.orders?.lastHandover?.handover == OrdersFixture.delivery)
    }

    @Test func theLastWayIsOfferedAgain() throws {
        var state = form()
        state.chooseDelivery()
        state.order?.form.focus(on: .confirm)
        let requests = state.asked(.enter)
        #expect(requests.count == 1)
        guard case .place(let draft)? = requests.last else { throw CancellationError() }
        let remembered = RememberedHandover(OrdersFixture.delivery, of: "길동", after: nil, at: Fixture.noon)
        let effects = state.report(draft, .stored(OrderReceipt(id: 1, number: 1, total: Won(1))))
        #expect(effects.contains(.orders(.remember(remembered))))
        state.press(.character("o"))
        #expect(state.order?.handover(at: Fixture.noon) == OrdersFixture.delivery)
    }
}

/// A juice is ordered for a name alone, unless the shop asks for more.
@Suite struct JuiceHandoverTests {
    private static let asking = ShopProfile(
        receive: [.pickup], ask: [.phone: Fulfillment.allCases, .note: Fulfillment.allCases])

    private func making() throws -> (ShopState, JuiceDraft) {
        var state = OrdersFixture.shop(guest: Guest(name: "길동"))
        state.press(.character("2"), .down, .enter)
        let draft = ShopState.juice(in: state.press(.enter))
        return (state, try #require(draft))
    }

    private func needDetails(_ draft: JuiceDraft, _ state: inout ShopState) -> [Effect] {
        reduce(&state, .event(.juice, JuiceBarEvent.needsDetails(draft)))
    }

    @Test(arguments: [(80, 24), (44, 14)]) func whereTheShopAsksForAPhoneTheOrderFormDoes(
        _ width: Int, _ height: Int
    ) throws {
        var (state, draft) = try making()
        _ = reduce(&state, .resized(Size(width: width, height: height)))
        #expect(needDetails(draft, &state).contains(.orders(.fetchProfile)))
        _ = state.tell(.shopKnown(PresentShop(JuiceHandoverTests.asking)))
        #expect(state.order?.items == [draft.item])
        #expect(state.order?.who == "길동")
        state.press(.enter)
        #expect(state.order?.focus == .detail(.phone))
        state.type("010-1234-5678")
        state.press(.enter)
        #expect(Fixture.frame(state).picture.contains("4,000원 주문하기"))
        let sent = state.sent(.enter)
        let order = try #require(sent)
        #expect(order.handover == Handover(.pickup, phone: "010-1234-5678"))
        #expect(order.lines == [Cart.Line(draft.item, quantity: 1)])
        state.report(order, .stored(OrderReceipt(id: 1, number: 1, total: Won(4_000))))
        // The next juice goes there at once.
        state.press(.enter)
        #expect(state.order?.items == [draft.item])
    }

    @Test func whoeverIsElsewhereByThenIsOnlyTold() throws {
        var (state, draft) = try making()
        state.press(.character("1"), .character("o"))
        let dish = state.order?.items
        _ = needDetails(draft, &state)
        #expect(state.order?.items == dish)
        state.press(.escape)
        #expect(Fixture.frame(state).picture.contains("이 가게는 전화번호나 주소도 묻습니다."))
        #expect(state.bar.making == nil)
    }

    @Test func aNameIsEnoughWhereNothingIsDeliveredOrAsked() {
        let phone: [GuestDetail: [Fulfillment]] = [.phone: [.here]]
        #expect(ShopProfile().needsOnlyNameAtCounter)
        #expect(ShopProfile(receive: [.delivery, .here]).needsOnlyNameAtCounter)
        #expect(!ShopProfile(receive: [.delivery], ask: [:]).needsOnlyNameAtCounter)
        #expect(!ShopProfile(receive: [.here, .pickup], ask: phone).needsOnlyNameAtCounter)
        #expect(ShopProfile(receive: [.pickup, .here], ask: phone).needsOnlyNameAtCounter)
        #expect(!JuiceHandoverTests.asking.needsOnlyNameAtCounter)
    }
}
