import Canvas
import Domain
import Foundation
import ShopClient
import Terminal
import TerminalText
import Testing

@testable import ShopApp

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

extension ShopState {
    fileprivate mutating func chooseWay(_ way: Fulfillment) { order?.choose(way) }
}
