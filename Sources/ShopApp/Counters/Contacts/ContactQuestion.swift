import Contacts
import TerminalText

/// A yes/no question about a contact.
enum ContactQuestion: Hashable, Sendable {
    case delete(Contact)
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

/// The content of a toast about a contact. Carries data only.
enum ContactToast: Hashable, Sendable {
    case saved(PlainText)
    case deleted(PlainText)
    case restored(PlainText)
    /// The next order is placed in this name.
    case ordersFor(PlainText)
    case failed(ContactFailure)

    var kind: Toast.Kind {
        switch self {
        case .saved, .deleted, .restored: .done
        case .ordersFor: .note
        case .failed: .failed
        }
    }
}

extension Toast {
    static func contact(_ toast: ContactToast, _ words: Words) -> Toast {
        let isDeletion = if case .deleted = toast { true } else { false }
        return Toast(
            toast.kind, Localized(naming: words) { $0.contacts.paragraphs(toast, $0) }, isLong: isDeletion)
    }
}

/// The reason why an action on a contact failed, shown if no form is open to report it. Carries data only.
enum ContactFailure: Hashable, Sendable {
    /// The contact was changed elsewhere in the meantime.
    case changedMeanwhile(PlainText)
    /// The contact was deleted elsewhere.
    case gone(PlainText)
    /// This terminal always orders in this name.
    case guestIsFixed(PlainText)
    /// The name is longer than a shop accepts for an order.
    case nameTooLong(limit: Int)
    case storage(PhoneBookError)
}
