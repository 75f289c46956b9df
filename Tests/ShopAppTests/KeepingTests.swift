import Canvas
import Domain
import Foundation
import ShopClient
import Terminal
import TerminalText
import Testing

@testable import ShopApp

@Suite struct KeepingTests {
    private func keeper() -> ShopState { MachineFixture.keeper(80, 24) }

    @Test func theKeepersScreenIsLookedAtWhenItOpens() {
        var state = MachineFixture.state(80, 24)
        let effects = state.press(.character("a"))
        #expect(effects.contains(.drinks(.fetchOverview)))
        #expect(state.layer == .admin)
        #expect(Fixture.frame(state).contains("불러오는 중"))
        state.press(.escape)
        #expect(state.layer == .list)
        let late = state.tell(.admin(.success(MachineFixture.keeping), zone: .gmt))
        #expect(late == [])
        #expect(state.admin == nil)
    }

    @Test func whoeverIsNotTheKeeperIsToldSo() {
        for status in [401, 403] {
            var state = keeper()
            state.tell(.admin(.failure(.status(status)), zone: .gmt))
            #expect(Fixture.frame(state).contains("자판기 관리는 가게 주인만 볼 수 있습니다."))
            #expect(!Fixture.frame(state).contains("딸기우유"))
        }
    }

    @Test func theFooterNamesOnlyKeysThatDoSomething() {
        var (state, view) = (keeper(), ShopView(words: .korean))
        func names(_ label: String) -> Bool { view.frame(of: state).picture.contains(label) }
        let onADrink = (names("Enter 재고"), names("x 빼기"))
        #expect(onADrink == (true, true))
        state.press(.backTab)
        let onSales = (names("Enter 재고"), names("x 빼기"))
        #expect(onSales == (false, false))
        state.press(.tab)
        let back = names("x 빼기")
        #expect(back)
        state.tell(.admin(.failure(.status(403)), zone: .gmt))
        let forbidden = names("Enter 재고")
        #expect(!forbidden)
    }

    @Test func anotherFailureKeepsWhatIsKnown() {
        var state = keeper()
        state.tell(.admin(.failure(.timedOut), zone: .gmt))
        #expect(Fixture.frame(state).contains("딸기우유"))
        #expect(Fixture.frame(state).contains("r 다시 시도"))
        var first = MachineFixture.keeper(80, 24, nil)
        first.tell(.admin(.failure(.timedOut), zone: .gmt))
        #expect(Fixture.frame(first).contains("서버 응답이 늦습니다"))
        let again = first.press(.character("r"))
        #expect(again == [.drinks(.fetchOverview)])
    }

    @Test func viewsListWhatIsExpiredAndWhatIsHot() {
        var state = keeper()
        #expect(state.admin?.drinks.count == 6)
        state.press(.tab)
        #expect(state.admin?.drinks.map(\.id) == ["banana", "cantata"])
        state.press(.tab)
        #expect(state.admin?.drinks.map(\.id) == ["top"])
        state.press(.tab)
        #expect(state.admin?.view == .sales)
        #expect(state.admin?.selectedDrink == nil)
        state.press(.tab)
        #expect(state.admin?.view == .stock)
        state.press(.backTab)
        #expect(state.admin?.view == .sales)
    }

    @Test func theSalesScrollNoFurtherThanTheirLast() {
        let purchases = (0..<40).map { MachineFixture.bought($0, MachineFixture.top) }
        let sold = DrinksOverview(
            drinks: MachineFixture.drinks, history: DrinksHistory(totals: [], purchases: purchases))
        var state = MachineFixture.keeper(80, 24, sold)
        state.press(.backTab, .end)
        let end = Fixture.frame(state).picture
        state.press(.down)
        #expect(Fixture.frame(state).picture == end)
        state.press(.up)
        #expect(Fixture.frame(state).picture != end)
    }

    @Test func theSelectionStaysOnItsDrink() {
        var state = keeper()
        state.press(.down, .down)
        #expect(state.admin?.selectedDrink?.id == "cola")
        let others = DrinksOverview(
            drinks: [MachineFixture.cider] + MachineFixture.drinks.filter { $0.id != "cider" },
            history: MachineFixture.history)
        state.tell(.admin(.success(others), zone: .gmt))
        #expect(state.admin?.selectedDrink?.id == "cola")
        let fewer = DrinksOverview(drinks: [MachineFixture.top], history: MachineFixture.history)
        state.tell(.admin(.success(fewer), zone: .gmt))
        #expect(state.admin?.selectedDrink?.id == "top")
        state.press(.up, .up, .end, .home)
        #expect(state.admin?.selectedRow == 0)
        state.tell(.admin(.success(DrinksOverview(drinks: [], history: MachineFixture.history)), zone: .gmt))
        let nothing = state.press(.down, .enter, .character("x"))
        #expect(nothing == .unknownKey)
        #expect(state.stepper == nil)
    }

    @Test func whatHasExpiredIsTakenOut() {
        var state = keeper()
        state.press(.down)
        let asked = state.press(.character("x"))
        #expect(asked == [])
        #expect(Fixture.frame(state).contains("기한이 지난 3개를 뺄까요?"))
        let kept = state.press(.enter)
        #expect(kept == [], "no, unless it is said")
        let draft = ShopState.action(in: state.press(.character("x"), .character("y"), .character("x")))
        #expect(draft?.action == .removeExpired("banana", name: "바나나우유"))
        #expect(state.drinks.pending.count == 1)
        #expect(state.layer == .admin)
        let effects = state.answer(.kept)
        #expect(effects.contains(.drinks(.fetchOverview)))
        #expect(Fixture.frame(state).contains("기한이 지난 음료를 뺐습니다."))
        state.press(.up)
        let none = state.press(.character("x"))
        #expect(ShopState.action(in: none) == nil)
        #expect(state.drinks.pending.isEmpty)
    }

    @Test func theStepperSetsTheStockOfOneDrink() {
        var state = keeper()
        state.press(.enter)
        #expect(state.layer == .stepper)
        #expect(state.stepper?.count == 5)
        state.press(.right, .character("+"), .pageUp)
        #expect(state.stepper?.count == 17)
        let draft = ShopState.action(in: state.press(.enter))
        #expect(draft?.action == .restock(DrinkRestock(id: "strawberry", count: 17, seen: 5), name: "딸기우유"))
        #expect(Fixture.frame(state).contains("재고를 보내는 중"))
        let ignored = state.press(.character("3"), .enter)
        #expect(ignored == [])
        #expect(state.stepper?.count == 17)
        state.answer(.kept)
        #expect(state.layer == .admin)
        #expect(Fixture.frame(state).contains("재고를 변경했습니다."))
    }

    @Test func aNumberThatIsNoStockIsNotSent() {
        var state = keeper()
        state.press(.enter, .character("1"), .character("0"), .character("1"))
        let sent = state.press(.enter)
        #expect(sent == [])
        #expect(Fixture.frame(state).contains("0개부터 100개까지 둘 수 있습니다."))
        state.press(.backspace)
        let draft = ShopState.action(in: state.press(.enter))
        #expect(draft?.action == .restock(DrinkRestock(id: "strawberry", count: 10, seen: 5), name: "딸기우유"))
    }

    @Test func whatDidNotChangeIsNotSentAndEscapeAsksAndChangesNothing() {
        var state = keeper()
        let same = state.press(.enter, .enter)
        #expect(same == [])
        #expect(state.layer == .admin)
        let left = state.press(.enter, .character("9"), .escape)
        #expect(left == [])
        #expect(state.layer == .dialog)
        let discarded = state.press(.character("y"))
        #expect(discarded == [])
        #expect(state.layer == .admin)
    }

    /// The first filling of a machine may be more than the keeper can enter.
    @Test func whatIsMoreThanCanBeEnteredIsNoInput() {
        let many = DrinksOverview(drinks: [MachineFixture.milk(120)], history: MachineFixture.history)
        var state = MachineFixture.keeper(80, 24, many)
        for leaving in [Key.escape, .enter] {
            let effects = state.press(.enter, leaving)
            #expect(effects == [])
            #expect(state.layer == .admin)
        }
        let draft = ShopState.action(in: state.press(.enter, .left, .enter))
        #expect(draft?.action == .restock(DrinkRestock(id: "strawberry", count: 100, seen: 120), name: "딸기우유"))
    }

    @Test func aStockThatChangedMeanwhileIsShownInTheStepper() {
        var state = keeper()
        state.press(.enter, .character("9"), .enter)
        let effects = state.answer(.changedMeanwhile)
        #expect(effects.contains(.drinks(.fetchOverview)))
        #expect(state.layer == .stepper)
        #expect(Fixture.frame(state).contains("그 사이 재고가 바뀌었습니다."))
        let fewer = MachineFixture.milk(2)
        state.tell(
            .admin(.success(DrinksOverview(drinks: [fewer], history: MachineFixture.history)), zone: .gmt))
        #expect(state.stepper?.count == 2)
        let draft = ShopState.action(in: state.press(.character("9"), .enter))
        #expect(draft?.action == .restock(DrinkRestock(id: "strawberry", count: 9, seen: 2), name: "딸기우유"))
    }

    @Test func aRefusalStaysInTheStepper() {
        var state = keeper()
        state.press(.enter, .character("9"), .enter)
        state.answer(.refused(status: 403))
        #expect(Fixture.frame(state).contains("재고는 가게 주인만 바꿀 수 있습니다."))
        #expect(state.stepper?.count == 9)
    }

    @Test func aStockBehindAnActionWithoutAnswerCanBeSentAgain() {
        var state = keeper()
        state.press(.down, .character("x"), .character("y"), .up, .enter, .character("9"), .enter)
        let restock = state.drinks.pending.last
        #expect(state.stepper?.isSending == true)
        state.answer(.unanswered(.timedOut))
        #expect(state.stepper?.isSending == false)
        #expect(state.stepper?.notice == .unanswered(.timedOut))
        let again = ShopState.action(in: state.press(.enter))
        #expect(again != nil)
        #expect(again == restock)
    }

    @Test func aStockThatCannotBeQueuedIsNotOnItsWay() {
        var state = MachineFixture.state(80, 24)
        for _ in 0..<DrinksCounter.maxPending { state.press(.character("t")) }
        state.press(.character("a"))
        state.tell(.admin(.success(MachineFixture.keeping), zone: .gmt))
        state.press(.enter, .character("9"), .enter)
        #expect(state.stepper?.isSending == false)
        state.answer(.inserted(balance: nil))
        state.press(.enter)
        #expect(state.stepper?.isSending == true)
    }

    @Test func theKeysOfEachPlaceAreExplained() {
        var state = keeper()
        state.press(.character("?"))
        #expect(Fixture.frame(state).contains("기한이 지난 것 빼기"))
        var guest = MachineFixture.state(80, 24)
        guest.press(.character("?"))
        var pages = ""
        for _ in 0..<5 {
            pages += Fixture.frame(guest).picture
            guest.press(.pageDown)
        }
        for help in ["고른 음료 사기", "1,000원 넣기", "5,000원 넣기", "거스름돈 돌려받기"] {
            #expect(pages.contains(help))
        }
    }
}
