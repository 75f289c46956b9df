import Canvas
import Foundation
import ShopClient
import Terminal
import TerminalText

@testable import Contacts
@testable import ShopApp

/// The phone book of `Fixture`'s shop.
enum BookFixture {
    static let gildong = contact(1, "홍길동", "01012345678")
    static let chulsoo = contact(2, "김철수", "0212345678", picture: 7)
    static let younghee = contact(3, "김영희", "01000000003")
    static let ann = contact(4, "Ann Miller", "0311234567")
    static let contacts = [gildong, chulsoo, younghee, ann]

    static func contact(
        _ id: Int64, _ name: PlainText, _ number: String, picture: Int64? = nil, revision: Int64 = 1
    ) -> Contact {
        Contact(id: ContactID(id), name: name, number: number.phoneNumber, picture: picture, revision: revision)
    }

    /// Returns `count` contacts with names from the whole alphabet.
    static func many(_ count: Int) -> PhoneBookIndex {
        let letters = Array("가나다라마바사아자차카타파하")
        return PhoneBookIndex(
            (0..<count).map { number in
                contact(
                    Int64(number + 1), PlainText("\(letters[number % letters.count])\(number)"),
                    String(format: "010%08d", number))
            })
    }

    /// Returns the shop at the phone book, after `contacts` were read.
    static func state(
        _ width: Int, _ height: Int, _ contacts: [Contact]? = contacts, colors: PictureColors = .none
    ) -> ShopState {
        var state = ShopState(
            size: Size(width: width, height: height), sections: Fixture.sections, connection: .connected,
            pictureColors: colors, hasPhoneBook: true, now: Fixture.noon)
        let effects = state.press(.character("2"))
        if let contacts { state.list(PhoneBookIndex(contacts).list, effects) }
        return state
    }

    /// The details on the first contact's card.
    static let details = ContactDetails(
        numbers: [
            .init(label: .work, text: "02-123-4567"), .init(label: .own("가게 뒤"), text: "1588-1234"),
            .init(text: "+1 415 555 0100", isForeign: true),
        ],
        mails: [.init(label: .home, text: "younghee@banchan.example")],
        notes: ["단골. 매운 것은 못 드시고, 갈비찜은 늘 덜 달게 해 달라고 하십니다. 토요일 오후에 찾으러 오십니다."])

    /// Returns the same shop after the first contact's details were read.
    static func withDetails(_ state: ShopState) -> ShopState {
        var state = state
        state.tell(.detailsRead(younghee, details))
        return state
    }

    static func deleted(_ contact: Contact) -> DeletedContact {
        DeletedContact(contact: contact, picture: nil, uid: "deleted")
    }

    static let picture = ContactPicture(Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))!
    /// Returns the picture as it is prepared for a terminal with those colours.
    static func avatar(_ colors: PictureColors) -> AvatarPicture {
        AvatarPicture(file: picture, cells: colors == .none ? nil : avatar.cells, creature: avatar.creature)
    }

    static let avatar = AvatarPicture(
        file: picture,
        cells: CellPicture(
            size: AvatarDisc.formSize,
            cells: Array(
                repeating: PictureCell("#", .indexed(1), .indexed(2)),
                count: AvatarDisc.formSize.width * AvatarDisc.formSize.height)), creature: "mew")
}

extension String {
    var phoneNumber: PhoneNumber { try! PhoneNumber(self) }
}

extension Effect {
    var contactsRequest: ContactsRequest? { request(ContactsRequest.self) }
}

extension ShopState {
    var book: ContactsCounter { self[ContactsCounter.self]! }
    /// The contact under the cursor, or `nil` if there is none.
    var selectedContact: Contact? { list.selected(Contact.self) }

    @discardableResult
    mutating func tell(_ event: ContactsEvent) -> [Effect] { reduce(&self, .event(.contacts, event)) }

    /// Answers the list queries in `effects` with `list`.
    mutating func list(_ list: PhoneBookList, _ effects: [Effect]) {
        for case .list(let query) in effects.compactMap(\.contactsRequest) { tell(.listed(query, .success(list))) }
    }

    /// Answers the list queries in `effects` with an error.
    mutating func fail(_ error: PhoneBookError, _ effects: [Effect]) {
        for case .list(let query) in effects.compactMap(\.contactsRequest) { tell(.listed(query, .failure(error))) }
    }

    /// Delivers all wanted avatars.
    mutating func showAvatars() {
        let wanted = book.avatars.demand.inView.map { ($0, PictureState.ready(Fixture.cells($0.size))) }
        tell(.avatarsChanged(Dictionary(wanted) { first, _ in first }))
    }

    /// Delivers names that complete the text in the order form.
    mutating func suggest(_ names: [PlainText], for text: String) {
        _ = tell(.suggested(for: text, names))
    }

    /// Answers the list queries in `effects` with the contacts that match their filter.
    mutating func find(_ contacts: [Contact], _ effects: [Effect]) {
        for case .list(let query) in effects.compactMap(\.contactsRequest) {
            tell(.listed(query, .success(PhoneBookIndex(contacts).list(matching: SearchPattern(query.text)))))
        }
    }

    /// Returns the first requested save in `effects`.
    static func save(in effects: [Effect]) -> ContactSave? {
        effects.lazy.compactMap { if case .save(let save)? = $0.contactsRequest { save } else { nil } }.first
    }

    static func press(in effects: [Effect]) -> Int? {
        effects.lazy.compactMap { if case .fetchPicture(let press)? = $0.contactsRequest { press } else { nil } }.first
    }

    /// Replaces both values of the open form, and submits it.
    mutating func fill(_ name: String, _ number: String) -> [Effect] {
        contactForm?.form.focus(on: .name)
        press(.control("e"), .control("u"))
        type(name)
        press(.enter, .control("u"))
        type(number)
        return press(.enter, .enter)
    }
}
