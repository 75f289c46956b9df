import Canvas
import Contacts
import Domain
import ShopClient
import Terminal
import TerminalText
import Testing

@testable import ShopApp

/// The card of a contact, which opens between the list and the form.
struct ContactCardTests {
    private func openCard(colors: PictureColors = .none) -> ShopState {
        var state = BookFixture.state(80, 24, colors: colors)
        state.press(.enter)
        return state
    }

    @Test(arguments: [Key.enter, .right, .character("l")]) func enterAndRightShowTheCard(_ key: Key) {
        var state = BookFixture.state(80, 24)
        state.press(key)
        #expect(state.layer == .card)
        let picture = Fixture.frame(state).picture
        #expect(picture.contains("e  수정"))
        #expect(picture.contains("o  이 이름으로 주문"))
    }

    @Test(arguments: [Key.escape, .left, .backspace, .character("h"), .character("q")])
    func leftAndEscapeComeBack(_ key: Key) {
        var state = openCard()
        state.press(key)
        #expect(state.layer == .list)
        #expect(state.selectedContact == BookFixture.younghee)
    }

    @Test func whereThereIsNobodyThereIsNoCard() {
        var state = BookFixture.state(80, 24, [])
        for key in [Key.enter, .character("e"), .character("o"), .character("d")] { state.press(key) }
        #expect(state.layer == .list)
        #expect(state.toast.current == nil)
    }

    @Test func upAndDownGoToTheCardsOfOthers() {
        var state = openCard()
        state.press(.down)
        #expect(state.layers[ContactCard.self]?.contact == BookFixture.chulsoo)
        #expect(Fixture.frame(state).contains("02-1234-5678"))
        state.press(.end)
        #expect(state.layers[ContactCard.self]?.contact == BookFixture.ann)
        state.press(.escape)
        #expect(state.selectedContact == BookFixture.ann)
    }

    @Test func theFormLiesAboveTheCardAndWhatItKeepsIsShownThere() throws {
        var state = openCard()
        state.press(.character("e"))
        #expect(state.layer == .contact)
        let kept = ShopState.save(in: state.fill("김영희", "0212345679"))
        let save = try #require(kept)
        let contact = BookFixture.contact(3, "김영희", "0212345679", revision: 2)
        state.tell(.saved(save, .success(.saved(contact))))
        #expect(state.layer == .card)
        #expect(state.layers[ContactCard.self]?.contact == contact)
    }

    @Test func whatIsChangedElsewhereIsShownAndWhatIsGoneIsTold() {
        var state = openCard()
        let asked = state.tell(.changed).compactMap(\.contactsRequest)
        #expect(asked.contains(.readContact(ContactID(3))))
        let contact = BookFixture.contact(3, "김영이", "01000000003", revision: 2)
        state.tell(.contactRead(ContactID(3), contact))
        #expect(state.layers[ContactCard.self]?.contact == contact)
        state.tell(.contactRead(ContactID(2), nil))
        #expect(state.layer == .card)
        state.tell(.contactRead(ContactID(3), nil))
        #expect(state.layer == .list)
        #expect(state.toast.current == Toast.contact(.failed(.gone("김영이")), .korean))
    }

    @Test func whatElseIsKnownIsAskedForWhenSomebodyLooksAtIt() {
        var state = BookFixture.state(80, 24)
        #expect(state.press(.down).compactMap(\.contactsRequest) == [])
        let asked = state.press(.up, .enter).compactMap(\.contactsRequest)
        #expect(asked == [.readDetails(BookFixture.younghee)])
        state = BookFixture.withDetails(state)
        let picture = Fixture.frame(state).picture
        for text in [
            "직장     02-123-4567", "가게 뒤  1588-1234", "번호     +1 415 555 0100 (해외)", "younghee@banchan.example",
        ] {
            #expect(picture.contains(text))
        }
        #expect(picture.contains("메모     단골. 매운 것은"))
        // In the pane beside the list, details are requested for each selected contact.
        var wide = BookFixture.state(120, 40)
        #expect(wide.press(.down).compactMap(\.contactsRequest) == [.readDetails(BookFixture.chulsoo)])
    }

    @Test func aForeignNumberIsMarkedInTheListAndOnTheCard() {
        var state = BookFixture.state(80, 24, [BookFixture.contact(1, "Ann", "+1 (415) 555-0100")])
        #expect(Fixture.frame(state).contains("+1 (415) 555-0100 (해외)"))
        state.press(.enter)
        #expect(Fixture.frame(state).picture.contains("+1 (415) 555-0100 (해외)"))
        #expect("02-123-4567;22".phoneNumber.text(in: .english) == "02-123-4567 ext. 22")
        #expect("+44 20 7946 0958;3".phoneNumber.text(in: .english) == "+44 20 7946 0958 ext. 3 (abroad)")
        // The form takes it as it is.
        state.press(.character("e"))
        let save = state.contactForm?.applied()
        #expect(save?.draft.number == "+1 (415) 555-0100".phoneNumber)
    }

    @Test func nobodyElsesDetailsAreShownAndNothingJumpsUntilTheOwnOnesAreKnown() {
        var state = BookFixture.withDetails(openCard())
        let before = Fixture.frame(state)
        let asked = state.press(.down).compactMap(\.contactsRequest)
        #expect(asked == [.readDetails(BookFixture.chulsoo)])
        // A late answer for another contact.
        state.tell(.detailsRead(BookFixture.younghee, BookFixture.details))
        let meanwhile = Fixture.frame(state)
        #expect(!meanwhile.contains("02-123-4567"))
        #expect(meanwhile.panels.last?.lines.count == before.panels.last?.lines.count)
        state.tell(.detailsRead(BookFixture.chulsoo, .none))
        #expect(Fixture.frame(state).panels.last?.lines.count != before.panels.last?.lines.count)
    }

    @Test func whatIsChangedElsewhereIsAskedForAgain() {
        var state = BookFixture.withDetails(openCard())
        #expect(state.tell(.changed).compactMap(\.contactsRequest).contains(.readDetails(BookFixture.younghee)))
        #expect(Fixture.frame(state).contains("02-123-4567"))
    }

    @Test func deletingFromTheCardAsksAndClosesIt() {
        var state = openCard()
        state.press(.character("d"))
        #expect(state.asks(ContactQuestion.delete(BookFixture.younghee)))
        let effects = state.press(.character("y"))
        #expect(effects.compactMap(\.contactsRequest) == [.delete(BookFixture.younghee)])
        state.tell(
            .deleted(BookFixture.younghee, .success(.deleted(BookFixture.deleted(BookFixture.younghee)))))
        #expect(state.layer == .list)
    }

    @Test(arguments: [true, false]) func theNextOrderIsInTheContactsName(isOnCard: Bool) {
        var state = isOnCard ? openCard() : BookFixture.state(80, 24)
        state.press(.character("o"))
        #expect(state.guest.name == "김영희")
        #expect(state.toast.current == Toast.contact(.ordersFor("김영희"), .korean))
        #expect(state.layer == (isOnCard ? .card : .list))
    }

    @Test func aNameThatNoShopTakesAndATerminalOfOneGuestOrderForNobodyElse() {
        let name = PlainText(String(repeating: "김", count: Guest.maxNameLength + 1))
        var long = BookFixture.state(80, 24, [BookFixture.contact(1, name, "01012345678")])
        long.press(.character("o"))
        #expect(long.guest.name == "")
        #expect(long.toast.current == Toast.contact(.failed(.nameTooLong(limit: Guest.maxNameLength)), .korean))
        var fixed = BookFixture.state(80, 24)
        fixed.guest = Guest(name: "카운터", isFixed: true)
        fixed.press(.character("o"))
        #expect(fixed.guest.name == "카운터")
        #expect(fixed.toast.current == Toast.contact(.failed(.guestIsFixed("카운터")), .korean))
    }

    @Test func anAvatarIsAskedForWhereItIsSeenAndUnderItsOwnName() {
        var state = BookFixture.state(80, 24, colors: .indexed)
        #expect(state.book.avatars.demand.inView == [])
        state.press(.down, .enter)
        let request = PictureRequest("contacts/2/7", fitting: AvatarDisc.cardSize)
        #expect(state.book.avatars.demand.inView == [request])
        state.showAvatars()
        #expect(Fixture.frame(state).panels.contains { $0.lines.contains { !$0.pictures.isEmpty } })
        // A change of an avatar that is no longer wanted is ignored.
        let before = state.book.avatars.known
        state.tell(.avatarsChanged([PictureRequest("contacts/1/1", fitting: AvatarDisc.cardSize): .failed]))
        #expect(state.book.avatars.known == before)
        // Another contact's card does not show it.
        state.press(.up)
        #expect(!Fixture.frame(state).panels.contains { $0.lines.contains { !$0.pictures.isEmpty } })
        let none = openCard()
        #expect(none.book.avatars.demand.inView == [])
    }
}
