import Canvas
import Domain
import Foundation
import ShopClient
import Terminal
import TerminalText
import Testing

@testable import ShopApp

/// The keeper's operations on a dish.
struct KeptDishTests {
    private func picture(_ state: ShopState, _ words: Words = .korean) -> String { Fixture.frame(state, words).picture }

    @Test func aKeyMarksADishSoldOutAndTheSameKeyAvailableAgain() throws {
        var state = KeptDishFixture.shop()
        let draft = try #require(dishDraft(&state, .character("s")))
        #expect(draft.change == .soldOut(true))
        #expect(draft.hash == "H1")
        state.report(draft, .changed(nil))
        #expect(picture(state).contains("품절로 표시했습니다. s 키로 되돌립니다."))
        state.list(KeptDishFixture.soldOut)
        #expect(dishDraft(&state, .character("s"))?.change == .soldOut(false))
    }

    @Test func aChangeUnderWayIsNotAskedForTwice() {
        var state = KeptDishFixture.shop()
        #expect(dishDraft(&state, .character("s")) != nil)
        #expect(dishDraft(&state, .character("s")) == nil)
    }

    @Test func whatNobodyAnsweredIsAskedForUnderTheSameKey() throws {
        var state = KeptDishFixture.shop()
        let first = try #require(dishDraft(&state, .character("s")))
        state.report(first, .unanswered(.timedOut))
        #expect(picture(state).contains("다시 눌러 주세요"))
        #expect(dishDraft(&state, .character("s")) == first)
        state.report(first, .changed(nil))
        let third = try #require(dishDraft(&state, .character("s")))
        #expect(third.key != first.key)
        state.report(third, .unanswered(.timedOut))
        state.now += 600
        let later = try #require(dishDraft(&state, .character("s")))
        #expect(later.change == third.change)
        #expect(later.key != third.key, "it may be done and undone by now")
    }

    @Test func theKeysWorkOnThePageOfADishToo() {
        var state = KeptDishFixture.shop()
        state.press(.right)
        #expect(dishDraft(&state, .character("s"))?.change == .soldOut(true))
        state.press(.character("p"))
        #expect(state.dishForm?.dish == Fixture.galbi)
        state.press(.escape)
        #expect(state.page != nil)
        #expect(state.dishForm == nil)
    }

    @Test func guestsAreNotOfferedTheKeysAndTheyDoNothing() {
        var state = KeptDishFixture.shop(isKeeper: false)
        let effects = state.press(.character("s"), .character("p"))
        #expect(effects == .unknownKey)
        #expect(state.layers.isEmpty)
        #expect(!state.keyTable.contains { [.turnSoldOut, .editPrice].contains($0.command) })
        #expect(!state.helpTopics.contains { $0.keys.contains { $0.command == .turnSoldOut } })
        state.press(.right)
        let onPage = state.press(.character("s"), .character("p"))
        #expect(onPage.isEmpty)
        #expect(state.dishForm == nil)
    }

    @Test func whatTheKeeperChangedIsUndoneOnce() throws {
        var state = KeptDishFixture.shop()
        let soldOut = try #require(dishDraft(&state, .character("s")))
        state.report(soldOut, .changed(KeptDishFixture.kept(10_900, isSoldOut: true)))
        let undone = try #require(dishDraft(&state, .character("u")))
        #expect(undone.change == .fileAvailability, "the file says what was before")
        state.report(undone, .changed(KeptDishFixture.kept(10_900)))
        #expect(dishDraft(&state, .character("u")) == nil)
        #expect(picture(state).contains("되돌릴 것이 없습니다."))
    }

    /// Another keeper changed it, and the list does not know that yet.
    @Test func aPriceIsUndoneToTheOneThatHeldAndNotToThatOfTheList() throws {
        var state = KeptDishFixture.shop()
        state.press(.character("p"))
        state.arrive(.success(KeptDishFixture.kept(9_500)))
        state.type("9800")
        let changed = try #require(dishDraft(&state, .enter, .enter, .enter))
        #expect(changed.change == .price(Won(9_800)))
        state.report(changed, .changed(KeptDishFixture.kept(9_800)))
        let undone = try #require(dishDraft(&state, .character("u")))
        #expect(undone.change == .price(Won(9_500)))
    }

    @Test func theKeeperIsOfferedThem() {
        let state = KeptDishFixture.shop(width: 120)
        #expect(picture(state).contains("s 품절"))
        #expect(state.helpTopics.contains(.keeperDish))
    }

    @Test func onWhatIsSoldOutTheKeySaysThatItIsForSaleAgain() {
        var state = KeptDishFixture.shop(KeptDishFixture.soldOut)
        func hint() -> String? { state.usefulKeys.first { $0.command == .turnSoldOut }?.command.hint?[.english] }
        #expect(hint() == "for sale again")
        state.press(.right)
        #expect(state.page != nil)
        #expect(hint() == "for sale again")
        state.press(.escape, .down)
        #expect(hint() == "sold out")
    }

    @Test func theFormShowsThePriceNowAndWhatTheFileSays() {
        var state = KeptDishFixture.shop()
        let effects = state.press(.character("p"))
        #expect(effects.contains(.menu(.fetchKeeperDish("H1"))))
        #expect(state.dishForm?.isWaiting == true)
        state.arrive(.success(KeptDishFixture.kept(12_000)))
        let shown = picture(state)
        #expect(shown.contains("12,000원"))
        #expect(shown.contains("10,900원"))
        #expect(shown.contains("여기서 바꿈"))
        #expect(state.dishForm?.price == Won(12_000), "what nobody typed follows the shop")
        #expect(shown.contains("[ 파일 가격으로 ]"))
    }

    @Test func whatWasSetForAnotherDishIsSaidNotToApply() {
        var state = KeptDishFixture.shop()
        state.press(.character("p"))
        let setAside = KeeperDish.SetAside(title: "당면 잡채", price: Won(7_000), isSoldOut: true)
        state.arrive(.success(KeptDishFixture.kept(10_900, setAside: setAside)))
        #expect(picture(state).contains("당면 잡채에 정한 7,000원, 품절은 적용하지 않습니다."))
        #expect(!picture(state).contains("파일 가격으로"))
        #expect(state.dishForm?.price == Won(10_900))
    }

    @Test func aPriceOfTheFileHasNoWayBack() {
        var state = KeptDishFixture.shop()
        state.press(.character("p"))
        state.arrive(.success(KeptDishFixture.kept(10_900)))
        #expect(!picture(state).contains("파일 가격으로"))
    }

    @Test func whatWasMarkedHereHasAWayBackToTheFile() throws {
        var state = KeptDishFixture.shop(KeptDishFixture.soldOut)
        state.press(.character("p"))
        state.arrive(.success(KeptDishFixture.kept(10_900, isSoldOut: true)))
        #expect(picture(state).contains("품절  파일: 판매 중"))
        let draft = try #require(dishDraft(&state, .tab, .tab, .tab, .tab, .enter))
        #expect(draft.change == .fileAvailability)
        state.report(draft, .changed(KeptDishFixture.kept(10_900)))
        #expect(state.dishForm == nil)
        #expect(picture(state).contains("메뉴 파일대로 판매 중입니다."))
    }

    @Test func whatTheFileSaysOfTheSaleHasNoWayBack() {
        var state = KeptDishFixture.shop()
        state.press(.character("p"))
        state.arrive(.success(KeptDishFixture.kept(10_900)))
        #expect(!picture(state).contains("파일대로 판매"))
    }

    @Test func whatWasTypedStaysWhenTheShopAnswersLate() {
        var state = KeptDishFixture.shop()
        state.press(.character("p"), .character("9"), .character("9"))
        state.arrive(.success(KeptDishFixture.kept(12_000)))
        #expect(state.dishForm?.price == Won(99))
    }

    @Test func thePriceIsSentOnceAndTheFormClosesWithTheAnswer() throws {
        var state = KeptDishFixture.shop()
        state.press(.character("p"))
        state.type("9800")
        let draft = try #require(dishDraft(&state, .enter, .enter, .enter))
        #expect(draft.change == .price(Won(9_800)))
        #expect(state.dishForm?.isSending == true)
        state.report(draft, .changed(KeptDishFixture.kept(9_800)))
        #expect(state.dishForm == nil)
        #expect(picture(state).contains("이제 9,800원입니다."))
    }

    @Test func aBillionWonCanBeTypedAndMoreIsToldToBeTooMuch() {
        var state = KeptDishFixture.shop()
        state.press(.character("p"))
        state.type("1000000000")
        #expect(state.dishForm?.price == Won(1_000_000_000))
        state.press(.backspace)
        state.type("1")
        #expect(dishDraft(&state, .enter, .enter, .enter) == nil)
        #expect(state.dishForm?.problems[.price] == .amount)
    }

    @Test func theWayBackToTheFilesPriceIsAButton() {
        var state = KeptDishFixture.shop()
        state.press(.character("p"))
        state.arrive(.success(KeptDishFixture.kept(12_000)))
        #expect(dishDraft(&state, .enter, .enter, .right, .right, .enter)?.change == .filePrice)
    }

    @Test func theSamePriceAsksForNothing() {
        var state = KeptDishFixture.shop()
        state.press(.character("p"))
        #expect(dishDraft(&state, .enter, .enter, .enter) == nil)
        #expect(state.dishForm == nil)
    }

    @Test func aRefusalIsToldInTheFormAndWhatWasTypedStays() throws {
        var state = KeptDishFixture.shop()
        state.press(.character("p"))
        state.type("9800")
        let draft = try #require(dishDraft(&state, .enter, .enter, .enter))
        state.report(draft, .refused(status: 401))
        #expect(state.dishForm?.isSending == false)
        #expect(state.dishForm?.price == Won(9_800))
        #expect(picture(state).contains("반찬은 가게 주인만 바꿀 수 있습니다."))
    }

    @Test func noAnswerIsToldAndTheSamePriceGoesUnderTheSameKey() throws {
        var state = KeptDishFixture.shop()
        state.press(.character("p"))
        state.type("9800")
        let draft = try #require(dishDraft(&state, .enter, .enter, .enter))
        state.report(draft, .unanswered(.timedOut))
        #expect(dishDraft(&state, .enter) == draft)
    }

    @Test func aResultWhoseFormWasLeftIsToldInAToast() throws {
        var state = KeptDishFixture.shop()
        state.press(.character("p"))
        state.type("9800")
        let draft = try #require(dishDraft(&state, .enter, .enter, .enter))
        state.press(.escape)
        state.report(draft, .refused(status: 500))
        #expect(picture(state).contains("서버가 500으로 거절했습니다."))
    }

    @Test func everyOutcomeHasASentenceInBothLanguages() {
        let outcomes: [DishOutcome] =
            [.changed(nil), .unanswered(.timedOut)] + [401, 404, 500].map { .refused(status: $0) }
        let changes: [DishDraft.Change] = [
            .soldOut(true), .soldOut(false), .price(Won(1)), .filePrice, .count(3), .fileCount,
        ]
        for words in [Words.korean, .english] {
            #expect(Set(outcomes.map(words.keeperDish.failed)).count == outcomes.count)
            let reports = changes.map {
                DishReport(draft: DishDraft(key: UUID(), hash: "H1", title: "", change: $0), outcome: .changed(nil))
            }
            #expect(Set(reports.map { words.keeperDish.report($0) }).count == changes.count)
        }
    }

    @Test func theNumberLeftIsSetAndAnEmptyOneIsNotCounted() throws {
        var state = KeptDishFixture.shop()
        state.press(.character("p"))
        state.arrive(.success(KeptDishFixture.kept(10_900)))
        #expect(picture(state).contains("세지 않음"))
        state.press(.tab)
        state.type("12")
        let draft = try #require(dishDraft(&state, .enter, .enter))
        #expect(draft.change == .count(12))
        state.report(draft, .changed(KeptDishFixture.kept(10_900, count: 12)))
        #expect(state.dishForm == nil)
        #expect(picture(state).contains("이제 12개 남았습니다."))

        state.press(.character("p"))
        state.arrive(.success(KeptDishFixture.kept(10_900, count: 12)))
        #expect(!picture(state).contains("세지 않음"))
        state.press(.tab, .backspace, .backspace)
        #expect(picture(state).contains("세지 않음"))
        let uncounted = try #require(dishDraft(&state, .enter, .enter))
        #expect(uncounted.change == .fileCount)
        state.report(uncounted, .changed(KeptDishFixture.kept(10_900)))
        #expect(picture(state).contains("남은 수를 세지 않습니다."))
    }

    @Test func anEmptyNumberOfADishThatItsFileCountsFollowsTheFile() {
        var state = KeptDishFixture.shop()
        state.press(.character("p"))
        state.arrive(.success(KeptDishFixture.kept(10_900, count: 2, fileCount: 30)))
        state.press(.tab, .backspace)
        #expect(picture(state).contains("파일대로 30개"))
    }

    @Test func priceAndNumberAreSentOneAfterTheOtherAndUndoneTogether() throws {
        var state = KeptDishFixture.shop()
        state.press(.character("p"))
        state.arrive(.success(KeptDishFixture.kept(10_900, count: 7)))
        state.type("9800")
        state.press(.tab)
        state.type("3")
        let price = try #require(dishDraft(&state, .enter, .enter))
        #expect(price.change == .price(Won(9_800)))
        let count = try #require(
            drafts(
                state.tell(
                    .changed(
                        DishReport(
                            draft: price, outcome: .changed(KeptDishFixture.kept(9_800, file: 10_900, count: 7)))))
            ).first)
        #expect(count.change == .count(3))
        #expect(state.dishForm?.isSending == true)
        state.report(count, .changed(KeptDishFixture.kept(9_800, file: 10_900, count: 3)))
        #expect(state.dishForm == nil)
        let shown = picture(state)
        #expect(shown.contains("이제 9,800원입니다."))
        #expect(shown.contains("이제 3개 남았습니다."))

        let first = try #require(dishDraft(&state, .character("u")))
        #expect(first.change == .count(7))
        let second = try #require(
            drafts(
                state.tell(
                    .changed(
                        DishReport(
                            draft: first, outcome: .changed(KeptDishFixture.kept(9_800, file: 10_900, count: 7)))))
            ).first)
        #expect(second.change == .filePrice)
    }

    @Test func aNumberThatIsRefusedStaysInTheFormAndThePriceIsNotSentAgain() throws {
        var state = KeptDishFixture.shop()
        state.press(.character("p"))
        state.arrive(.success(KeptDishFixture.kept(10_900)))
        state.type("9800")
        state.press(.tab)
        state.type("3")
        let price = try #require(dishDraft(&state, .enter, .enter))
        let count = try #require(
            drafts(
                state.tell(
                    .changed(
                        DishReport(
                            draft: price, outcome: .changed(KeptDishFixture.kept(9_800, file: 10_900)))))
            ).first)
        state.report(count, .refused(status: 500))
        #expect(picture(state).contains("서버가 500으로 거절했습니다."))
        #expect(state.dishForm?.count == 3)
        #expect(state.dishForm?.priceNow == Won(9_800))
        #expect(dishDraft(&state, .enter)?.change == .count(3))
    }

    @Test func aNumberThatIsTooLargeIsTold() {
        var state = KeptDishFixture.shop()
        state.press(.character("p"), .tab)
        state.type("100001")
        #expect(dishDraft(&state, .enter, .enter) == nil)
        #expect(state.dishForm?.problems[.count] == .count)
        #expect(picture(state).contains("0부터 100000까지"))
        state.press(.backspace)
        #expect(dishDraft(&state, .enter, .enter)?.change == .count(10_000))
    }
}
