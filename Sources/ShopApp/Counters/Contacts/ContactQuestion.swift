import Contacts

/// A question about a contact that is answered with yes or no.
public enum ContactQuestion: Hashable, Sendable {
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

    func answer(isYes: Bool, _ state: inout ShopState) -> [Effect] {
        switch self {
        case .delete(let contact): return isYes ? [.contacts(.delete(contact))] : []
        case .discard: return isYes ? closeForm(&state) : []
        case .numberTaken(let other, let save):
            guard isYes else {
                state.contactForm?.share(save.draft.number, with: other.name)
                return []
            }
            let save = ContactSave(seen: save.seen ?? other, draft: save.draft, evenIfNumberIsTaken: true)
            state.contactForm?.keep(save)
            return [.contacts(.save(save))]
        }
    }
}
