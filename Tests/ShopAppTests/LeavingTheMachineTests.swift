import Canvas
import Domain
import Foundation
import ShopClient
import Terminal
import TerminalText
import Testing

@testable import ShopApp

/// Quitting returns the remaining balance.
@Suite struct LeavingTheMachineTests {
    @Test func withMoneyInTheMachineLeavingIsAsked() {
        var state = MachineFixture.state(80, 24)
        let asked = state.press(.character("q"))
        #expect(asked == [])
        #expect(Fixture.frame(state).contains("2,000원을 돌려받고 나갈까요?"))
        let stays = state.press(.escape)
        #expect(stays == [])
        #expect(state.layer == .list)
        state.press(.character("q"))
        let change = state.press(.enter)
        #expect(ShopState.action(in: change)?.action == .returnChange)
        let left = state.answer(.returned(Won(2_000)))
        #expect(left == [.quit])
    }

    @Test func theSameFromAnotherCounter() {
        var state = MachineFixture.state(80, 24)
        state.press(.character("1"))
        let asked = state.press(.character("q"))
        #expect(asked == [])
        #expect(state.layer == .dialog)
    }

    @Test func withoutMoneyNobodyIsAsked() {
        var state = MachineFixture.state(
            80, 24, machine: DrinksMachine(balance: Won(0), affordable: [], purchases: []))
        let left = state.press(.character("q"))
        #expect(left == [.quit])
    }

    @Test func moneyOnItsWayIsMoney() {
        var state = MachineFixture.state(
            80, 24, machine: DrinksMachine(balance: Won(0), affordable: [], purchases: []))
        state.press(.character("t"), .character("q"))
        #expect(state.layer == .dialog)
        let waits = state.press(.enter)
        #expect(waits == [])
        let next = state.answer(.inserted(balance: Won(1_000)))
        #expect(ShopState.action(in: next)?.action == .returnChange)
        let left = state.answer(.returned(Won(1_000)))
        #expect(left == [.quit])
    }

    @Test func howeverMuchIsOnItsWayAllOfItIsGivenBackBeforeAnybodyLeaves() {
        var state = MachineFixture.state(80, 24)
        for _ in 0..<DrinksCounter.maxPending { state.press(.character("t")) }
        state.press(.character("q"), .enter)
        for _ in 1..<DrinksCounter.maxPending {
            let next = state.answer(.inserted(balance: Won(9_000)))
            #expect(ShopState.action(in: next)?.action == .insert(Won(1_000)))
        }
        let change = state.answer(.inserted(balance: Won(18_000)))
        #expect(ShopState.action(in: change)?.action == .returnChange)
        let left = state.answer(.returned(Won(18_000)))
        #expect(left == [.quit])
    }

    @Test func changeThatWasAskedForEarlierIsNotTheLast() {
        var state = MachineFixture.state(80, 24)
        state.press(.character("c"), .character("t"), .character("q"), .enter)
        let next = state.answer(.returned(Won(2_000)))
        #expect(ShopState.action(in: next)?.action == .insert(Won(1_000)))
        let change = state.answer(.inserted(balance: Won(1_000)))
        #expect(ShopState.action(in: change)?.action == .returnChange)
        let left = state.answer(.returned(Won(1_000)))
        #expect(left == [.quit])
    }

    @Test func sixteenWishesForChangeAreOneMoreThanEnough() {
        var state = MachineFixture.state(80, 24)
        for _ in 0..<DrinksCounter.maxPending { state.press(.character("c")) }
        state.press(.character("q"), .enter)
        #expect(state.drinks.pending.count == DrinksCounter.maxPending)
        var effects: [Effect] = []
        for _ in 0..<DrinksCounter.maxPending { effects = state.answer(.returned(Won(0))) }
        #expect(effects == [.quit])
    }

    @Test func whereItCannotBeGivenBackItMayStayUntilNextTime() {
        var state = MachineFixture.state(80, 24)
        state.press(.character("q"), .enter)
        let failed = state.answer(.unanswered(.unreachable))
        #expect(failed == [])
        #expect(Fixture.frame(state).contains("2,000원을 두고 나갈까요?"))
        state.press(.character("n"))
        #expect(state.layer == .list)
        #expect(!state.drinks.isLeaving)
        state.press(.character("q"), .enter)
        let refused = state.press(.character("t"))
        #expect(refused == [], "who is leaving puts no more money in")
        state.answer(.refused(status: 500))
        #expect(!Fixture.frame(state).contains("응답하지 않아"))
        #expect(Fixture.frame(state).contains("돌려받지 못했습니다"))
        let stays = state.press(.enter)
        #expect(stays == [], "no, unless it is said")
        state.press(.character("q"), .enter)
        state.answer(.refused(status: 500))
        let left = state.press(.character("y"))
        #expect(left == [.quit])
    }

    @Test func aServerThatAnsweredIsNotSaidToBeSilent() {
        var state = MachineFixture.state(80, 24)
        state.press(.character("q"), .enter)
        state.answer(.unanswered(.status(502)))
        #expect(Fixture.frame(state).contains("502로 응답해"))
        #expect(!Fixture.frame(state).contains("응답하지 않아"))
        for words in [Words.korean, .english] {
            let notice = StockNotice.unanswered(.status(502))
            #expect(words.drinks.notice(notice).contains("502") && words.juice.notice(notice).contains("502"))
        }
    }

    @Test func changeThatMayHaveBeenReturnedIsNotPromised() {
        for balance in [Won(0), Won(2_000)] {
            let unknown = DrinksQuestion.leaveBalance(balance, .status(502))
            let korean = Words.korean.drinks.question(unknown, .korean).joined(separator: " ")
            let english = Words.english.drinks.question(unknown, .english).joined(separator: " ")
            #expect(korean.contains("502로 응답해 돌려받았는지 모릅니다"))
            #expect(english.contains("nobody knows whether it was returned") && !english.contains("Your"))
            for failure in [nil, FetchFailure.unreachable] {
                let kept = DrinksQuestion.leaveBalance(balance, failure)
                #expect(Words.english.drinks.question(kept, .english)[1].contains("will still be there"))
            }
        }
        let nothing = DrinksQuestion.leaveBalance(Won(0), nil)
        for words in [Words.korean, .english] {
            #expect(words.drinks.question(nothing, words).allSatisfy { !$0.contains("원을 ") && !$0.contains("0원") })
        }
    }

    @Test func whoIsLeavingIsNotAskedWhetherToBuy() {
        var state = MachineFixture.state(80, 24)
        state.press(.character("q"), .enter)
        state.press(.enter)
        #expect(state.layer == .list)
        state.answer(.unanswered(.timedOut))
        let stays = state.press(.enter)
        #expect(stays.compactMap { $0.request(DrinksRequest.self) } == [.fetchMachine])
        #expect(state.layer == .list)
        state.press(.enter)
        #expect(Fixture.frame(state).contains("1,200원입니다. 살까요?"))
    }
}
