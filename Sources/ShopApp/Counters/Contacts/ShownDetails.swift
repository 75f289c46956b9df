import Contacts

/// What the card of the contact that is looked at says: read when somebody looks at it, and of no other contact.
struct ShownDetails: Hashable, Sendable {
    private var details = ContactDetails.none
    /// Whose they are.
    private var contact: Contact?
    /// Of whom they were asked for last.
    private var asked: Contact?

    /// Asks for those of `contact`, if they are not what was asked for before.
    mutating func want(_ contact: Contact?) -> [ContactsRequest] {
        guard contact != asked else { return [] }
        asked = contact
        return contact.map { [.readDetails($0)] } ?? []
    }

    mutating func take(_ details: ContactDetails, of contact: Contact) {
        guard contact == asked else { return }
        (self.details, self.contact) = (details, contact)
    }

    /// They may be others by now, and are asked for again.
    mutating func change() { asked = nil }

    /// The lines for `contact`. Until its own are known, as many as there were before stay empty, so that nothing jumps.
    func lines(for contact: Contact, width: Int, _ words: ContactWords) -> [DetailLine] {
        let lines = DetailLine.lines(of: details, width: width, words)
        return contact.id == self.contact?.id
            ? lines : lines.map { _ in DetailLine(label: "", text: "", labelColumns: 0) }
    }
}
