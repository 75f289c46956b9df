import Canvas
import Domain
import Foundation
import ShopClient
import Terminal
import TerminalText
import Testing

@testable import ShopApp

@Suite struct DrinksReducerTests {
    private func state() -> ShopState { MachineFixture.state(80, 24) }

    @Test func whoComesToTheMachineLooksAtIt() {
        var state = Fixture.state(
            80, 24, sections: Fixture.sections.prefix(2) + DrinkKind.allCases.map { MachineFixture.section($0) })
        let effects = state.press(.character("2"))
        #expect(effects == [.show(.drinks), .drinks(.fetchMachine)])
        #expect(state.counter == .drinks)
        #expect(state.drinks.machine == nil)
    }

    @Test(arguments: [
        (Key.character("t"), 1_000), (.character("f"), 5_000), (.character("ㅅ"), 1_000), (.character("ㄹ"), 5_000),
    ])
    func aKeyPutsMoneyIn(key: Key, amount: Int) {
        var state = state()
        let draft = ShopState.action(in: state.press(key))
        #expect(draft?.action == .insert(Won(amount)))
        let effects = state.answer(.inserted(balance: Won(2_000 + amount)))
        #expect(state.drinks.machine?.balance == Won(2_000 + amount))
        #expect(effects == [.refresh(.drinks), .drinks(.fetchMachine)], "the balance tells it")
    }

    @Test func moneyGoesInBeforeTheDrinkThatItIsFor() {
        var state = state()
        let first = state.press(.character("t"), .character("t"), .character("f"), .enter, .enter)
        #expect(first.count == 1)
        #expect(ShopState.action(in: first)?.action == .insert(Won(1_000)))
        #expect(state.drinks.balance == Won(9_000), "with what is on its way")
        let wishes = (0..<3).map { _ in ShopState.action(in: state.answer(.inserted(balance: nil)))?.action }
        #expect(
            wishes == [.insert(Won(1_000)), .insert(Won(5_000)), .buy("strawberry", name: "딸기우유", price: Won(1_200))])
        #expect(Set(state.drinks.pending.map(\.key)).count == state.drinks.pending.count)
    }

    @Test func moneyOnItsWayThatTheMachineHasAlreadyCountedIsCountedOnce() {
        var state = state()
        state.press(.character("f"))
        state.tell(.machine(.success(MachineFixture.machine.with(balance: Won(7_000)))))
        #expect(state.drinks.balance == Won(7_000))
        state.answer(.inserted(balance: Won(7_000)))
        state.press(.character("q"))
        #expect(Fixture.frame(state).contains("7,000원을 돌려받고 나갈까요?"))
    }

    @Test func aMachineThatIsFirstSeenWhileMoneyIsOnItsWayCountsItOnce() {
        var state = MachineFixture.state(80, 24, machine: nil)
        state.press(.character("f"))
        state.tell(.machine(.success(MachineFixture.machine.with(balance: Won(5_000)))))
        #expect(state.drinks.balance == Won(5_000))
        let effects = state.answer(.inserted(balance: Won(5_000)))
        #expect(effects.contains(.drinks(.fetchMachine)))
    }

    @Test func aHandThatIsFasterThanTheServerIsBounded() {
        var state = state()
        for _ in 0..<100 { state.press(.character("t")) }
        #expect(state.drinks.pending.count == DrinksCounter.maxPending)
    }

    @Test func enterNamesThePriceAndBuysNothingYet() {
        var state = state()
        let asked = state.press(.down, .down, .enter)
        #expect(asked == [])
        #expect(Fixture.frame(state).contains("1,500원입니다. 살까요?"))
        #expect(Fixture.frame(state).contains("잔액 2,000원에서 500원이 남습니다."))
        let refused = state.press(.escape)
        #expect(refused == [])
        #expect(state.layer == .list)
        #expect(state.drinks.pending.isEmpty)
    }

    @Test(arguments: [(1, "기한이 지나 팔지 않습니다."), (3, "다 팔렸습니다."), (4, "500원이 모자랍니다.")])
    func whatIsKnownNotToBeSoldIsNotAskedFor(row: Int, sentence: String) {
        var state = state()
        for _ in 0..<row { state.press(.down) }
        let effects = state.press(.enter)
        #expect(effects == [])
        #expect(state.layers[Dialog<DrinksQuestion>.self]?.question.isNotice == true)
        #expect(Fixture.frame(state).contains(sentence))
    }

    @Test func whileTheBalanceIsNotKnownTheServerDecides() {
        var state = MachineFixture.state(80, 24, machine: nil)
        let draft = ShopState.action(in: state.press(.enter, .enter))
        #expect(draft?.action == .buy("strawberry", name: "딸기우유", price: Won(1_200)))
    }

    @Test func enterAndYesBuyAndAToastTells() {
        var state = state()
        state.press(.down, .down, .enter)
        let draft = ShopState.action(in: state.press(.enter))
        #expect(draft?.action == .buy("cola", name: "콜라", price: Won(1_500)))
        #expect(state.drinks.appearance.offer(of: MachineFixture.cola) == .buying)
        let again = state.press(.enter, .enter)
        #expect(again == [], "one at a time")
        let sold = SoldDrink(drink: MachineFixture.bought(9, MachineFixture.cola), balance: Won(500))
        let effects = state.answer(.bought(sold))
        #expect(state.drinks.machine?.balance == Won(500))
        #expect(state.drinks.machine?.purchases.map(\.id) == [1, 2, 9])
        #expect(state.drinks.machine?.purchaseCount == 3)
        #expect(effects.contains(.drinks(.fetchMachine)))
        #expect(effects.contains(.refresh(.drinks)))
        #expect(Fixture.frame(state).contains("콜라 나왔습니다! 맛있게 드세요!"))
    }

    @Test func aSaleThatIsKnownAlreadyStandsInTheStripOnce() {
        let sold = SoldDrink(drink: MachineFixture.bought(2, MachineFixture.top), balance: Won(0))
        let machine = MachineFixture.machine.with(sold)
        #expect(machine.purchases.map(\.id) == [1, 2])
        #expect(machine.balance == Won(0))
    }

    @Test(arguments: [
        (DrinkOutcome.insufficientBalance(missing: Won(500)), "500원이 모자랍니다."),
        (.insufficientBalance(missing: nil), "돈이 모자랍니다."),
        (.unavailable(.soldOut), "다 팔렸습니다."), (.unavailable(.expired), "기한이 지나 팔지 않습니다."),
    ]) func whatCannotBeBoughtIsADialogAndNothingChanges(outcome: DrinkOutcome, sentence: String) {
        var state = state()
        state.press(.enter, .enter)
        state.answer(outcome)
        #expect(state.layer == .dialog)
        #expect(state.layers[Dialog<DrinksQuestion>.self]?.question.isNotice == true)
        #expect(Fixture.frame(state).contains(sentence))
        #expect(state.drinks.machine == MachineFixture.machine)
        let ignored = state.press(.character("c"), .left)
        #expect(ignored == [])
        #expect(state.layer == .dialog)
        let closed = state.press(.enter)
        #expect(closed == [])
        #expect(state.layer == .list)
        #expect(state.drinks.pending.isEmpty)
    }

    @Test func whatIsMissingCanBePutInFromTheDialog() {
        var state = state()
        state.press(.enter, .enter)
        state.answer(.insufficientBalance(missing: Won(500)))
        #expect(Fixture.frame(state).contains("5천원"))
        let draft = ShopState.action(in: state.press(.character("t")))
        #expect(draft?.action == .insert(Won(1_000)))
        #expect(state.layer == .list)
    }

    @Test func somewhereElseTheSameIsAToast() {
        var state = state()
        state.press(.enter, .enter, .character("1"))
        state.answer(.unavailable(.soldOut))
        #expect(state.layer != .dialog)
        #expect(Fixture.frame(state).contains("다 팔렸습니다."))
    }

    @Test func whatNobodyAnsweredIsAskedForAgainUnderTheSameKey() {
        var state = state()
        let first = ShopState.action(in: state.press(.character("t"), .character("f")))
        state.answer(.unanswered(.timedOut))
        #expect(state.drinks.pending.isEmpty, "what was to follow is forgotten")
        let again = ShopState.action(in: state.press(.character("t")))
        #expect(again == first)
        state.answer(.inserted(balance: nil))
        let next = ShopState.action(in: state.press(.character("t")))
        #expect(next?.action == first?.action)
        #expect(next?.key != first?.key)
    }

    @Test func anotherWishHasAnotherKey() {
        var state = state()
        let first = ShopState.action(in: state.press(.character("t")))
        state.answer(.unanswered(.timedOut))
        let other = ShopState.action(in: state.press(.character("f")))
        #expect(other?.key != first?.key)
    }

    @Test func theKeyIsKeptWhateverIsAskedForInBetween() {
        var state = state()
        let buy = ShopState.action(in: state.press(.enter, .enter))
        state.answer(.unanswered(.status(502)))
        #expect(Fixture.frame(state).contains("서버가 502로 응답해"))
        let money = ShopState.action(in: state.press(.character("t")))
        state.answer(.unanswered(.timedOut))
        state.press(.character("f"))
        state.answer(.inserted(balance: Won(7_000)))
        let again = ShopState.action(in: state.press(.enter, .enter))
        #expect(again == buy)
        state.answer(.bought(nil))
        let moneyAgain = ShopState.action(in: state.press(.character("t")))
        #expect(moneyAgain == money)
        state.answer(.inserted(balance: nil))
        let another = ShopState.action(in: state.press(.enter, .enter))
        #expect(another?.action == buy?.action)
        #expect(another?.key != buy?.key, "the first one is confirmed")
    }

    @Test func changeThatNobodyAnsweredForIsAskedForAnewAfterMoneyWasPutIn() {
        var state = state()
        let first = ShopState.action(in: state.press(.character("c")))
        state.answer(.unanswered(.timedOut))
        let again = ShopState.action(in: state.press(.character("c")))
        #expect(again == first)
        state.answer(.unanswered(.timedOut))
        state.press(.character("t"))
        state.answer(.inserted(balance: Won(1_000)))
        let other = ShopState.action(in: state.press(.character("c")))
        #expect(other?.action == .returnChange)
        #expect(other?.key != first?.key, "its answer would be the earlier amount")
    }

    @Test func changeIsAskedForAnewAfterMoneyThatNobodyAnsweredFor() {
        var state = state()
        let first = ShopState.action(in: state.press(.character("c")))
        state.answer(.unanswered(.timedOut))
        state.press(.character("t"))
        state.answer(.unanswered(.timedOut))
        let leaving = ShopState.action(in: state.press(.character("q"), .enter))
        #expect(leaving?.action == .returnChange)
        #expect(leaving?.key != first?.key, "the money would stay in the machine")
    }

    @Test func moneyIsPutInAnewAfterTheChangeOrAWhile() {
        var state = state()
        let first = ShopState.action(in: state.press(.character("t")))
        state.answer(.unanswered(.timedOut))
        state.press(.character("c"))
        state.answer(.returned(Won(3_000)))
        let second = ShopState.action(in: state.press(.character("t")))
        #expect(second?.action == first?.action)
        #expect(second?.key != first?.key, "it was returned")
        state.answer(.unanswered(.timedOut))
        state.now += 599
        let third = ShopState.action(in: state.press(.character("t")))
        #expect(third == second)
        state.answer(.unanswered(.timedOut))
        state.now += 600
        let fourth = ShopState.action(in: state.press(.character("t")))
        #expect(fourth?.key != second?.key, "more money by now")
    }

    @Test(arguments: [401, 403, 425, 429]) func aRepetitionThatTheShopDoesNotLookAtKeepsItsKey(_ status: Int) {
        var state = state()
        let first = ShopState.action(in: state.press(.enter, .enter))
        state.answer(.unanswered(.status(502)))
        state.press(.enter, .enter)
        state.answer(.refused(status: status))
        let again = ShopState.action(in: state.press(.enter, .enter))
        #expect(again == first, "it may be bought already")
        state.answer(.refused(status: 404))
        let other = ShopState.action(in: state.press(.enter, .enter))
        #expect(other?.key != first?.key, "that is the shop's decision")
    }

    @Test func nothingIsBoughtUnderItsFormerKeyAfterTheChange() {
        var state = state()
        let first = ShopState.action(in: state.press(.enter, .enter))
        state.answer(.unanswered(.timedOut))
        state.press(.character("c"))
        state.answer(.returned(Won(800)))
        state.press(.character("f"))
        state.answer(.inserted(balance: Won(5_000)))
        let second = ShopState.action(in: state.press(.enter, .enter))
        #expect(second?.action == first?.action)
        #expect(second?.key != first?.key, "the former one may be done, and would sell nothing for the new money")
    }

    @Test func whatWaitsBehindAnActionWithoutAnswerIsToldAndKeepsItsKey() {
        var state = state()
        let buy = ShopState.action(in: state.press(.enter, .enter))
        state.answer(.unanswered(.timedOut))
        state.press(.character("t"), .character("t"), .enter, .enter)
        state.answer(.unanswered(.timedOut))
        var told: [String] = []
        while let toast = state.toast.current {
            told.append(toast.text[.korean].joined(separator: " "))
            _ = reduce(&state, .timerFired(.toast, at: Fixture.noon))
        }
        // The first purchase, the money once, and the purchase behind it.
        #expect(told.map { $0.hasPrefix("딸기우유") } == [true, false, true])
        let again = ShopState.action(in: state.press(.enter, .enter))
        #expect(again == buy)
    }

    @Test func changeIsGivenBack() {
        var state = state()
        let draft = ShopState.action(in: state.press(.character("c")))
        #expect(draft?.action == .returnChange)
        state.answer(.returned(Won(2_000)))
        #expect(state.drinks.machine?.balance == Won(0))
        #expect(Fixture.frame(state).contains("거스름돈 2,000원을 돌려받았습니다."))
        let none = state.press(.character("c"))
        #expect(ShopState.action(in: none) == nil)
        #expect(Fixture.frame(state).contains("돌려받을 돈이 없습니다."))
        state.press(.character("t"))
        state.answer(.inserted(balance: Won(1_000)))
        #expect(!Fixture.frame(state).contains("돌려받을 돈이 없습니다."), "it is not true any more")
    }

    @Test func aReportOfAnotherWishIsNotHeard() {
        var state = state()
        state.press(.character("t"))
        let other = DrinkDraft(key: UUID(), action: .insert(Won(1_000)))
        let effects = state.tell(.reported(DrinkReport(draft: other, outcome: .inserted(balance: Won(9)))))
        #expect(effects == [])
        #expect(state.drinks.pending.count == 1)
        #expect(state.drinks.machine == MachineFixture.machine)
    }

    @Test func aSectionThatChangedHasTheMachineLookedAtAgainWhileItIsSeen() {
        var state = state()
        func changed(_ version: Int) -> ShopAction {
            .sectionChanged(MachineFixture.section(.soda, version: version), at: Fixture.noon)
        }
        let same = reduce(&state, changed(1))
        #expect(same == [])
        let other = reduce(&state, changed(2))
        #expect(other == [.drinks(.fetchMachine)])
        state.press(.character("1"))
        let hidden = reduce(&state, changed(3))
        #expect(hidden == [])
        state.press(.character("2"), .character("a"))
        let kept = reduce(&state, changed(4))
        #expect(kept == [.drinks(.fetchMachine), .drinks(.fetchOverview)])
    }

    @Test func aBalanceThatWasAskedForBeforeTheLastActionIsAskedForAgain() {
        var state = state()
        let asked = state.press(.character("r"))
        #expect(asked.contains(.drinks(.fetchMachine)))
        state.press(.character("t"), .character("1"))
        state.answer(.inserted(balance: Won(3_000)))
        let again = state.tell(.machine(.success(MachineFixture.machine)))
        #expect(again == [.drinks(.fetchMachine)])
        #expect(state.drinks.balance == Won(3_000))
        let known = state.tell(.machine(.success(MachineFixture.machine.with(balance: Won(3_500)))))
        #expect(known == [])
        #expect(state.drinks.balance == Won(3_500))
    }

    @Test func aMachineThatCannotBeSeenSaysWhyAndIsLookedAtAgain() {
        var state = MachineFixture.state(80, 24, machine: nil)
        #expect(Fixture.frame(state).contains("불러오는 중"))
        state.tell(.machine(.failure(.status(503))))
        #expect(Fixture.frame(state).contains("잔액을 알 수 없습니다: 서버가 503으로 응답했습니다"))
        let effects = state.press(.character("r"))
        #expect(effects.contains(.drinks(.fetchMachine)))
        state.tell(.machine(.success(MachineFixture.machine)))
        #expect(!Fixture.frame(state).contains("알 수 없습니다"))
        _ = reduce(&state, .connectionChanged(.disconnected))
        let back = reduce(&state, .connectionChanged(.connected))
        #expect(back.contains(.drinks(.fetchMachine)))
    }
}
