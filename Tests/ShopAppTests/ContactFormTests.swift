import Canvas
import Contacts
import Domain
import ShopClient
import Terminal
import TerminalText
import Testing

@testable import ShopApp

extension OrderForm {
    fileprivate var isAtQuantity: Bool { items.first.map { focus == .quantity($0.id) } ?? false }
}

struct ContactFormTests {
    private func newForm(_ contacts: [Contact] = BookFixture.contacts) -> ShopState {
        var state = BookFixture.state(80, 24, contacts)
        state.press(.character("a"))
        return state
    }

    /// Returns the state with the form of 김영희 open.
    private func openForm() -> ShopState {
        var state = BookFixture.state(80, 24)
        state.press(.character("e"))
        return state
    }

    @Test func aNewContactIsTypedAndKept() throws {
        var state = newForm()
        #expect(state.layer == .contact)
        #expect(state.contactForm?.focus == .name)
        let result1 = ShopState.save(in: state.fill("이몽룡", "01098765432"))
        let save = try #require(result1)
        #expect(save.seen == nil)
        #expect(save.draft.name == "이몽룡")
        #expect(save.draft.number == "010-9876-5432".phoneNumber)
        #expect(save.draft.picture == .keep)
        #expect(state.contactForm?.isSending == true)
        let kept = BookFixture.contact(9, "이몽룡", "01098765432")
        state.tell(.saved(save, .success(.saved(kept))))
        #expect(state.contactForm == nil)
        #expect(state.toast.current == Toast.contact(.saved("이몽룡"), .korean))
        state.list(PhoneBookIndex(BookFixture.contacts + [kept]).list, state.tell(.changed))
        #expect(state.selectedContact == kept)
    }

    @Test func theContactThatWasOpenedIsTheOneThatIsChanged() throws {
        var state = openForm()
        #expect(state.contactForm?.name.text == "김영희")
        #expect(state.contactForm?.number.text == "010-0000-0003")
        let result2 = ShopState.save(in: state.fill("김영희", "0212345679"))
        let save = try #require(result2)
        #expect(save.seen == BookFixture.younghee)
        #expect(save.draft.number.description == "02-1234-5679")
    }

    @Test func aNumberThatIsPastedWithItsCountryCodeAndAnExtensionAreRead() throws {
        var state = newForm()
        state.type("길동")
        state.press(.tab, .paste("\u{202A}+82 2-123-4567\u{202C}"))
        #expect(state.contactForm?.number.text == "02-123-4567")
        state.type(" 내선 22")
        #expect(state.contactForm?.number.text == "02-123-4567;22")
        let result = ShopState.save(in: state.press(.enter, .enter))
        let save = try #require(result)
        #expect(save.draft.number.description == "02-123-4567;22")
    }

    @Test(arguments: ["02-123-4567/8", "02-123-4567(8)", "02-123-4567.8", "02-123-4567, 02-123-4568"])
    func whatFollowsANumberThatIsPastedIsNotGluedToIt(_ text: String) {
        var state = newForm()
        state.type("길동")
        state.press(.tab, .paste(text))
        #expect(state.contactForm?.number.text == text)
        let save = ShopState.save(in: state.press(.enter, .enter))
        #expect(save == nil)
        #expect(state.contactForm?.problems == [.number: .number(.malformed)])
    }

    @Test func lettersAreLettersAndDigitsGetTheirHyphens() {
        var state = newForm()
        let effects = state.press(.character("q"), .character("3"), .character("?"), .character(" "), .character("d"))
        #expect(effects == [])
        #expect(state.contactForm?.name.text == "q3? d")
        state.press(.tab)
        state.type("02123x4567")
        #expect(state.contactForm?.number.text == "02-123-4567")
        #expect(state.contactForm?.number.caret == 11)
        state.press(.backspace, .backspace, .left, .left)
        #expect(state.contactForm?.number.text == "02-123-45")
        #expect(state.contactForm?.number.caret == 7)
    }

    @Test(arguments: [
        ("", "01012345678", [ContactForm.Stop.name: ContactProblem.name(.missing)], ContactForm.Stop.name),
        (" ", "", [.name: .name(.missing), .number: .number(.missing)], .name),
        ("길동", "", [.number: .number(.missing)], .number),
        ("길동", "0101234", [.number: .number(.malformed)], .number),
        ("길동", "11012345678", [.number: .number(.malformed)], .number),
    ])
    func whatIsWrongIsToldAtItsField(
        _ name: String, _ number: String, _ problems: [ContactForm.Stop: ContactProblem],
        _ focus: ContactForm.Stop
    ) {
        var state = newForm()
        let result3 = ShopState.save(in: state.fill(name, number))
        #expect(result3 == nil)
        #expect(state.contactForm?.problems == problems)
        #expect(state.contactForm?.focus == focus)
        for words in [Words.korean, .english] {
            for problem in problems.values {
                #expect(Fixture.frame(state, words).contains(words.contacts.problem(problem)))
            }
        }
        state.press(.character("1"))
        #expect(state.contactForm?.problems[focus] == nil)
    }

    @Test func aNameCannotGrowBeyondWhatIsKept() {
        var state = newForm()
        state.press(.paste(String(repeating: "가", count: 5_000)))
        #expect(state.contactForm?.name.text.count == ContactDraft.maxNameLength)
    }

    @Test func leavingWithChangesAsksAndWithoutDoesNot() {
        var state = openForm()
        let result4 = state.press(.escape)
        #expect(result4 == [])
        #expect(state.contactForm == nil)
        #expect(state.layer != .dialog)
        state = openForm()
        state.press(.character("x"), .escape)
        #expect(state.asks(ContactQuestion.discard))
        #expect(state.layer == .dialog)
        state.press(.escape)
        #expect(state.contactForm?.name.text == "김영희x")
        #expect(state.layer == .contact)
        state.press(.escape, .character("y"))
        #expect(state.contactForm == nil)
        #expect(state.layer == .list)
    }

    @Test func applyingWithoutAChangeJustReturns() {
        var state = openForm()
        let result5 = state.press(.tab, .tab, .enter)
        #expect(result5 == [])
        #expect(state.contactForm == nil)
    }

    @Test func theFocusGoesAroundAndTheDeleteButtonIsThereForThoseThatExist() {
        var new = newForm()
        var seen: [ContactForm.Stop] = []
        for _ in 0..<6 {
            seen.append(new.contactForm!.focus)
            new.press(.tab)
        }
        #expect(seen == [.name, .number, .apply, .cancel, .picture, .name])
        var open = openForm()
        open.press(.backTab, .backTab)
        #expect(open.contactForm?.focus == .delete)
        open.press(.right)
        #expect(open.contactForm?.focus == .apply)
        open.press(.left, .enter)
        #expect(open.asks(ContactQuestion.delete(BookFixture.younghee)))
    }

    @Test func severalQuickPressesEndWithTheLastOnesPicture() throws {
        var state = newForm()
        state.press(.backTab)
        let presses = (1...3).compactMap { _ in ShopState.press(in: state.press(.enter)) }
        #expect(presses == [1, 2, 3])
        state.tell(.pictureArrived(press: 1, .success(BookFixture.avatar)))
        #expect(state.contactForm?.picture == nil)
        #expect(state.contactForm?.isFetching == true)
        state.tell(.pictureArrived(press: 3, .success(BookFixture.avatar)))
        state.tell(.pictureArrived(press: 2, .failure(.slow)))
        #expect(state.contactForm?.picture == BookFixture.avatar)
        #expect(state.contactForm?.notice == nil)
        let result6 = ShopState.save(in: state.fill("길동", "01012345670"))
        let save = try #require(result6)
        #expect(save.draft.picture == .replace(BookFixture.picture))
    }

    @Test func whateverGoesWrongWithAPictureIsASentenceAndTheLastOneStays() {
        let faults: [PokemonFault] = [
            .noSprite(name: "abra"), .forbidden, .notFound, .tooMany(after: nil), .tooMany(after: .seconds(3)),
            .server(status: 503), .slow, .tooLarge(limit: 9), .unreadable, .notAPicture, .unreachable,
        ]
        var state = newForm()
        state.press(.backTab)
        state.tell(.pictureArrived(press: ShopState.press(in: state.press(.enter))!, .success(BookFixture.avatar)))
        for words in [Words.korean, .english] {
            #expect(Set(faults.map { words.contacts.notice(.picture($0)) }).count == faults.count)
            for fault in faults {
                let press = ShopState.press(in: state.press(.enter))!
                state.tell(.pictureArrived(press: press, .failure(fault)))
                #expect(state.contactForm?.picture == BookFixture.avatar)
                #expect(state.contactForm?.isFetching == false)
                let form = Fixture.frame(state, words).panels.first { $0.region == Region("contact") }
                let shown = form?.lines.flatMap(\.spans).map(\.text).joined().filter { !" │".contains($0) }
                #expect(shown?.contains(words.contacts.notice(.picture(fault)).filter { $0 != " " }) == true)
            }
        }
    }

    @Test func aPictureForAFormThatWasLeftIsNotWaitedFor() {
        var state = newForm()
        state.press(.backTab)
        let press = ShopState.press(in: state.press(.enter))!
        let effects = state.press(.escape)
        #expect(effects.compactMap(\.contactsRequest) == [.cancelPicture])
        #expect(state.contactForm == nil)
        state.press(.character("a"))
        state.tell(.pictureArrived(press: press, .success(BookFixture.avatar)))
        #expect(state.contactForm?.picture == nil)
    }

    @Test func whereANumberIsTakenAQuestionIsAskedAndYesChangesTheOneThatHasIt() throws {
        var state = newForm()
        let result7 = ShopState.save(in: state.fill("길동이", "01012345678"))
        let save = try #require(result7)
        state.tell(.saved(save, .success(.numberTaken(by: [BookFixture.gildong]))))
        #expect(state.asks(ContactQuestion.numberTaken(by: BookFixture.gildong, save)))
        let result8 = ShopState.save(in: state.press(.enter))
        let again = try #require(result8)
        #expect(again.seen == BookFixture.gildong)
        #expect(again.draft == save.draft)
        #expect(again.evenIfNumberIsTaken)
    }

    @Test func noGoesBackToTheFormAndApplyingAgainKeepsBoth() throws {
        var state = newForm()
        let result9 = ShopState.save(in: state.fill("길동이", "01012345678"))
        let save = try #require(result9)
        state.tell(.saved(save, .success(.numberTaken(by: [BookFixture.gildong]))))
        let result10 = state.press(.character("n"))
        #expect(result10 == [])
        #expect(state.contactForm?.name.text == "길동이")
        #expect(state.contactForm?.notice == .numberTaken(by: "홍길동"))
        #expect(state.contactForm?.isSending == false)
        let result11 = ShopState.save(in: state.press(.enter))
        let again = try #require(result11)
        #expect(again.seen == nil)
        #expect(again.evenIfNumberIsTaken)
    }

    @Test func aContactThatChangedElsewhereIsSaidAndNotOverwritten() throws {
        var state = openForm()
        let result12 = ShopState.save(in: state.fill("김영희", "0212345679"))
        let save = try #require(result12)
        let other = BookFixture.contact(3, "김영자", "01000000003", revision: 2)
        state.tell(.saved(save, .success(.changedMeanwhile(other))))
        let form = try #require(state.contactForm)
        #expect(form.notice == .changedMeanwhile)
        #expect(form.name.text == "김영자")
        #expect(form.number.text == "02-1234-5679")
        let result13 = ShopState.save(in: state.press(.enter))
        let again = try #require(result13)
        #expect(again.seen == other)
        #expect(again.draft.name == "김영자")
    }

    @Test func whatChangesElsewhereWhileTheFormIsOpenIsSaidAtOnce() {
        var state = openForm()
        state.press(.character("x"))
        let effects = state.tell(.changed).compactMap(\.contactsRequest)
        #expect(effects.contains(.readContact(ContactID(3))))
        state.tell(.contactRead(ContactID(3), BookFixture.younghee))
        #expect(state.contactForm?.notice == nil)
        state.tell(.contactRead(ContactID(3), BookFixture.contact(3, "김영자", "01000000004", revision: 2)))
        #expect(state.contactForm?.notice == .changedMeanwhile)
        #expect(state.contactForm?.name.text == "김영희x")
        #expect(state.contactForm?.number.text == "010-0000-0004")
        state.tell(.contactRead(ContactID(3), nil))
        #expect(state.contactForm?.notice == .gone)
        #expect(state.contactForm?.contact == nil)
        let save = ShopState.save(in: state.press(.tab, .tab, .enter))
        #expect(save != nil)
        #expect(save?.seen == nil)
    }

    @Test func whereItCannotBeKeptWhatWasTypedStays() throws {
        var state = newForm()
        let result14 = ShopState.save(in: state.fill("길동", "01012345670"))
        let save = try #require(result14)
        let result15 = state.press(.character("x"), .escape, .enter)
        #expect(result15 == [])
        #expect(state.contactForm?.isSending == true)
        state.tell(.saved(save, .failure(.busy)))
        #expect(state.contactForm?.notice == .storage(.busy))
        #expect(state.contactForm?.name.text == "길동")
        let result16 = state.press(.enter)
        #expect(ShopState.save(in: result16) == save)
    }

    @Test func aSpinnerTurnsWhileAPictureIsFetchedAndOnlyThen() {
        var state = newForm()
        let effects = state.press(.backTab, .enter)
        #expect(effects.contains { if case .startTimer(.spinner, _) = $0 { true } else { false } })
        #expect(Fixture.frame(state).picture.contains("| 그림을 가져오는 중"))
        state.tell(.pictureArrived(press: 1, .failure(.slow)))
        let fired = reduce(&state, .timerFired(.spinner, at: Fixture.noon))
        #expect(fired == [])
    }
}

struct SuggestionTests {
    private func form() -> ShopState {
        var state = BookFixture.state(80, 24)
        state.press(.character("1"), .character("o"))
        return state
    }

    @Test func aNameThatIsTypedIsAskedForAndChosenFromBelowTheField() {
        var state = form()
        let result17 = state.press(.character("김"))
        #expect(result17 == [.orders(.suggest(for: "김")), .orders(.findContact(named: "김"))])
        state.suggest(["김영희", "김철수"], for: "김")
        #expect(Fixture.frame(state).picture.contains("  김철수"))
        state.press(.down, .down)
        #expect(Fixture.frame(state).picture.contains("> 김철수"))
        state.press(.enter)
        #expect(state.order?.form.text(.who).text == "김철수")
        #expect(state.order?.isAtQuantity == true)
        #expect(state.order?.suggestions.names == [])
    }

    @Test func whoChoosesNothingKeepsWhatWasTyped() {
        var state = form()
        state.press(.character("김"))
        state.suggest(["김영희"], for: "김")
        state.press(.tab)
        #expect(state.order?.form.text(.who).text == "김")
        #expect(state.order?.isAtQuantity == true)
    }

    @Test func namesForWhatIsNotThereAnyMoreAreDropped() {
        var state = form()
        state.press(.character("김"), .character("영"))
        state.suggest(["김영희", "김철수"], for: "김")
        #expect(state.order?.suggestions.names == [])
        state.suggest(["김영희"], for: "김영")
        #expect(state.order?.suggestions.names == ["김영희"])
        let result18 = state.press(.control("u"))
        #expect(result18 == [])
        #expect(state.order?.suggestions.names == [])
    }

    @Test func escapeLetsGoOfAChoiceBeforeItClosesTheForm() {
        var state = form()
        state.press(.character("김"))
        state.suggest(["김영희"], for: "김")
        state.press(.up, .escape)
        #expect(state.order?.form.text(.who).text == "김")
        #expect(state.order?.suggestions.names == [])
        state.press(.escape)
        #expect(state.order != nil, "a name would be lost, so it is asked")
        state.press(.character("y"))
        #expect(state.order == nil)
    }

    @Test func withoutAPhoneBookNobodyIsAsked() {
        var state = Fixture.state(80, 24)
        let result19 = state.press(.character("o"), .character("김"))
        #expect(result19.allSatisfy { $0.request(MenuRequest.self) == nil })
    }
}
