import Canvas
import Contacts
import Domain
import ShopClient
import Terminal
import TerminalText

/// The phone book: its list, what is looked for in it, and the form above it.
struct ContactsState: Sendable {
    enum Phase: Hashable {
        /// Nobody looked at it yet, so nothing was read.
        case closed
        case opening
        case open
        case failed(PhoneBookError)
    }

    /// Why there is no list.
    enum EmptyReason: Hashable, Sendable {
        case opening
        case empty
        case noMatch
        case failed(PhoneBookError)
    }

    private(set) var phase = Phase.closed
    var list: ContactList
    /// What is looked for, while something is.
    private(set) var filter: TextField?
    /// Whether keys are typed into the filter.
    private(set) var isTyping = false
    /// What can be brought back while the toast tells of it.
    var deleted: DeletedContact?
    var avatars = AvatarState()
    /// The contact to be selected as soon as the list has it.
    private var awaited: ContactID?
    /// The latest question of the list.
    private var query = ContactQuery(number: 0, text: "")
    private var presses = 0

    init(layout: ListLayout) { list = ContactList(layout: ContactLayout(menu: layout, showsFilter: false)) }

    /// Why there is no list; `nil` where there is one.
    var emptyReason: EmptyReason? {
        switch phase {
        case .closed, .opening: .opening
        case .failed(let error): .failed(error)
        case .open: list.contacts.isEmpty ? (query.text.isEmpty ? .empty : .noMatch) : nil
        }
    }

    mutating func lay(out layout: ListLayout) {
        list.lay(out: ContactLayout(menu: layout, showsFilter: filter != nil))
    }
}

// What is asked and answered.
extension ContactsState {
    /// Asks for the list as it is now; what was asked before is not waited for any more.
    mutating func ask() -> [Effect] {
        if phase != .open { phase = .opening }
        query = ContactQuery(number: query.number + 1, text: filter?.value.string ?? "")
        return [.contacts(.list(query))]
    }

    /// Takes the answer over, unless another one is waited for.
    mutating func take(_ answer: Result<PhoneBookList, PhoneBookError>, of query: ContactQuery) {
        guard query.number == self.query.number else { return }
        switch answer {
        case .success(let contacts):
            phase = .open
            list.show(contacts)
            if let awaited, contacts.row(of: awaited) != nil {
                list.select(awaited)
                self.awaited = nil
            }
        case .failure(let error): phase = .failed(error)
        }
    }

    /// Selects the contact, as soon as the list has it, unless somebody goes elsewhere meanwhile.
    mutating func selectOnceListed(_ id: ContactID) {
        list.select(id)
        awaited = list.selected?.id == id ? nil : id
    }

    mutating func move(_ move: ListCursor.Move) {
        awaited = nil
        list.move(move)
    }

    /// A press that no other has the number of.
    mutating func nextPress() -> Int {
        presses += 1
        return presses
    }
}

// What is looked for.
extension ContactsState {
    mutating func find() {
        isTyping = true
        filter = filter ?? TextField("", limit: ContactsState.longestFilter)
        lay(out: list.layout.menu)
    }

    private static let longestFilter = 64

    /// Changes what is looked for, and asks anew if that makes a difference.
    mutating func editFilter(_ edit: (inout TextField) -> Void) -> [Effect] {
        guard var field = filter else { return [] }
        let before = field.value
        edit(&field)
        filter = field
        return field.value == before ? [] : ask()
    }

    mutating func stopTyping() {
        isTyping = false
        if filter?.value.isEmpty == true { filter = nil }
        lay(out: list.layout.menu)
    }

    /// Looks for nothing any more.
    mutating func clearFilter() -> [Effect] {
        let wasLookingFor = filter?.value.isEmpty == false
        (filter, isTyping) = (nil, false)
        lay(out: list.layout.menu)
        return wasLookingFor ? ask() : []
    }
}

/// The avatars that are in view.
struct AvatarState: Sendable {
    private(set) var demand = PictureDemand(mayDownload: true)
    var known: [PictureRequest: PictureState] = [:]

    /// Asks for these, if they are not what was asked for before.
    mutating func want(_ requests: [PictureRequest]) -> [Effect] {
        guard requests != demand.inView else { return [] }
        demand.inView = requests
        return [.contacts(.wantAvatars(demand))]
    }

    func picture(of contact: Contact, size: Size) -> CellPicture? {
        contact.avatar(size).flatMap { known[$0]?.picture }
    }
}

extension Contact {
    /// The picture in that size; `nil` where the contact has none. Another picture has another address.
    func avatar(_ size: Size) -> PictureRequest? {
        picture.map { PictureRequest("contacts/\(id.number)/\($0)", fitting: size) }
    }
}

extension ShopState {
    /// Asks for the avatars on the screen, where the terminal can show any.
    mutating func wantAvatars() -> [Effect] {
        guard counter == .contacts, pictures.colors != .none else { return [] }
        return book.avatars.want(avatarsInView)
    }
}

extension ShopState {
    /// The avatars on the screen: those of the rows in view, and that of the form.
    var avatarsInView: [PictureRequest] {
        guard !menu.layout.isTooSmall else { return [] }
        let form = contactForm?.contact?.avatar(AvatarDisc.formSize).map { [$0] } ?? []
        guard let size = book.list.layout.avatar else { return form }
        return form + book.list.contactsInView.compactMap { $0.avatar(size) }
    }
}

extension CounterID { static let contacts = CounterID("contacts") }

extension ContactsState: Counter {
    var id: CounterID { .contacts }
    var name: LocalizedText { Localized { $0.contacts.counter } }
    var empty: LocalizedText { Localized { $0.contacts.emptyReason(.empty).what } }
    var sections: [SectionDefinition] { [] }
    var helpTopics: [HelpTopic] { [.contacts, .filter, .contact] }

    func keyTable(beside list: KeyTable) -> KeyTable { .inTheBook + list.without(.refetch, .refetchAll) }
    var typingKeys: KeyTable? { isTyping ? .filter : nil }
    func press(_ key: Key, _ state: inout ShopState) -> [Effect] { reduceFilter(&state, key) }
    func handle(_ command: Command, _ state: inout ShopState) -> [Effect]? { reduceContacts(&state, command) }

    func receive(_ event: any CounterEvent, _ state: inout ShopState) -> [Effect]? {
        (event as? ContactsEvent).map { reduceContactsEvent(&state, $0) }
    }

    func appear(_ state: inout ShopState) -> [Effect] { state.book.ask() }
    func settle(_ state: inout ShopState) -> [Effect] { state.wantAvatars() }
    mutating func resize(to screen: Size) { lay(out: ListLayout(screen: screen)) }
    func makeView(_ words: Words) -> (any CounterView)? { ContactsView(words: words) }
}

extension ShopState {
    var book: ContactsState {
        get { self[ContactsState.self] ?? ContactsState(layout: ListLayout(screen: size)) }
        set { self[ContactsState.self] = newValue }
    }
}

extension HelpTopic {
    static let contacts = HelpTopic(LocalizedText("연락처", "Contacts"), .inTheBook)
    static let filter = HelpTopic(LocalizedText("연락처 찾기", "Finding contacts"), .filter)
    static let contact = HelpTopic(
        LocalizedText("연락처 적기", "The form of a contact"), (KeyTable.text + KeyTable.manyButtons).once)
}
