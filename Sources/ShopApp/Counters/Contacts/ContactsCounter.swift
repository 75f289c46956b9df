import Canvas
import Contacts
import Domain
import ShopClient
import Terminal
import TerminalText

extension CounterID { static let contacts = CounterID("contacts") }

/// The counter of the phone book: its list and the search in it.
struct ContactsCounter: Sendable {
    enum Phase: Hashable {
        /// The phone book was not viewed yet, so nothing was read.
        case closed
        case opening
        case open
        case failed(PhoneBookError)
    }

    /// The reason why the list is empty.
    enum EmptyReason: Hashable, Sendable {
        case opening
        case empty
        case failed(PhoneBookError)
    }

    var phase = Phase.closed
    var contacts = PhoneBookList.empty
    /// The search text; empty for all contacts.
    private var searched = ""
    /// The search text of the contacts that are shown.
    var shownText = ""
    /// Whether the rows were last set while no filter was active. If not, even an unchanged result is shown again.
    var isWholeListShown = true
    /// The deleted contact that can be restored, until the next deletion.
    var deleted: DeletedContact?
    var avatars = ContactAvatars()
    var details = ShownDetails()
    /// The contact to select as soon as it is listed.
    var awaited: AwaitedContact?
    /// The latest query of the list.
    var query = ContactQuery(sequence: 0, text: "")
    private var presses = 0

    /// The reason why the list is empty; `nil` if there is a list.
    var emptyReason: EmptyReason? {
        switch phase {
        case .closed, .opening: .opening
        case .failed(let error): .failed(error)
        case .open: contacts.isEmpty && query.text.isEmpty ? .empty : nil
        }
    }
}

extension ContactsCounter: Counter, MakesList, ShowsDetails {
    var id: CounterID { .contacts }
    var texts: CounterTexts {
        CounterTexts(
            title: Localized { $0.contacts.counter }, empty: Localized { $0.contacts.emptyReason(.empty) },
            row: LocalizedText("연락처", "contact"), count: { $1.contacts.count($0) })
    }
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
    func rowStyle(of section: SectionID, in list: SectionedList) -> any RowStyle { ContactRow() }

    func pane(of list: SectionedList, _ known: [PictureRequest: PictureState]) -> (any ListAccessory)? {
        ContactPane(list, avatars.known, details)
    }

    func keys(on list: SectionedList?) -> CounterKeys {
        var keys = CounterKeys(.contactList, dropping: [.refetch, .refetchAll])
        if let list, list.selected(Contact.self) == nil {
            keys.off = [.openContact, .editContact, .orderForContact, .deleteContact]
        }
        return keys
    }

    mutating func handle(_ command: Command, _ shell: inout ShellContext) -> [ContactsRequest]? {
        switch command {
        case .addContact: shell[ContactForm.self] = ContactForm()
        case .openContact, .editContact, .orderForContact, .deleteContact:
            return shell.list.selected(Contact.self).flatMap { handle(command, on: $0, &shell) } ?? []
        case .reread: return ask()
        default: return nil
        }
        return []
    }

    mutating func search(for text: String, _ shell: inout ShellContext) -> [ContactsRequest] {
        guard text != searched || !isWholeListShown else { return [] }
        (searched, isWholeListShown) = (text, false)
        return ask()
    }

    mutating func notice(_ occasion: Occasion, _ shell: inout ShellContext) -> [ContactsRequest] {
        switch occasion {
        case .appeared:
            shell.followsList = true
            return ask()
        case .settled:
            // Moves do not reach the counter, so this is where it learns of them.
            if let awaited, shell.list.selected(Contact.self)?.id != awaited.selected { self.awaited = nil }
            return requestViewed(shell)
        case .connected, .contentsOutdated, .sectionChanged, .shopChanged, .shopArranged, .itemsChanged: return []
        }
    }
}

/// A contact that was saved but is not listed yet: the selection goes to it, unless the user moves that first.
struct AwaitedContact: Hashable, Sendable {
    let id: ContactID
    /// Who is selected meanwhile.
    let selected: ContactID?
}

// Actions on a contact.
extension ContactsCounter {
    /// Handles a command on `contact`, from the list or its card. Returns `nil` for other commands.
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

    /// Sets the name of the next order to that of `contact`, if the terminal and the shop allow it.
    private func order(for contact: Contact, _ shell: inout ShellContext) -> ContactToast {
        if shell.guest.isFixed { return .failed(.guestIsFixed(shell.guest.name)) }
        if Guest.problem(with: contact.name) != nil { return .failed(.nameTooLong(limit: Guest.maxNameLength)) }
        shell.guest.name = contact.name
        return .ordersFor(contact.name)
    }
}

// Requests.
extension ContactsCounter {
    /// Requests the current list; the results of earlier queries are ignored.
    mutating func ask() -> [ContactsRequest] {
        if phase != .open { phase = .opening }
        query = ContactQuery(sequence: query.sequence + 1, text: searched)
        return [.list(query)]
    }

    /// Returns a unique number for a button press.
    mutating func nextPress() -> Int {
        presses += 1
        return presses
    }
}

extension HelpTopic {
    static let contacts = HelpTopic(LocalizedText("연락처", "Contacts"), .contactList)
    static let contact = HelpTopic(
        LocalizedText("연락처 입력", "Contact form"), (KeyTable.text + KeyTable.manyButtons).once)
}
