import Canvas
import Contacts
import ShopClient
import TerminalText

/// A validation problem of a field of the form.
enum ContactProblem: Hashable, Sendable {
    case name(ContactNameError)
    case number(PhoneNumberError)
}

/// A notice above the buttons of the form.
enum ContactNotice: Hashable, Sendable {
    /// The contact was changed elsewhere in the meantime; fields not edited here show the new values.
    case changedMeanwhile
    /// The contact was deleted elsewhere; applying creates a new contact.
    case gone
    /// Another contact has the number; applying again keeps both.
    case numberTaken(by: PlainText)
    case picture(PokemonFault)
    case storage(PhoneBookError)
}

struct ContactForm: Hashable, Sendable {
    enum Stop: Hashable, Sendable { case picture, name, number, apply, cancel, delete }
    typealias Fields = Form<Stop, ContactProblem, ContactNotice>

    /// The contact being edited, in its latest known state; `nil` for a new one.
    private(set) var contact: Contact?
    var form: Fields
    /// The new picture; `nil` if the contact keeps its own.
    private(set) var picture: AvatarPicture?
    /// The button press whose picture is awaited; `nil` if no fetch is running.
    private(set) var awaitedPress: Int?
    /// The save in progress; `nil` if none is.
    private(set) var saving: ContactSave? {
        didSet { form.isSending = saving != nil }
    }
    /// The number to save even if other contacts have it.
    private var numberToShare: PhoneNumber?

    /// The maximum length of a typed number with its extension, in Unicode scalars.
    private static let maxNumberLength = 64

    /// Creates the form for `contact`, or for a new contact if `nil`.
    init(_ contact: Contact? = nil) {
        self.contact = contact
        let name = TextField(contact?.name ?? "", limit: ContactDraft.maxNameLength)
        let number = ContactForm.field(contact?.number)
        form = Form(ContactForm.fields(name, number, canBeDeleted: contact != nil), focus: .name)
    }

    private static func field(_ number: PhoneNumber?) -> TextField {
        TextField(PlainText(number?.description ?? ""), limit: maxNumberLength)
    }

    private static func fields(_ name: TextField, _ number: TextField, canBeDeleted: Bool) -> [(Stop, Fields.Field)] {
        [
            (.picture, .standaloneButton), (.name, .text(name)), (.number, .text(number)), (.apply, .button),
            (.cancel, .button),
        ] + (canBeDeleted ? [(.delete, .button)] : [])
    }

    var name: TextField { form.text(.name) }
    var number: TextField { form.text(.number) }
    var isFetching: Bool { awaitedPress != nil }

    /// Whether closing the form would lose edits.
    var isEdited: Bool {
        picture != nil || name.value != contact?.name ?? ""
            || number.value.string != contact?.number.description ?? ""
    }

    /// Inserts the hyphens of the typed number.
    mutating func hyphenate() {
        var field = number
        field.hyphenate()
        form[.number] = .text(field)
    }

    // MARK: - Picture

    /// Waits for the picture of this press and ignores those of earlier ones.
    mutating func awaitPicture(_ press: Int) {
        awaitedPress = press
        form.notice = nil
    }

    mutating func receive(_ result: Result<AvatarPicture, PokemonFault>, of press: Int) {
        guard press == awaitedPress else { return }
        awaitedPress = nil
        switch result {
        case .success(let picture): self.picture = picture
        // The previous picture stays.
        case .failure(let fault): form.notice = .picture(fault)
        }
    }
}

// Saving.
extension ContactForm {
    /// Returns the save to perform and marks it as in progress. Returns `nil` and shows the problems if the input is
    /// invalid.
    mutating func applied() -> ContactSave? {
        var problems: [Stop: ContactProblem] = [:]
        let draft = draft(&problems)
        guard !form.show(problems), let draft else { return nil }
        let save = ContactSave(seen: contact, draft: draft, evenIfNumberIsTaken: draft.number == numberToShare)
        keep(save)
        return save
    }

    private func draft(_ problems: inout [Stop: ContactProblem]) -> ContactDraft? {
        do throws(PhoneNumberError) {
            return draft(try PhoneNumber(number.value.string), &problems)
        } catch {
            problems[.number] = .number(error)
            // Report both problems at once.
            if name.value.isEmpty { problems[.name] = .name(.missing) }
            return nil
        }
    }

    private func draft(_ number: PhoneNumber, _ problems: inout [Stop: ContactProblem]) -> ContactDraft? {
        do throws(ContactNameError) {
            return try ContactDraft(
                name: name.value, number: number, picture: picture.map { .replace($0.file) } ?? .keep)
        } catch {
            problems[.name] = .name(error)
            return nil
        }
    }

    /// Ends the save as failed and shows `notice`. The input stays.
    mutating func fail(_ notice: ContactNotice?) {
        saving = nil
        form.notice = notice
    }

    /// Lets the next apply save the number although `other` has it too.
    mutating func share(_ number: PhoneNumber, with other: PlainText) {
        numberToShare = number
        fail(.numberTaken(by: other))
        form.focus(on: .apply)
    }

    /// Marks `save` as in progress.
    mutating func keep(_ save: ContactSave) { (saving, form.notice) = (save, nil) }

    /// Takes over a contact that was changed or deleted elsewhere. Fields not edited here show the new values; edits
    /// stay and are saved only when the user applies again.
    mutating func rebase(_ id: ContactID, on present: Contact?) {
        guard let seen = contact, seen.id == id, present != seen else { return }
        contact = present
        saving = nil
        form.notice = present == nil ? .gone : .changedMeanwhile
        guard let present else {
            if focus == .delete { form.focus(on: .apply) }
            return form.replace(ContactForm.fields(name, number, canBeDeleted: false))
        }
        if name.value == seen.name {
            form[.name] = .text(TextField(present.name, limit: ContactDraft.maxNameLength))
        }
        if number.value.string == seen.number.description {
            form[.number] = .text(ContactForm.field(present.number))
        }
    }
}

extension TextField {
    /// Inserts the hyphens of the phone number and keeps the caret behind the same digit.
    fileprivate mutating func hyphenate() {
        let (text, caret) = PhoneNumber.hyphenated(self.text, caret: self.caret)
        if text != self.text { replace(with: text, caret: caret) }
    }
}

extension ContactForm: FormLayer {
    var keyTable: KeyTable { isSending ? .saving : form.isInText ? .text : .manyButtons }
    var helpTopic: HelpTopic? { isSending ? nil : .contact }
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
