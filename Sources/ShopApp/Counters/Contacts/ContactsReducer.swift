import Canvas
import Contacts
import ShopClient
import Terminal
import TerminalText

/// A command on the list of contacts; `nil` for one that does the same on all lists.
func reduceContacts(_ state: inout ShopState, _ command: Command) -> [Effect]? {
    if command.move != nil { state.book.awaited = nil }
    switch command {
    case .addContact: state.contactForm = ContactForm()
    case .openContact: state.selectedContact.map { state.contactForm = ContactForm($0) }
    case .deleteContact: askToDelete(state.selectedContact, &state)
    case .undo: return undoDeletion(&state)
    case .find: state.book.find()
    case .clearFilter: return state.book.clearFilter()
    case .reread: return state.book.ask()
    default: return nil
    }
    return []
}

/// A key while something is looked for: what is no command is typed.
func reduceFilter(_ state: inout ShopState, _ key: Key) -> [Effect] {
    if let command = KeyTable.filter.command(of: key) { return reduceFilter(&state, command) }
    switch key {
    case .character(let character): return state.book.editFilter { $0.insert(character) }
    case .paste(let text): return state.book.editFilter { $0.paste(text) }
    default: return []
    }
}

private func reduceFilter(_ state: inout ShopState, _ command: Command) -> [Effect] {
    if let edit = command.edit { return state.book.editFilter { $0.perform(edit) } }
    if let move = command.move {
        state.book.awaited = nil
        state.list.move(move)
    }
    switch command {
    case .keepFilter: state.book.stopTyping()
    case .clearFilter: return state.book.clearFilter()
    case .help: state.help = HelpPage(at: .filter, in: state)
    case .repaint: return [.repaint]
    default: break
    }
    return []
}

/// Something happened at the phone book.
func reduceContactsEvent(_ state: inout ShopState, _ news: ContactsEvent) -> [Effect] {
    switch news {
    case .listed(let query, let answer): state.take(answer, of: query)
    case .changed: return reduceChange(&state)
    case .looked(let id, let contact):
        if state.contactForm?.isSending == false { state.contactForm?.rebase(id, on: contact) }
    case .saved(let save, let result): return reduceSave(&state, save, result)
    case .deleted(let contact, let result): return reduceDeletion(&state, contact, result)
    case .restored(let deleted, let result): return reduceRestoration(&state, deleted, result)
    case .pictureArrived(let press, let result): state.contactForm?.take(result, of: press)
    case .avatarsChanged(let known): state.book.avatars.known = known
    case .suggested(let text, let names): state.order?.suggest(names, for: text)
    }
    return []
}

/// Somebody changed something: what is shown is asked for again. A list that is not shown is asked for on return.
private func reduceChange(_ state: inout ShopState) -> [Effect] {
    let list = state.counter == .contacts ? state.book.ask() : []
    guard let contact = state.contactForm?.contact, state.contactForm?.isSending == false else { return list }
    return list + [.contacts(.look(contact.id))]
}

private func askToDelete(_ contact: Contact?, _ state: inout ShopState) {
    if let contact { state.dialog = Dialog(ContactQuestion.delete(contact), isYes: false) }
}

private func reduceDeletion(
    _ state: inout ShopState, _ contact: Contact, _ result: Result<DeleteOutcome, PhoneBookError>
) -> [Effect] {
    switch result {
    case .success(.deleted(let deleted)):
        state.book.deleted = deleted
        if state.contactForm?.contact?.id == contact.id { state.contactForm = nil }
        return [.contacts(.cancelPicture)] + state.toast.replace(with: .contact(.deleted(contact.name)))
    case .success(.changedMeanwhile(let present)):
        state.contactForm?.rebase(contact.id, on: present)
        return state.toast.queue(.contact(.failed(.changedMeanwhile(contact.name))))
    case .success(.gone):
        state.contactForm?.rebase(contact.id, on: nil)
        return state.toast.queue(.contact(.failed(.gone(contact.name))))
    case .failure(let error): return state.toast.queue(.contact(.failed(.storage(error))))
    }
}

/// Brings back what was deleted, for as long as the toast says that this can be done.
private func undoDeletion(_ state: inout ShopState) -> [Effect] {
    guard let deleted = state.deletionToUndo else { return [] }
    state.book.deleted = nil
    return [.contacts(.restore(deleted))]
}

private func reduceRestoration(
    _ state: inout ShopState, _ deleted: DeletedContact, _ result: Result<Contact, PhoneBookError>
) -> [Effect] {
    switch result {
    case .success(let contact):
        state.selectOnceListed(contact.id)
        return state.toast.replace(with: .contact(.restored(contact.name)))
    case .failure(let error):
        state.book.deleted = deleted
        return state.toast.replace(with: .contact(.failed(.storage(error))))
    }
}

extension ShopState {
    /// What `u` would bring back now.
    var deletionToUndo: DeletedContact? {
        guard toast.current?.kind == .deletion else { return nil }
        return book.deleted
    }
}
