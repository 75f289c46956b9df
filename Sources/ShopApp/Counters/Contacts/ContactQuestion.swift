import Contacts

/// A question about a contact that is answered with yes or no.
enum ContactQuestion: Hashable, Sendable {
    /// Is it to be deleted?
    case delete(Contact)
    /// Is what was typed to be lost?
    case discard
    /// Another contact has the number. A new contact: is that one to be changed instead? One that is changed: is it to be
    /// kept nevertheless?
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
