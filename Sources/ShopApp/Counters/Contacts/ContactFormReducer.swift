import Contacts
import ShopClient
import TerminalText

extension ContactForm: FormLayer {
    /// The keys that work where the focus is.
    var keyTable: KeyTable { isSending ? .saving : form.isInText ? .text : .manyButtons }
    var helpTopic: HelpTopic { .contact }
    var isWaiting: Bool { isFetching || isSending }

    func edited(_ state: inout ShopState) -> [Effect] {
        if focus == .number { state.contactForm?.hyphenate() }
        return []
    }

    func submit(_ state: inout ShopState) -> [Effect] {
        switch focus {
        case .picture:
            let press = state.book.nextPress()
            state.contactForm?.awaitPicture(press)
            return [.contacts(.fetchPicture(press: press))]
        case .apply:
            guard isEdited || contact == nil else { return closeForm(&state) }
            return state.contactForm?.applied().map { [.contacts(.save($0))] } ?? []
        case .cancel: return leave(&state)
        case .delete:
            if let contact { state.dialog = Dialog(ContactQuestion.delete(contact), isYes: false) }
            return []
        case .name, .number: return []
        }
    }

    /// Closes the form, after a question where that loses something.
    func leave(_ state: inout ShopState) -> [Effect] {
        guard isEdited else { return closeForm(&state) }
        state.dialog = Dialog(ContactQuestion.discard, isYes: false)
        return []
    }

    func pictures(in state: ShopState) -> [PictureRequest: PictureState] { state.book.avatars.known }

    func draw(_ context: LayerContext, _ words: Words) -> LayerPicture {
        let kept = contact?.avatar(AvatarDisc.formSize).flatMap { context.pictures[$0]?.picture }
        return ContactFormView(words: words, layout: context.layout, kept: kept, spinner: context.spinner)
            .picture(of: self)
    }
}

extension ShopState {
    /// The form of a contact, while it is open.
    var contactForm: ContactForm? {
        get { layers[ContactForm.self] }
        set { layers[ContactForm.self] = newValue }
    }
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
        state.dialog = Dialog(ContactQuestion.numberTaken(by: other, save))
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
