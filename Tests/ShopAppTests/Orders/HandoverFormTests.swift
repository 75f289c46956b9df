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

/// What is offered without being typed: from the phone book of this device, and from the last order.
@Suite struct OfferedHandoverTests {
    private static let details: [GuestDetail: PlainText] = [.phone: "010-1234-5678", .address: "서울시 반찬로 1"]

    private func form() -> ShopState {
        var state = OrdersFixture.shop(guest: Guest(name: "길동"))
        state.press(.character("o"))
        return state
    }

    private func text(_ detail: GuestDetail, _ state: ShopState) -> String? {
        state.order?.form.text(.detail(detail)).text
    }

    @Test func thePhoneBookIsAskedForTheGuestOnlyWhereThereIsOne() {
        var state = ShopState(
            size: Size(width: 80, height: 24), sections: Fixture.sections, connection: .connected,
            guest: Guest(name: "길동"), hasPhoneBook: true, now: Fixture.noon)
        #expect(state.asked(.character("o")).contains(.findContact(named: "길동")))
        state.order?.form.focus(on: .who)
        #expect(
            state.asked(.character("이")) == [.suggest(for: "길동이"), .findContact(named: "길동이")])
        state.order?.suggest(["길동이네"], for: "길동이")
        #expect(state.asked(.down, .enter) == [.findContact(named: "길동이네")])
        var other = OrdersFixture.shop(guest: Guest(name: "길동"))
        #expect(other.asked(.character("o")) == [.fetchProfile, .fetchFees(["H1"])])
    }

    @Test func aKnownNameFillsWhatTheShopAsksForAndNothingThatWasTyped() {
        var state = form()
        _ = state.tell(.contactFound(named: "길동", OfferedHandoverTests.details))
        #expect(text(.phone, state) == "")
        state.order?.form.focus(on: .receive)
        state.press(.right)
        #expect(text(.phone, state) == "010-1234-5678")
        #expect(text(.address, state) == "서울시 반찬로 1")
        // What was filled in goes with its name; what was typed stays.
        state.order?.form.focus(on: .detail(.address))
        state.type(" 2층")
        _ = state.tell(.contactFound(named: "다른 사람", [:]))
        #expect(text(.phone, state) == "010-1234-5678")
        _ = state.tell(.contactFound(named: "길동", [:]))
        #expect(text(.phone, state) == "")
        #expect(text(.address, state) == "서울시 반찬로 1 2층")
    }

    @Test func whatWasFilledInIsNothingToLose() {
        var state = form()
        state.order?.form.focus(on: .receive)
        state.press(.right)
        _ = state.tell(.contactFound(named: "길동", OfferedHandoverTests.details))
        state.press(.left, .escape)
        #expect(state.order == nil)
    }

    @Test func whatAnEarlierRunRememberedIsOffered() {
        var state = OrdersFixture.shop(guest: Guest(name: "길동"))
        let last = RememberedHandover(OrdersFixture.delivery, of: "길동", after: nil, at: Fixture.noon - 86_400)
        _ = state.tell(.handoverRead(last))
        state.press(.character("o"))
        #expect(state.order?.handover(at: Fixture.noon) == OrdersFixture.delivery)
    }

    @Test func whatOneGuestEnteredIsNotOfferedInAnotherName() {
        var state = OrdersFixture.shop(guest: Guest(name: "미영"))
        _ = state.tell(
            .handoverRead(RememberedHandover(OrdersFixture.delivery, of: "길동", after: nil, at: Fixture.noon)))
        state.press(.character("o"))
        #expect(state.order?.fulfillment == .pickup)
        state.chooseWay(.delivery)
        #expect(text(.phone, state) == "")
        _ = state.tell(.contactFound(named: "미영", OfferedHandoverTests.details))
        #expect(text(.address, state) == "서울시 반찬로 1")
    }

    @Test func whatWasFilledInGoesWithTheNameAndComesBackWithIt() {
        var state = OrdersFixture.shop(guest: Guest(name: "길동"))
        let last = Handover(.delivery, phone: "010-9999-9999", address: "부산시 국로 2")
        _ = state.tell(.handoverRead(RememberedHandover(last, of: "길동", after: nil, at: Fixture.noon)))
        state.press(.character("o"))
        #expect(text(.phone, state) == "010-9999-9999")
        // What the guest entered last comes before what the phone book has.
        _ = state.tell(.contactFound(named: "길동", OfferedHandoverTests.details))
        #expect(text(.phone, state) == "010-9999-9999")
        state.order?.form.focus(on: .who)
        state.type("이네")
        #expect(text(.phone, state) == "")
        _ = state.tell(.contactFound(named: "길동이네", OfferedHandoverTests.details))
        #expect(text(.phone, state) == "010-1234-5678")
        #expect(text(.address, state) == "서울시 반찬로 1")
        state.press(.backspace, .backspace)
        #expect(text(.phone, state) == "010-9999-9999")
        #expect(text(.address, state) == "부산시 국로 2")
    }

    @Test func whatTheGuestEmptiedIsNotFilledInAgain() {
        var state = OrdersFixture.shop(guest: Guest(name: "길동"))
        let last = Handover(.delivery, phone: "010-9999-9999", address: "부산시 국로 2")
        _ = state.tell(.handoverRead(RememberedHandover(last, of: "길동", after: nil, at: Fixture.noon)))
        state.press(.character("o"))
        state.order?.form.focus(on: .detail(.phone))
        state.press(Array(repeating: .backspace, count: 13))
        _ = state.tell(.contactFound(named: "길동", OfferedHandoverTests.details))
        state.order?.choose(.pickup)
        state.chooseWay(.delivery)
        #expect(text(.phone, state) == "")
        #expect(text(.address, state) == "부산시 국로 2")
    }

    /// A table of the shop orders in one name, whoever sits there.
    @Test func whereSeveralOrderInOneNameNothingIsOfferedOrRemembered() throws {
        var state = OrdersFixture.shop(guest: Guest(name: "2번 자리", isFixed: true, isShared: true))
        _ = state.tell(
            .handoverRead(RememberedHandover(OrdersFixture.delivery, of: "길동", after: nil, at: Fixture.noon)))
        for opening in [[Key.character("o")], [.character("+"), .character("v")]] {
            state.press(opening)
            #expect(state.order?.fulfillment == .pickup)
            state.order?.choose(.delivery)
            #expect(text(.phone, state) == "")
            state.press(.escape, .character("y"))
        }
        state.press(.character("o"))
        state.chooseDelivery()
        state.order?.form.focus(on: .confirm)
        let requests = state.asked(.enter)
        #expect(requests.count == 1)
        guard case .place(let draft)? = requests.first else { throw CancellationError() }
        state.report(draft, .stored(OrderReceipt(id: 1, number: 1, total: Won(1))))
        state.press(.character("o"))
        state.order?.choose(.delivery)
        #expect(text(.phone, state) == "")
    }

    @Test func whatTheShopDoesNotKeepForSoLongIsForgotten() {
        let last = RememberedHandover(OrdersFixture.delivery, of: "길동", after: nil, at: Fixture.noon - 8 * 86_400)
        var state = OrdersFixture.shop(guest: Guest(name: "길동"))
        _ = state.tell(.handoverRead(last))
        _ = state.tell(.shopKnown(PresentShop(ShopProfile(keepGuestDataDays: 7))))
        state.press(.character("o"))
        #expect(state.order?.fulfillment == .pickup)
        state.chooseWay(.delivery)
        #expect(text(.phone, state) == "")
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

extension ShopState {
    fileprivate mutating func chooseWay(_ way: Fulfillment) { order?.choose(way) }
}

@Suite struct WantedTimeTests {
    /// 12:00 on 24 November 2026 in Seoul.
    private let noon = Date(timeIntervalSince1970: 1_795_489_200)
    private let seoul = TimeZone(identifier: "Asia/Seoul")!

    @Test(arguments: [
        ("18:30", 390), ("12:00", 0), (" 9:05 ", 1_265), ("11:59", 1_439), ("11-25 12:00", 1_440),
        ("12/1 00:00", 9_360), ("12.24 11:00", 43_140),
    ])
    func aTimeIsTheNextThatTheShopsClockShows(_ text: String, _ minutes: Int) throws {
        let date = try #require(WantedTime.date(text, after: noon, in: seoul))
        #expect(abs(date.timeIntervalSince(noon) - Double(minutes) * 60) < 1)
    }

    @Test func whatLastsUntilThePresentMinuteLastsUntilTomorrow() throws {
        let now = noon + 20
        for (countsPresentMinute, seconds) in [(true, -20), (false, 86_400.0 - 20)] {
            let date = try #require(
                WantedTime.date("12:00", after: now, in: seoul, countsPresentMinute: countsPresentMinute))
            #expect(abs(date.timeIntervalSince(now) - seconds) < 1)
        }
    }

    @Test func aTimeThatHasPassedTodayIsShownWithItsDay() throws {
        for (typed, text) in [("11:59", "11-25 11:59"), ("12:01", nil), ("23:59", nil), ("00:00", "11-25 00:00")] {
            let date = try #require(WantedTime.date(typed, after: noon, in: seoul))
            #expect(WantedTime.textOfOtherDay(date, than: noon, in: seoul) == text, "\(typed)")
        }
    }

    @Test(arguments: ["", "24:00", "12:60", "noon", "1230", "13-01 10:00", "2-30 10:00", "11-23 10:00", "12-25 10:00"])
    func anythingElseIsNone(_ text: String) { #expect(WantedTime.date(text, after: noon, in: seoul) == nil) }
}
