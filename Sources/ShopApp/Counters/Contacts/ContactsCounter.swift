import Canvas
import Contacts
import Domain
import ShopClient
import Terminal

extension CounterID { static let contacts = CounterID("contacts") }

extension ContactsCounter: Counter {
    var id: CounterID { .contacts }
    var name: LocalizedText { Localized { $0.contacts.counter } }
    var empty: LocalizedText { Localized { $0.contacts.emptyReason(.empty).what } }
    var sections: [SectionDefinition] { [] }
    var shape: ListShape { ListShape(rows: .portrait(AvatarDisc.rowSize), linesAbove: filter == nil ? 0 : 1) }
    func heading(of section: SectionID) -> SectionHeading { PhoneBookList.heading(of: section) }
    func count(_ rows: Int, _ words: Words) -> String { words.contacts.count(rows) }
    func rowStyle(of section: SectionID, in state: ShopState) -> any RowStyle { ContactRow() }

    func rowPictures(of index: Int, in state: ShopState) -> [PictureState] {
        guard let size = state.list.layout.picture, !avatars.known.isEmpty else { return [] }
        let rows = state.list.sections[index].rows
        return state.list.rowsInView(of: index).map { row in
            rows.row(row, as: Contact.self)?.avatar(size).flatMap { avatars.known[$0] } ?? .waiting
        }
    }

    var emptyState: EmptyState? {
        emptyReason.map { reason in
            let isFailure = if case .failed = reason { true } else { false }
            return EmptyState(
                reason: Localized { $0.contacts.emptyReason(reason).what },
                hint: Localized { $0.contacts.emptyReason(reason).hint }, isFailure: isFailure)
        }
    }

    var helpTopics: [HelpTopic] { [.contacts, .filter, .contact] }

    func keyTable(beside list: KeyTable) -> KeyTable { .inTheBook + list.without(.refetch, .refetchAll) }
    var typingKeys: KeyTable? { isTyping ? .filter : nil }
    func press(_ key: Key, _ state: inout ShopState) -> [Effect] { reduceFilter(&state, key) }
    func handle(_ command: Command, _ state: inout ShopState) -> [Effect]? { reduceContacts(&state, command) }

    func receive(_ event: ContactsEvent, _ state: inout ShopState) -> [Effect] { reduceContactsEvent(&state, event) }

    func appear(_ state: inout ShopState) -> [Effect] { state.book.ask() }
    func settle(_ state: inout ShopState) -> [Effect] { state.wantAvatars() }
    func makeView(_ words: Words) -> (any CounterView)? { ContactFilterView(words: words) }
}

extension ShopState {
    var book: ContactsCounter {
        get { self[ContactsCounter.self] ?? ContactsCounter() }
        set { self[ContactsCounter.self] = newValue }
    }
}

extension HelpTopic {
    static let contacts = HelpTopic(LocalizedText("연락처", "Contacts"), .inTheBook)
    static let filter = HelpTopic(LocalizedText("연락처 찾기", "Finding contacts"), .filter)
    static let contact = HelpTopic(
        LocalizedText("연락처 적기", "The form of a contact"), (KeyTable.text + KeyTable.manyButtons).once)
}
