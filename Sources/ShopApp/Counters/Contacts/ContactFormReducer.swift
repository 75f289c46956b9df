import PhoneBook
import Terminal
import TerminalText

extension ContactFormState {
    /// The keys that work where the focus is.
    var keyTable: KeyTable {
        guard !isSaving else { return .saving }
        switch focus {
        case .name, .number: return .text
        case .picture, .apply, .cancel, .delete: return .manyButtons
        }
    }
}

/// A key in the form. Letters are letters here: only what is in the table as it stands is a command.
func reduceContactForm(_ state: inout ShopState, _ key: Key) -> [Effect] {
    guard let form = state.book.form else { return [] }
    if let command = form.keyTable.command(of: key) { return reduceContactForm(&state, command) }
    switch key {
    case .character(let character): state.book.form?.edit { $0.insert(character) }
    case .paste(let text): state.book.form?.edit { $0.paste(text) }
    default: break
    }
    return []
}

private func reduceContactForm(_ state: inout ShopState, _ command: Command) -> [Effect] {
    if let edit = command.edit { state.book.form?.edit { $0.perform(edit) } }
    switch command {
    case .nextField, .leaveField: state.book.form?.moveFocus(by: 1)
    case .previousField: state.book.form?.moveFocus(by: -1)
    case .nextButton: state.book.form?.moveAmongButtons(by: 1)
    case .previousButton: state.book.form?.moveAmongButtons(by: -1)
    case .press: return pressButton(&state)
    case .back: return leaveForm(&state)
    case .help: state.help = HelpState(at: .contact, screen: state.size)
    case .repaint: return [.repaint]
    default: break
    }
    return []
}

private func pressButton(_ state: inout ShopState) -> [Effect] {
    switch state.book.form?.focus {
    case .picture:
        let press = state.book.nextPress()
        state.book.form?.awaitPicture(press)
        return [.contacts(.fetchPicture(press: press))]
    case .apply: return applyForm(&state)
    case .cancel: return leaveForm(&state)
    case .delete:
        if let contact = state.book.form?.contact {
            state.dialog = DialogState(.contact(.delete(contact)), isYes: false)
        }
        return []
    case .name, .number, nil: return []
    }
}

private func applyForm(_ state: inout ShopState) -> [Effect] {
    guard state.book.form?.isEdited != false || state.book.form?.contact == nil else { return closeForm(&state) }
    guard let save = state.book.form?.applied() else { return [] }
    return [.contacts(.save(save))]
}

/// Closes the form, after a question where that loses something.
private func leaveForm(_ state: inout ShopState) -> [Effect] {
    guard state.book.form?.isEdited == true else { return closeForm(&state) }
    state.dialog = DialogState(.contact(.discard), isYes: false)
    return []
}

private func closeForm(_ state: inout ShopState) -> [Effect] {
    let wasFetching = state.book.form?.isFetching == true
    state.book.form = nil
    return wasFetching ? [.contacts(.cancelPicture)] : []
}

/// What was to be kept is kept, or is not. Where the form is still open, it tells what to do.
func reduceSave(
    _ state: inout ShopState, _ save: ContactSave, _ result: Result<SaveOutcome, PhoneBookError>
) -> [Effect] {
    let isAwaited = state.book.form?.saving == save
    switch result {
    case .success(.saved(let contact)):
        state.book.selectOnceListed(contact.id)
        return (isAwaited ? closeForm(&state) : []) + state.toast.queue(.contact(.saved(contact.name)))
    case .success(.numberTaken(let others)):
        guard isAwaited, let other = others.first else { return [] }
        state.book.form?.fail(nil)
        state.dialog = DialogState(.contact(.numberTaken(by: other, save)))
        return []
    case .success(.changedMeanwhile(let present)):
        return fail(save, isAwaited, .changedMeanwhile, .changedMeanwhile(save.draft.name), now: present, &state)
    case .success(.gone): return fail(save, isAwaited, .gone, .gone(save.draft.name), now: nil, &state)
    case .failure(let error):
        guard isAwaited else { return state.toast.queue(.contact(.failed(.storage(error)))) }
        state.book.form?.fail(.storage(error))
        return []
    }
}

/// The contact is not what it was when the form was opened: the form shows it as it is now, else a toast tells of it.
private func fail(
    _ save: ContactSave, _ isAwaited: Bool, _ notice: ContactNotice, _ failure: ContactFailure, now present: Contact?,
    _ state: inout ShopState
) -> [Effect] {
    guard isAwaited else { return state.toast.queue(.contact(.failed(failure))) }
    state.book.form?.fail(notice)
    if let seen = save.seen { state.book.form?.rebase(seen.id, on: present) }
    return []
}

/// A question about a contact was answered.
func answer(_ question: ContactQuestion, isYes: Bool, _ state: inout ShopState) -> [Effect] {
    switch question {
    case .delete(let contact): return isYes ? [.contacts(.delete(contact))] : []
    case .discard: return isYes ? closeForm(&state) : []
    case .numberTaken(let other, let save):
        guard isYes else {
            state.book.form?.share(save.draft.number, with: other.name)
            return []
        }
        let save = ContactSave(seen: save.seen ?? other, draft: save.draft, evenIfNumberIsTaken: true)
        state.book.form?.keep(save)
        return [.contacts(.save(save))]
    }
}
