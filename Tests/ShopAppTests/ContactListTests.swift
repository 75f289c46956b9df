import Canvas
import Contacts
import Domain
import ShopClient
import Terminal
import TerminalText
import Testing

@testable import ShopApp

struct ContactListTests {
    /// Returns the visible names.
    private func names(_ state: ShopState) -> [String] {
        state.list.sections.indices.flatMap { section in
            state.list.rowsInView(of: section).compactMap { row in
                state.list.sections[section].rows.row(row, as: Contact.self)?.name.string
            }
        }
    }

    @Test func nothingIsReadBeforeTheCounterIsLookedAt() {
        var state = ShopState(
            size: Size(width: 80, height: 24), sections: Fixture.sections, hasPhoneBook: true, now: Fixture.noon)
        #expect(state.all.map(\.id) == [.menu, .contacts, .orders])
        let before = state.press(.down, .enter, .character("?"), .escape)
        #expect(before.compactMap(\.contactsRequest) == [])
        let effects = state.press(.character("2"))
        #expect(effects.compactMap(\.contactsRequest) == [.list(ContactQuery(sequence: 1, text: ""))])
        #expect(state.book.emptyReason == .opening)
    }

    @Test func withoutAPhoneBookThereIsNoCounter() {
        let state = Fixture.state(80, 24)
        #expect(!state.all.map(\.id).contains(.contacts))
    }

    @Test func aNumberStandsBesideANameWhereBothFit() {
        #expect(Fixture.frame(BookFixture.state(30, 8)).contains("010-1234-5678"))
        let narrow = Fixture.frame(BookFixture.state(20, 8))
        #expect(narrow.contains("홍길동") && !narrow.contains("010-"))
    }

    @Test func theListIsReadAnewOnEveryReturn() {
        var state = BookFixture.state(80, 24)
        #expect(names(state) == ["김영희", "김철수", "홍길동", "Ann Miller"])
        state.press(.character("1"))
        let effects = state.press(.character("2"))
        #expect(effects.compactMap(\.contactsRequest).count == 1)
        let renamed = BookFixture.contact(1, "가길동", "01012345678", revision: 2)
        state.list(PhoneBookIndex([renamed] + BookFixture.contacts.dropFirst()).list, effects)
        #expect(names(state) == ["가길동", "김영희", "김철수", "Ann Miller"])
    }

    @Test func theSelectionStaysOnItsContactWhateverComesAndGoes() {
        var state = BookFixture.state(80, 24)
        state.press(.down, .down)
        #expect(state.selectedContact == BookFixture.gildong)
        let line = state.list.geometry.line(of: state.list.cursor.selection) - state.list.cursor.top
        let more = ["나", "Z"].enumerated().flatMap { letter, name in
            (10..<40).map { BookFixture.contact($0 + Int64(letter) * 100, PlainText("\(name)\($0)"), "01000000000") }
        }
        state.list(PhoneBookIndex(BookFixture.contacts + more).list, state.tell(.changed))
        #expect(state.selectedContact == BookFixture.gildong)
        let now = state.list.geometry.line(of: state.list.cursor.selection) - state.list.cursor.top
        #expect(now == line)
        state.list(PhoneBookIndex(BookFixture.contacts.filter { $0.id != ContactID(1) }).list, state.tell(.changed))
        #expect(state.selectedContact == BookFixture.ann)
    }

    @Test func aChangeElsewhereIsReadWhileTheListIsShownAndOnReturnOtherwise() {
        var state = BookFixture.state(80, 24)
        let result1 = state.tell(.changed)
        #expect(result1.compactMap(\.contactsRequest).count == 1)
        state.press(.character("1"))
        let result2 = state.tell(.changed)
        #expect(result2.isEmpty)
    }

    @Test func whatIsLookedForIsFoundAsOneTypesAndAnEarlierAnswerIsDropped() {
        var state = BookFixture.state(80, 24)
        let result3 = state.press(.character("/"))
        #expect(result3 == [])
        #expect(state.layer == .filter)
        let first = state.press(.character("ㄱ"))
        let second = state.press(.character("ㅊ"))
        #expect(second.compactMap(\.contactsRequest) == [.list(ContactQuery(sequence: 3, text: "ㄱㅊ"))])
        state.find(BookFixture.contacts, second)
        #expect(names(state) == ["김철수"])
        state.find(BookFixture.contacts, first)
        #expect(names(state) == ["김철수"])
        state.find(BookFixture.contacts, state.press(.backspace, .backspace, .character("0"), .character("3")))
        #expect(names(state) == ["김영희", "Ann Miller"])
    }

    @Test func whileLookingForSomebodyLettersAreLettersAndArrowsMove() {
        var state = BookFixture.state(80, 24)
        state.press(
            .character("/"), .character("q"), .character("2"), .character("a"), .character("?"), .down, .paste(" x\n"))
        #expect(state.list.filter?.search.text == "q2a?x")
        #expect(state.counter == .contacts)
        #expect(state.contactForm == nil)
        #expect(state.list.cursor.selection == ListPosition(section: 0, row: 1))
    }

    @Test func enterKeepsWhatWasFoundAndEscapeShowsAll() {
        var state = BookFixture.state(80, 24)
        state.press(.down)
        state.find(BookFixture.contacts, state.press(.character("/"), .character("홍")))
        let found = state.selectedContact
        #expect(found?.name == "홍길동")
        let result4 = state.press(.enter)
        #expect(result4 == [])
        #expect(state.layer == .list)
        #expect(state.list.filter?.search.text == "홍")
        #expect(names(state) == ["홍길동"])
        state.find(BookFixture.contacts, state.press(.escape))
        #expect(state.list.filter == nil)
        #expect(names(state).count == 4)
        #expect(state.selectedContact == found)
        state.press(.character("/"), .enter)
        #expect(state.list.filter == nil)
        #expect(state.layer == .list)
        let result5 = state.press(.character("/"), .escape)
        #expect(result5 == [])
        #expect(state.list.filter == nil)
    }

    @Test(arguments: [true, false])
    func aNewContactThatTheSearchHidesIsSelectedAfterItUnlessTheUserMoved(_ moves: Bool) throws {
        let people = ["가나다", "김나리", "김다솜", "박하늘", "홍길동"].enumerated().map { number, name in
            BookFixture.contact(Int64(number + 1), PlainText(name), "0100000000\(number)")
        }
        var state = BookFixture.state(80, 24, people)
        state.find(people, state.press(.character("/"), .character("김")))
        state.press(.enter, .character("a"))
        let result = ShopState.save(in: state.fill("홍길순", "01099998888"))
        let save = try #require(result)
        let new = BookFixture.contact(9, "홍길순", "01099998888")
        state.tell(.saved(save, .success(.saved(new))))
        state.find(people + [new], state.tell(.changed))
        #expect(names(state) == ["김나리", "김다솜"])
        if moves { state.press(.down) }
        state.find(people + [new], state.press(.escape))
        #expect(names(state).count == 6)
        #expect(state.selectedContact?.name == (moves ? "김다솜" : "홍길순"))
    }

    @Test func whereNobodyIsFoundTheNearestNameIsTakenWithOneKey() {
        var state = BookFixture.state(80, 24)
        state.find(BookFixture.contacts, state.press("/홍길둥".map(Key.character)))
        #expect(Fixture.frame(state).contains("가장 가까운 이름: 홍길동 (Enter 키로 찾기)"))
        state.find(BookFixture.contacts, state.press([.enter]))
        #expect(names(state) == ["홍길동"])
        #expect(!state.isTyping)
        state.find(BookFixture.contacts, state.press(.escape))
        #expect(state.selectedContact?.name == "홍길동")
    }

    @Test(arguments: [
        PhoneBookError.busy, .lost, .full, .readOnly, .damaged, .otherVersion, .foreign,
        .system(code: 13), .sqlite(code: 14),
    ])
    func aPhoneBookThatCannotBeOpenedSaysWhyAndIsTriedAgain(_ error: PhoneBookError) {
        for words in [Words.korean, .english] {
            var state = BookFixture.state(80, 24, nil)
            state.tell(.listed(ContactQuery(sequence: 1, text: ""), .failure(error)))
            let sentence = words.contacts.emptyReason(.failed(error))
            #expect(!sentence.isEmpty)
            #expect(Fixture.frame(state, words).contains(sentence))
            let again = state.press(.character("r"))
            state.list(PhoneBookIndex(BookFixture.contacts).list, again)
            #expect(names(state).count == 4)
        }
    }

    @Test func aDeletionCanBeUndoneLongAfterItsToastAndOnAnyCounter() {
        let deleted = BookFixture.deleted(BookFixture.younghee)
        var state = BookFixture.state(80, 24)
        state.tell(.deleted(BookFixture.younghee, .success(.deleted(deleted))))
        #expect(Fixture.frame(state).contains("u 되돌리기"))
        _ = reduce(&state, .timerFired(.toast, at: Fixture.noon))
        state.press(.down, .character("1"))
        #expect(state.press(.character("u")).compactMap(\.contactsRequest) == [.restore(deleted)])
        #expect(state.press(.character("u")).compactMap(\.contactsRequest) == [], "once")
        #expect(Fixture.frame(state).contains("되돌릴 것이 없습니다."))
        state.tell(.restored(deleted, .failure(.busy)))
        #expect(
            state.press(.character("u")).compactMap(\.contactsRequest) == [.restore(deleted)],
            "what failed can be tried again")
    }

    @Test func deletingAsksFirst() throws {
        var state = BookFixture.state(80, 24)
        state.press(.character("d"))
        #expect(state.asks(ContactQuestion.delete(BookFixture.younghee)))
        #expect(state.layers[Dialog<ContactQuestion>.self]?.focus == false)
        let result6 = state.press(.enter)
        #expect(result6 == [])
        #expect(state.layer == .list)
        let effects = state.press(.character("d"), .character("y"))
        #expect(effects.compactMap(\.contactsRequest) == [.delete(BookFixture.younghee)])
    }

    @Test func whatCouldNotBeDeletedIsTold() {
        var state = BookFixture.state(80, 24)
        let newer = BookFixture.contact(3, "김영희", "01000000003", revision: 2)
        for result: Result<DeleteOutcome, PhoneBookError> in [
            .success(.changedMeanwhile(newer)), .success(.gone), .failure(.busy),
        ] {
            state.toast = ToastQueue()
            state.tell(.deleted(BookFixture.younghee, result))
            #expect(state.toast.current?.kind == .failed)
            #expect(state.press(.character("u")).compactMap(\.contactsRequest) == [])
        }
    }

    @Test func undoSaysThatThereIsNothingToUndo() {
        var state = BookFixture.state(80, 24)
        let effects = state.press(.character("u"))
        #expect(effects.compactMap(\.contactsRequest) == [])
        #expect(Fixture.frame(state).contains("되돌릴 것이 없습니다."))
        #expect(Fixture.frame(state, .english).contains("There is nothing to undo."))
    }

    @Test func anotherSizeOfTheScreenKeepsTheSelection() {
        var state = BookFixture.state(80, 24)
        state.press(.down, .down)
        for size in [Size(width: 20, height: 6), Size(width: 120, height: 40), Size(width: 44, height: 14)] {
            _ = reduce(&state, .resized(size))
            #expect(state.selectedContact == BookFixture.gildong)
            #expect(Fixture.frame(state).contains("홍길동"))
        }
    }
}
