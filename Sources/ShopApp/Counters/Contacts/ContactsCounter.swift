import Canvas
import Contacts
import Domain
import ShopClient
import Terminal
import TerminalText

extension CounterID { static let contacts = CounterID("contacts") }

/// The phone book: its list, and what is looked for in it.
struct ContactsCounter: Sendable {
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
        case failed(PhoneBookError)
    }

    var phase = Phase.closed
    /// The contacts that are listed.
    var contacts = PhoneBookList.empty
    /// What is looked for; empty for all.
    private var searched = ""
    /// Whether the list shows `contacts` also when nothing is looked for any more.
    var isWholeListShown = true
    /// What can be brought back while the toast tells of it.
    var deleted: DeletedContact?
    var avatars = ContactAvatars()
    var details = ShownDetails()
    /// The contact to be selected as soon as the list has it.
    var awaited: ContactID?
    /// The latest question of the list.
    var query = ContactQuery(number: 0, text: "")
    private var presses = 0

    /// Why there is no list; `nil` where there is one.
    var emptyReason: EmptyReason? {
        switch phase {
        case .closed, .opening: .opening
        case .failed(let error): .failed(error)
        case .open: contacts.isEmpty && query.text.isEmpty ? .empty : nil
        }
    }
}

extension ContactsCounter: Counter {
    var id: CounterID { .contacts }
    var name: LocalizedText { Localized { $0.contacts.counter } }
    var empty: LocalizedText { Localized { $0.contacts.emptyReason(.empty) } }
    func rowName(in section: SectionID) -> LocalizedText { LocalizedText("연락처", "contact") }
    var sections: [SectionDefinition] { [] }
    var shape: ListShape { ListShape(rows: .dense, hasPane: !contacts.isEmpty) }
    var helpTopics: [HelpTopic] { [.contacts, .contact] }

    var emptyState: EmptyState? {
        emptyReason.map { reason in
            let isFailure = if case .failed = reason { true } else { false }
            return EmptyState(
                reason: Localized { $0.contacts.emptyReason(reason) },
                hint: { $0.contacts.emptyHint(reason, $0) }, isFailure: isFailure)
        }
    }

    func heading(of section: SectionID) -> Localized<SectionHeading> {
        Localized(everywhere: PhoneBookList.heading(of: section))
    }
    func count(_ rows: Int, _ words: Words) -> String { words.contacts.count(rows) }
    func rowStyle(of section: SectionID, in list: SectionedList) -> any RowStyle { ContactRow() }

    func copiedLines(ofRow row: Int, in section: Section, of list: SectionedList, _ words: Words) -> [String] {
        section.rows.row(row, as: Contact.self).map { [$0.number.description] } ?? []
    }

    func pane(of list: SectionedList, _ known: [PictureRequest: PictureState]) -> (any ListAccessory)? {
        ContactPane(list, avatars.known, details)
    }

    func keyTable(beside list: KeyTable) -> KeyTable { .inTheBook + list.without(.refetch, .refetchAll) }

    func usefulKeys(_ keys: KeyTable, on list: SectionedList) -> KeyTable {
        let keys = deleted == nil ? keys.without(.undo) : keys
        guard list.selected(Contact.self) == nil else { return keys }
        return keys.without(.openContact, .editContact, .orderForContact, .deleteContact)
    }

    mutating func handle(_ command: Command, _ shell: inout ShellContext) -> [ContactsRequest]? {
        if command.move != nil { awaited = nil }
        switch command {
        case .addContact: shell[ContactForm.self] = ContactForm()
        case .openContact, .editContact, .orderForContact, .deleteContact:
            return shell.list.selected(Contact.self).flatMap { handle(command, on: $0, &shell) } ?? []
        case .undo: return undoDeletion(shell)
        case .reread: return ask()
        default: return nil
        }
        return []
    }

    var findsRows: Bool { true }

    mutating func search(for text: String, _ shell: inout ShellContext) -> [ContactsRequest] {
        guard text != searched || !isWholeListShown else { return [] }
        (searched, isWholeListShown) = (text, false)
        return ask()
    }

    mutating func appear(_ shell: inout ShellContext) -> [ContactsRequest] { ask() }
}

// What is done with a contact.
extension ContactsCounter {
    /// A command on `contact`, from the list or from its card; `nil` for others.
    func handle(_ command: Command, on contact: Contact, _ shell: inout ShellContext) -> [ContactsRequest]? {
        switch command {
        case .openContact: shell[ContactCard.self] = ContactCard(contact, details)
        case .editContact: shell[ContactForm.self] = ContactForm(contact)
        case .orderForContact: shell.show(.contact(order(for: contact, &shell), shell.words))
        case .deleteContact: shell.ask(ContactQuestion.delete(contact), isYes: false)
        default: return nil
        }
        return []
    }

    /// The next order is in the name of `contact`, where this terminal and the shop take it.
    private func order(for contact: Contact, _ shell: inout ShellContext) -> ContactToast {
        if shell.guest.isFixed { return .failed(.guestIsFixed(shell.guest.name)) }
        if Guest.problem(with: contact.name) != nil { return .failed(.nameTooLong(limit: Guest.longestName)) }
        shell.guest.name = contact.name
        return .ordersFor(contact.name)
    }
}

// What is asked and answered.
extension ContactsCounter {
    /// Asks for the list as it is now; what was asked before is not waited for any more.
    mutating func ask() -> [ContactsRequest] {
        if phase != .open { phase = .opening }
        query = ContactQuery(number: query.number + 1, text: searched)
        return [.list(query)]
    }

    /// A press that no other has the number of.
    mutating func nextPress() -> Int {
        presses += 1
        return presses
    }
}

extension HelpTopic {
    static let contacts = HelpTopic(LocalizedText("연락처", "Contacts"), .inTheBook)
    static let contact = HelpTopic(
        LocalizedText("연락처 입력", "Contact form"), (KeyTable.text + KeyTable.manyButtons).once)
}
