import Contacts

/// A yes/no question about a contact.
enum ContactQuestion: Hashable, Sendable {
    /// Whether to delete the contact.
    case delete(Contact)
    /// Whether to discard the edits.
    case discard
    /// Another contact has the number. For a new contact: whether to change the other one instead. For an edited one:
    /// whether to save anyway.
    case numberTaken(by: Contact, ContactSave)
}

extension ContactQuestion: Question {
    func title(_ words: Words) -> String { words.contacts.question(self).title }

    func rows(_ words: Words, _ layout: ListLayout) -> [ModalRow] {
        ModalRow.sentence(words.contacts.question(self).sentence, in: layout)
    }

    func answers(_ words: Words) -> [String] { [words.contacts.yes, words.contacts.no] }

    func answer(isYes: Bool, _ book: inout ContactsCounter, _ shell: inout ShellContext) -> [ContactsRequest] {
        switch self {
        case .delete(let contact): return isYes ? [.delete(contact)] : []
        case .discard: return isYes ? shell[ContactForm.self]?.close(&shell) ?? [] : []
        case .numberTaken(let other, let save):
            guard isYes else {
                shell[ContactForm.self]?.share(save.draft.number, with: other.name)
                return []
            }
            let save = ContactSave(seen: save.seen ?? other, draft: save.draft, evenIfNumberIsTaken: true)
            shell[ContactForm.self]?.keep(save)
            return [.save(save)]
        }
    }
}
