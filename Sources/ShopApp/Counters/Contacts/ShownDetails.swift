import Contacts

/// The details of the contact being viewed. They are read on demand, for that contact only.
struct ShownDetails: Hashable, Sendable {
    private var details = ContactDetails.none
    /// The contact that the details belong to.
    private var contact: Contact?
    /// The contact whose details were requested last.
    private var asked: Contact?

    /// Requests the details of `contact`, unless they were requested last.
    mutating func want(_ contact: Contact?) -> [ContactsRequest] {
        guard contact != asked else { return [] }
        asked = contact
        return contact.map { [.readDetails($0)] } ?? []
    }

    mutating func take(_ details: ContactDetails, of contact: Contact) {
        guard contact == asked else { return }
        (self.details, self.contact) = (details, contact)
    }

    /// Marks the details as outdated, so that they are requested again.
    mutating func change() { asked = nil }

    /// Returns the lines for `contact`. Until its details are loaded, the lines of the previous contact are left blank,
    /// so that the layout does not jump.
    func lines(for contact: Contact, width: Int, _ words: ContactWords) -> [DetailLine] {
        let lines = DetailLine.lines(of: details, width: width, words)
        return contact.id == self.contact?.id
            ? lines : lines.map { _ in DetailLine(label: "", text: "", labelColumns: 0) }
    }
}
