import Canvas
import Contacts
import ShopClient

/// The card of a contact: its details and the available actions. Follows the selection of the list below it.
struct ContactCard: Hashable, Sendable {
    private(set) var contact: Contact
    var details: ShownDetails

    init(_ contact: Contact, _ details: ShownDetails = ShownDetails()) {
        self.contact = contact
        self.details = details
    }

    /// Updates the contact. Ignores a contact with a different identifier.
    mutating func take(_ contact: Contact) {
        if contact.id == self.contact.id { self.contact = contact }
    }
}

extension ContactCard: CounterLayer {
    var keyTable: KeyTable { .onCard }
    var helpTopic: HelpTopic? { .contacts }
    func copiedLines(_ words: Words) -> [String] { [contact.number.description] }

    mutating func handle(
        _ command: Command, _ book: inout ContactsCounter, _ shell: inout ShellContext
    ) -> [ContactsRequest] {
        if let move = command.move {
            shell.list.move(move)
            if let selected = shell.list.selected(Contact.self) { contact = selected }
        }
        guard command == .back else { return book.handle(command, on: contact, &shell) ?? [] }
        shell.close(ContactCard.self)
        return []
    }

    func pictures(
        _ known: [PictureRequest: PictureState], of book: ContactsCounter
    ) -> [PictureRequest: PictureState] { book.avatars.known }

    func draw(_ context: LayerContext, _ words: Words) -> LayerPicture {
        let avatar = ContactCardView.avatar(in: context.layout).flatMap(contact.avatar)
        return ContactCardView(words: words, layout: context.layout)
            .picture(of: contact, details, avatar.flatMap { context.pictures[$0]?.picture })
    }
}
