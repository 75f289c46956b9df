import Canvas
import Contacts
import ShopClient
import TerminalText

/// What is wrong with a field of the form.
enum ContactProblem: Hashable, Sendable {
    case name(ContactNameError)
    case number(PhoneNumberError)
}

/// What one should know before going on with the form.
enum ContactNotice: Hashable, Sendable {
    /// It was changed somewhere else meanwhile; what was not touched here shows that now.
    case changedMeanwhile
    /// It was deleted somewhere else; applying makes a new contact.
    case gone
    /// Others have the number; applying again keeps both.
    case numberTaken(by: PlainText)
    case picture(PokemonFault)
    case storage(PhoneBookError)
}

/// The form of a contact: of a new one, or of one that is changed.
struct ContactForm: Hashable, Sendable {
    enum Stop: Hashable, Sendable { case picture, name, number, apply, cancel, delete }
    typealias Fields = Form<Stop, ContactProblem, ContactNotice>

    /// The contact that is changed, as it is known now; `nil` for a new one.
    private(set) var contact: Contact?
    var form: Fields
    /// The picture that the contact is to get; `nil` where it keeps its own.
    private(set) var picture: AvatarPicture?
    /// The press of which the picture is awaited.
    private(set) var awaitedPress: Int?
    /// What is being kept.
    private(set) var saving: ContactSave? {
        didSet { form.isSending = saving != nil }
    }
    /// A number that is to be kept although others have it.
    private var numberToShare: PhoneNumber?

    /// Scalars that a number may be typed in.
    private static let longestNumber = 24

    /// The form of `contact`, or of a new one.
    init(_ contact: Contact? = nil) {
        self.contact = contact
        let name = TextField(contact?.name ?? "", limit: ContactDraft.longestName)
        let number = ContactForm.field(contact?.number)
        form = Form(ContactForm.fields(name, number, canBeDeleted: contact != nil), focus: .name)
    }

    private static func field(_ number: PhoneNumber?) -> TextField {
        TextField(PlainText(number?.description ?? ""), limit: longestNumber)
    }

    private static func fields(_ name: TextField, _ number: TextField, canBeDeleted: Bool) -> [(Stop, Fields.Field)] {
        [
            (.picture, .buttonElsewhere), (.name, .text(name)), (.number, .text(number)), (.apply, .button),
            (.cancel, .button),
        ] + (canBeDeleted ? [(.delete, .button)] : [])
    }

    var name: TextField { form.text(.name) }
    var number: TextField { form.text(.number) }
    var isFetching: Bool { awaitedPress != nil }

    /// Whether closing it would lose something.
    var isEdited: Bool {
        picture != nil || name.value != contact?.name ?? ""
            || number.value.string != contact?.number.description ?? ""
    }

    /// Puts hyphens where they belong in the number.
    mutating func hyphenate() {
        var field = number
        field.hyphenate()
        form[.number] = .text(field)
    }

    // MARK: - The picture

    /// The picture of the press of that number is awaited from now on, and no other.
    mutating func awaitPicture(_ press: Int) {
        awaitedPress = press
        form.notice = nil
    }

    mutating func take(_ result: Result<AvatarPicture, PokemonFault>, of press: Int) {
        guard press == awaitedPress else { return }
        awaitedPress = nil
        switch result {
        case .success(let picture): self.picture = picture
        // The last picture stays.
        case .failure(let fault): form.notice = .picture(fault)
        }
    }
}

// Saving.
extension ContactForm {
    /// What is to be kept, if it can be; else the problems are told.
    mutating func applied() -> ContactSave? {
        var problems: [Stop: ContactProblem] = [:]
        let draft = draft(&problems)
        guard !form.tell(problems), let draft else { return nil }
        let save = ContactSave(seen: contact, draft: draft, evenIfNumberIsTaken: draft.number == numberToShare)
        keep(save)
        return save
    }

    private func draft(_ problems: inout [Stop: ContactProblem]) -> ContactDraft? {
        do throws(PhoneNumberError) {
            return draft(try PhoneNumber(number.value.string), &problems)
        } catch {
            problems[.number] = .number(error)
            // Both problems are told at once.
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

    /// It was not kept: `notice` says why. What was typed stays.
    mutating func fail(_ notice: ContactNotice?) {
        saving = nil
        form.notice = notice
    }

    /// From now on applying keeps that number although `other` has it.
    mutating func share(_ number: PhoneNumber, with other: PlainText) {
        numberToShare = number
        fail(.numberTaken(by: other))
        form.focus(on: .apply)
    }

    /// `save` is under way from now on.
    mutating func keep(_ save: ContactSave) { (saving, form.notice) = (save, nil) }

    /// The contact is another by now, or is gone. What was not touched here shows how it is; what was touched stays, and
    /// is kept only when it is applied again.
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
            form[.name] = .text(TextField(present.name, limit: ContactDraft.longestName))
        }
        if number.value.string == seen.number.description {
            form[.number] = .text(ContactForm.field(present.number))
        }
    }
}

extension TextField {
    /// With hyphens where they belong in a phone number, and the caret behind the digit that it was behind.
    fileprivate mutating func hyphenate() {
        let (text, caret) = PhoneNumber.hyphenated(self.text, caret: self.caret)
        if text != self.text { replace(with: text, caret: caret) }
    }
}
