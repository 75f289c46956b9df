import Canvas
import Contacts
import ShopClient

extension ContactForm: FormLayer {
    /// The key table for the current focus.
    var keyTable: KeyTable { isSending ? .saving : form.isInText ? .text : .manyButtons }
    var helpTopic: HelpTopic? { .contact }
    var isWaiting: Bool { isFetching || isSending }
    /// Always `false`: the form asks for confirmation itself, however it is closed.
    var hasUnsavedInput: Bool { false }

    mutating func edited(
        from before: ContactForm, _ book: inout ContactsCounter, _ shell: inout ShellContext
    ) -> [ContactsRequest] {
        if focus == .number { hyphenate() }
        return []
    }

    mutating func submit(_ book: inout ContactsCounter, _ shell: inout ShellContext) -> [ContactsRequest] {
        switch focus {
        case .picture:
            let press = book.nextPress()
            awaitPicture(press)
            return [.fetchPicture(press: press)]
        case .apply:
            guard isEdited || contact == nil else { return close(&shell) }
            return applied().map { [.save($0)] } ?? []
        case .cancel: return leave(&book, &shell)
        case .delete:
            if let contact { shell.ask(ContactQuestion.delete(contact), isYes: false) }
            return []
        case .name, .number: return []
        }
    }

    /// Closes the form; asks for confirmation first if that would lose edits.
    func leave(_ book: inout ContactsCounter, _ shell: inout ShellContext) -> [ContactsRequest] {
        guard isEdited else { return close(&shell) }
        shell.ask(ContactQuestion.discard, isYes: false)
        return []
    }

    func close(_ shell: inout ShellContext) -> [ContactsRequest] {
        shell.close(ContactForm.self)
        return isFetching ? [.cancelPicture] : []
    }

    func pictures(
        _ known: [PictureRequest: PictureState], of book: ContactsCounter
    ) -> [PictureRequest: PictureState] { book.avatars.known }

    func draw(_ context: LayerContext, _ words: Words) -> LayerPicture {
        let kept = contact?.avatar(AvatarDisc.formSize).flatMap { context.pictures[$0]?.picture }
        return ContactFormView(words: words, layout: context.layout, kept: kept, spinner: context.spinner)
            .picture(of: self)
    }
}
