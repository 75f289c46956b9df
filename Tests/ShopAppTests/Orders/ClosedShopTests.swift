import Canvas
import Domain
import Foundation
import ShopClient
import Terminal
import TerminalText
import Testing

@testable import ShopApp

enum ClosedFixture {
    static let closed = PresentShop(
        ShopProfile(timeZone: "UTC", hours: OpeningHours([:])),
        ShopStatus(isOpen: false, opensAt: ZonedTime(Fixture.noon + 23 * 3_600, in: .gmt)))
    static let paused = PresentShop(
        ShopProfile(timeZone: "UTC"),
        ShopStatus(
            pause: ShopPause(reason: "재료 소진", until: ZonedTime(Fixture.noon + 1_800, in: .gmt)),
            opensAt: ZonedTime(Fixture.noon + 1_800, in: .gmt)))
    static let open = PresentShop(ShopProfile(timeZone: "UTC"))
}

/// What guests see of a shop that is closed or paused, and how its keeper pauses it.
struct ClosedShopTests {
    private func picture(_ state: ShopState, _ words: Words = .korean) -> String { Fixture.frame(state, words).picture }

    @Test(arguments: [(80, 24), (44, 14)]) func everyScreenSaysThatTheShopIsClosedAndWhenItOpens(
        _ width: Int, _ height: Int
    ) {
        var state = OrdersFixture.shop(width: width, height: height)
        _ = state.tell(.shopKnown(ClosedFixture.closed))
        let note = "닫힘, 월 14:06 열림"
        #expect(picture(state).contains(note))
        state.press(.character("3"))
        #expect(picture(state).contains(note))
        _ = state.tell(.shopKnown(ClosedFixture.open))
        #expect(!picture(state).contains("닫힘"))
    }

    @Test func theUpperEdgeSaysAllThatFitsTheMostImportantFirst() {
        func edge(_ width: Int) -> String {
            var state = OrdersFixture.state([], isKeeper: true, width: width)
            _ = state.tell(.shopKnown(ClosedFixture.paused))
            state.ordersWait(2)
            state.press(.character("m"))
            state.toast = ToastQueue()
            return String(picture(state).prefix { $0 != "\n" })
        }
        let (paused, waiting, muted) = ("멈춤, 15:36까지", "주문 2건 대기", "가게 주인, 벨 끔")
        let widest = edge(140)
        for text in [paused, waiting, muted] { #expect(widest.contains(text)) }
        #expect(edge(44).contains(paused))
        for width in 44...140 {
            let edge = edge(width)
            if edge.contains(waiting) { #expect(edge.contains(paused), "\(edge)") }
            if edge.contains(muted) { #expect(edge.contains(waiting), "\(edge)") }
        }
    }

    @Test(arguments: [
        ([PendingOrder.State.waiting], "보내지 못한 주문", "연결되면 보냅니다"),
        ([.refused], "거절된 주문", "가게가 받지 않았습니다"),
        ([.refused, .waiting], "보내지 못했거나 거절된 주문", "연결되면 보냅니다"),
    ]) func theOrdersOfThisDeviceStandUnderATitleThatIsTrueForThem(
        _ standings: [PendingOrder.State], _ title: String, _ subtitle: String
    ) {
        var state = OrdersFixture.state([OrdersFixture.mine()])
        let waiting = standings.map { standing in
            PendingOrder(
                draft: OrderDraft(key: UUID(), who: "홍길동", lines: [Cart.Line(OrdersFixture.galbi, quantity: 1)]),
                session: UUID(), confirmedAt: Fixture.noon, state: standing)
        }
        _ = state.tell(.waitingChanged(waiting))
        let heading = state.orders?.heading(of: .waitingOrders).korean
        #expect(heading?.title == title)
        #expect(heading?.subtitle == subtitle)
    }

    @Test func aChangeOfTheShopIsAskedForWhateverCounterIsShown() {
        var state = OrdersFixture.shop()
        let effects = reduce(&state, .sectionChanged(Section(id: .shop), at: Fixture.noon))
        #expect(effects.contains(.orders(.fetchProfile)))
    }

    @Test(arguments: [(80, 24), (44, 14)]) func theOrderFormSaysItAndKeepsWhatWasTyped(_ width: Int, _ height: Int) {
        var state = OrdersFixture.shop(width: width, height: height, guest: Guest(name: "길동"))
        state.press(.character("o"))
        state.type("7")
        #expect(!picture(state).contains("닫혀 있습니다"))
        _ = state.tell(.shopKnown(ClosedFixture.closed))
        #expect(picture(state).contains("지금은 닫혀 있습니다."))
        #expect(state.order?.lines.map(\.quantity) == [7])
        _ = state.tell(.shopKnown(ClosedFixture.open))
        #expect(!picture(state).contains("닫혀 있습니다"))
        #expect(state.order?.lines.map(\.quantity) == [7])
    }

    @Test func aRefusedOrderStaysInItsFormWhichSaysItOnce() throws {
        var state = OrdersFixture.shop(guest: Guest(name: "길동"))
        state.press(.character("o"), .character("7"), .enter)
        let draft = try #require(
            state.asked(.enter).compactMap { if case .place(let draft) = $0 { draft } else { nil } }.first)
        let terms = OrderTermsConflict(shop: ClosedFixture.paused.status)
        state.report(draft, .refused(OrderRefusal(status: 409, terms: terms)))
        _ = state.tell(.shopKnown(ClosedFixture.paused))
        #expect(picture(state).contains("지금은 주문을 받지 않습니다 (재료 소진)."))
        #expect(picture(state).components(separatedBy: "지금은 주문을").count == 2)
        _ = state.tell(.shopKnown(ClosedFixture.open))
        #expect(!picture(state).contains("지금은 주문을"))
        #expect(state.order?.lines.map(\.quantity) == [7])
    }

    /// The shop may have taken orders again before the answer arrived.
    @Test func aRefusedOrderAsksWhetherTheShopTakesOrdersByNow() throws {
        var state = OrdersFixture.shop(guest: Guest(name: "길동"))
        state.press(.character("o"), .enter)
        let draft = try #require(
            state.asked(.enter).compactMap { if case .place(let draft) = $0 { draft } else { nil } }.first)
        _ = state.tell(.shopKnown(ClosedFixture.paused))
        _ = state.tell(.shopKnown(ClosedFixture.open))
        let terms = OrderTermsConflict(shop: ClosedFixture.paused.status)
        let effects = state.report(draft, .refused(OrderRefusal(status: 409, terms: terms)))
        #expect(picture(state).contains("지금은 주문을"))
        #expect(effects.contains(.orders(.fetchProfile)))
        _ = state.tell(.shopKnown(ClosedFixture.open))
        #expect(!picture(state).contains("지금은 주문을"))
        let price = OrderRefusal(status: 409, terms: OrderTermsConflict(deliveryFee: Won(2_500)))
        let again = try #require(
            state.asked(.enter).compactMap { if case .place(let draft) = $0 { draft } else { nil } }.first)
        #expect(!state.report(again, .refused(price)).contains(.orders(.fetchProfile)))
    }

    @Test(arguments: [
        (Words.korean, "17:06에는 닫혀 있습니다. 월 14:06에 엽니다."),
        (.english, "The shop is closed at 17:06; it opens at Mon 14:06."),
    ]) func anOpenShopIsNotSaidToBeClosedWhereTheWantedTimeIsOutsideItsHours(_ words: Words, _ text: String) throws {
        // The wanted time is of the same day, the next opening is not.
        let status = ShopStatus(
            isOpen: false, opensAt: ClosedFixture.closed.status.opensAt,
            wantedAt: ZonedTime(Fixture.noon + 2 * 3_600, in: .gmt))
        #expect(words.language.sentence(status, at: Fixture.noon) == text)
        var state = OrdersFixture.shop(guest: Guest(name: "길동"))
        state.press(.character("o"), .enter)
        let draft = try #require(
            state.asked(.enter).compactMap { if case .place(let draft) = $0 { draft } else { nil } }.first)
        let refusal = OrderRefusal(status: 409, terms: OrderTermsConflict(shop: status))
        state.report(draft, .refused(refusal))
        _ = state.tell(.shopKnown(ClosedFixture.open))
        #expect(state.order?.notice == .terms(refusal.terms), "it says so until the order is changed")
    }

    @Test func thatOneCanOrderAheadIsNotSaidOnceATimeWasEntered() {
        var state = OrdersFixture.shop(guest: Guest(name: "길동"))
        state.press(.character("o"))
        let shop = ShopProfile(timeZone: "UTC", hours: OpeningHours([:]), ask: [.wantedAt: [.pickup]])
        _ = state.tell(.shopKnown(PresentShop(shop, ClosedFixture.closed.status)))
        #expect(picture(state).contains("미리 주문할 수 있습니다"))
        state.order?.form.focus(on: .detail(.wantedAt))
        state.type("저녁")
        state.press(.tab)
        #expect(picture(state).contains("미리 주문할 수 있습니다"))
        state.order?.form.focus(on: .detail(.wantedAt))
        state.press(.control("u"))
        state.type("18:30")
        state.press(.tab)
        #expect(!picture(state).contains("미리 주문할 수 있습니다"))
        #expect(picture(state).contains("지금은 닫혀 있습니다."))
    }

    @Test func anOrderThatWaitedAndIsRefusedIsSaidToBeKept() {
        let draft = OrderDraft(key: UUID(), who: "길동", lines: [Cart.Line(OrdersFixture.galbi, quantity: 1)])
        let refusal = OrderRefusal(status: 409, terms: OrderTermsConflict(shop: ClosedFixture.paused.status))
        let report = OrderReport(draft: draft, outcome: .refused(refusal), isLate: true)
        let text = Words.korean.order.report(report).joined(separator: " ")
        #expect(text.contains("지금은 주문을 받지 않습니다 (재료 소진)."))
        #expect(text.contains("주문 탭에 남겨 두었습니다."))
    }

    @Test func theKeeperPausesFromTheBoardAndGoesOn() throws {
        var state = OrdersFixture.state([], isKeeper: true)
        state.press(.character("w"))
        state.type("18:30")
        state.press(.tab)
        state.type("재료 소진")
        let asked = state.asked(.tab, .enter)
        guard case .pause(let draft)? = asked.first else { Issue.record("\(asked)"); return }
        #expect(draft.pause?.reason == "재료 소진")
        #expect(draft.pause?.until?.clock.time.description == "18:30")
        #expect(state.layers[PauseForm.self]?.isSending == true)
        _ = state.tell(.paused(PauseReport(draft: draft, outcome: .set(ClosedFixture.paused.status))))
        #expect(state.layers[PauseForm.self] == nil)
        _ = state.tell(.shopKnown(ClosedFixture.paused))
        state.press(.character("w"))
        #expect(picture(state).contains("다시 주문을 받을까요?"))
        guard case .pause(let end)? = state.asked(.enter).first else { Issue.record("no end"); return }
        #expect(end.pause == nil)
        _ = state.tell(.paused(PauseReport(draft: end, outcome: .set(.open))))
        #expect(picture(state).contains("다시 주문을 받습니다."))
    }

    @Test func aPauseWaitsForTheAnswerToTheOneBefore() throws {
        var state = OrdersFixture.state([], isKeeper: true)
        state.press(.character("w"))
        guard case .pause(let first)? = state.asked(.tab, .tab, .enter).first else { Issue.record("none"); return }
        state.press(.escape, .character("w"), .tab)
        state.type("재료 소진")
        #expect(state.asked(.tab, .enter).isEmpty)
        #expect(picture(state).contains("앞서 보낸 것의 답을 기다립니다"))
        _ = state.tell(.paused(PauseReport(draft: first, outcome: .refused(status: 503))))
        #expect(state.layers[PauseForm.self]?.form.text(.reason).value == "재료 소진")
        guard case .pause(let second)? = state.asked(.enter).first else { Issue.record("no second"); return }
        #expect(second.pause?.reason == "재료 소진")
    }

    @Test func whatIsNoTimeOrTooLongIsToldAndARefusalLeavesWhatWasTyped() throws {
        var state = OrdersFixture.state([], isKeeper: true)
        state.press(.character("w"))
        state.type("내일")
        state.press(.tab)
        state.type(String(repeating: "가", count: 102))
        #expect(state.asked(.tab, .enter).isEmpty)
        #expect(state.layers[PauseForm.self]?.problems == [.until: .time, .reason: .tooLong(by: 2)])
        state.press(.control("u"), .tab, .backspace, .backspace)
        guard case .pause(let draft)? = state.asked(.tab, .enter).first else { Issue.record("no pause"); return }
        _ = state.tell(.paused(PauseReport(draft: draft, outcome: .refused(status: 403))))
        #expect(picture(state).contains("가게 주인만 멈출 수 있습니다."))
        #expect(state.layers[PauseForm.self]?.form.text(.reason).value.string.count == 100)
        _ = state.tell(.paused(PauseReport(draft: draft, outcome: .unanswered(.timedOut))))
        guard case .pause(let again)? = state.asked(.enter).first else { Issue.record("no pause"); return }
        #expect(again.pause == draft.pause)
        _ = state.tell(.paused(PauseReport(draft: again, outcome: .unanswered(.timedOut))))
        guard case .pause(let third)? = state.asked(.enter).first else { Issue.record("no pause"); return }
        #expect(third == again)
        _ = state.tell(.paused(PauseReport(draft: again, outcome: .unanswered(.timedOut))))
        state.now += 600
        guard case .pause(let later)? = state.asked(.enter).first else { Issue.record("no pause"); return }
        #expect(later.key != again.key, "another pause by now")
    }

    @Test func theKeyThatEndsAPauseSaysSo() {
        let order = OrdersFixture.order(7, .received)
        var state = OrdersFixture.state([OrdersFixture.board(.received, order)], isKeeper: true)
        func hint() -> String? { state.usefulKeys.first { $0.command == .pauseShop }?.command.hint?[.english] }
        #expect(hint() == "pause")
        _ = state.tell(.shopKnown(ClosedFixture.paused))
        #expect(hint() == "resume")
        _ = state.tell(.shopKnown(ClosedFixture.closed))
        #expect(hint() == "pause")
    }

    @Test func guestsHaveNoKeyForIt() {
        var state = OrdersFixture.state([OrdersFixture.mine()])
        #expect(state.asked(.character("w")).isEmpty)
        #expect(state.layers.isEmpty)
    }

    @Test(arguments: [
        (23.0, "월 14:06", "Mon 14:06"), (3.0, "18:06", "18:06"), (192.0, "06-23 15:06", "06-23 15:06"),
    ]) func aTimeIsSaidAsBrieflyAsItCanBe(_ hours: Double, _ korean: String, _ english: String) throws {
        // Noon is Sunday, 15 June 2025, 15:06.
        let time = ZonedTime(Fixture.noon + hours * 3_600, in: .gmt)
        #expect(Language.korean.text(time, at: Fixture.noon) == korean)
        #expect(Language.english.text(time, at: Fixture.noon) == english)
    }
}
