import Contacts
import ShopClient
import Terminal
import TerminalText

extension ContactFormState: Layer {
    /// The keys that work where the focus is.
    var keyTable: KeyTable {
        guard !isSaving else { return .saving }
        switch focus {
        case .name, .number: return .text
        case .picture, .apply, .cancel, .delete: return .manyButtons
        }
    }

    var takesText: Bool { true }
    var isWaiting: Bool { isFetching || isSaving }

    func handle(_ command: Command, _ state: inout ShopState) -> [Effect] { reduceContactForm(&state, command) }
    func press(_ key: Key, _ state: inout ShopState) -> [Effect] { reduceContactForm(&state, key) }
    func pictures(in state: ShopState) -> [PictureRequest: PictureState] { state.book.avatars.known }

    func draw(_ context: LayerContext, _ words: Words) -> LayerPicture {
        let kept = contact?.avatar(AvatarDisc.formSize).flatMap { context.pictures[$0]?.picture }
        let view = ContactFormView(words: words, layout: context.layout, kept: kept)
        return LayerPicture(
            panels: [view.panel(self, spinner: context.spinner)], cursor: view.cursor(self),
            showsCursor: view.showsCursor(self))
    }
}

extension ShopState {
    /// The form of a contact, while it is open.
    var contactForm: ContactFormState? {
        get { layers[ContactFormState.self] }
        set { layers[ContactFormState.self] = newValue }
    }
}

/// A key in the form. Letters are letters here: only what is in the table as it stands is a command.
private func reduceContactForm(_ state: inout ShopState, _ key: Key) -> [Effect] {
    guard let form = state.contactForm else { return [] }
    if let command = form.keyTable.command(of: key) { return reduceContactForm(&state, command) }
    switch key {
    case .character(let character): state.contactForm?.edit { $0.insert(character) }
    case .paste(let text): state.contactForm?.edit { $0.paste(text) }
    default: break
    }
    return []
}

private func reduceContactForm(_ state: inout ShopState, _ command: Command) -> [Effect] {
    if let edit = command.edit { state.contactForm?.edit { $0.perform(edit) } }
    switch command {
    case .nextField, .leaveField: state.contactForm?.moveFocus(by: 1)
    case .previousField: state.contactForm?.moveFocus(by: -1)
    case .nextButton: state.contactForm?.moveAmongButtons(by: 1)
    case .previousButton: state.contactForm?.moveAmongButtons(by: -1)
    case .press: return pressButton(&state)
    case .back: return leaveForm(&state)
    case .help: state.help = HelpState(at: .contact, in: state)
    case .repaint: return [.repaint]
    default: break
    }
    return []
}

private func pressButton(_ state: inout ShopState) -> [Effect] {
    switch state.contactForm?.focus {
    case .picture:
        let press = state.book.nextPress()
        state.contactForm?.awaitPicture(press)
        return [.contacts(.fetchPicture(press: press))]
    case .apply: return applyForm(&state)
    case .cancel: return leaveForm(&state)
    case .delete:
        if let contact = state.contactForm?.contact {
            state.dialog = DialogState(ContactQuestion.delete(contact), isYes: false)
        }
        return []
    case .name, .number, nil: return []
    }
}

private func applyForm(_ state: inout ShopState) -> [Effect] {
    guard state.contactForm?.isEdited != false || state.contactForm?.contact == nil else { return closeForm(&state) }
    guard let save = state.contactForm?.applied() else { return [] }
    return [.contacts(.save(save))]
}

/// Closes the form, after a question where that loses something.
private func leaveForm(_ state: inout ShopState) -> [Effect] {
    guard state.contactForm?.isEdited == true else { return closeForm(&state) }
    state.dialog = DialogState(ContactQuestion.discard, isYes: false)
    return []
}

func closeForm(_ state: inout ShopState) -> [Effect] {
    let wasFetching = state.contactForm?.isFetching == true
    state.contactForm = nil
    return wasFetching ? [.contacts(.cancelPicture)] : []
}

/// What was to be kept is kept, or is not. Where the form is still open, it tells what to do.
func reduceSave(
    _ state: inout ShopState, _ save: ContactSave, _ result: Result<SaveOutcome, PhoneBookError>
) -> [Effect] {
    let isAwaited = state.contactForm?.saving == save
    switch result {
    case .success(.saved(let contact)):
        state.selectOnceListed(contact.id)
        return (isAwaited ? closeForm(&state) : []) + state.toast.queue(.contact(.saved(contact.name)))
    case .success(.numberTaken(let others)):
        guard isAwaited, let other = others.first else { return [] }
        state.contactForm?.fail(nil)
        state.dialog = DialogState(ContactQuestion.numberTaken(by: other, save))
        return []
    case .success(.changedMeanwhile(let present)):
        return fail(save, isAwaited, .changedMeanwhile, .changedMeanwhile(save.draft.name), now: present, &state)
    case .success(.gone): return fail(save, isAwaited, .gone, .gone(save.draft.name), now: nil, &state)
    case .failure(let error):
        guard isAwaited else { return state.toast.queue(.contact(.failed(.storage(error)))) }
        state.contactForm?.fail(.storage(error))
        return []
    }
}

/// The contact is not what it was when the form was opened: the form shows it as it is now, else a toast tells of it.
private func fail(
    _ save: ContactSave, _ isAwaited: Bool, _ notice: ContactNotice, _ failure: ContactFailure, now present: Contact?,
    _ state: inout ShopState
) -> [Effect] {
    guard isAwaited else { return state.toast.queue(.contact(.failed(failure))) }
    state.contactForm?.fail(notice)
    if let seen = save.seen { state.contactForm?.rebase(seen.id, on: present) }
    return []
}
