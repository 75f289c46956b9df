import Contacts
import ShopClient
import TerminalText

/// What is wrong with a field of the form.
public enum ContactProblem: Hashable, Sendable {
    case name(ContactNameError)
    case number(PhoneNumberError)
}

/// What one should know before going on with the form.
public enum ContactNotice: Hashable, Sendable {
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
public struct ContactFormState: Hashable, Sendable {
    public enum Focus: Int, Hashable, Sendable, CaseIterable { case picture, name, number, apply, cancel, delete }

    /// The contact that is changed, as it is known now; `nil` for a new one.
    private(set) var contact: Contact?
    private(set) var name: TextField
    private(set) var number: TextField
    /// The picture that the contact is to get; `nil` where it keeps its own.
    private(set) var picture: AvatarPicture?
    private(set) var focus = Focus.name
    /// The press of which the picture is awaited.
    private(set) var awaitedPress: Int?
    /// What is being kept.
    private(set) var saving: ContactSave?
    /// By field, once applying was tried.
    private(set) var problems: [Focus: ContactProblem] = [:]
    private(set) var notice: ContactNotice?
    /// A number that is to be kept although others have it.
    private var numberToShare: PhoneNumber?

    /// Scalars that a number may be typed in.
    private static let longestNumber = 24

    /// The form of `contact`, or of a new one.
    init(_ contact: Contact? = nil) {
        self.contact = contact
        name = TextField(contact?.name ?? "", limit: ContactDraft.longestName)
        number = ContactFormState.field(contact?.number)
    }

    private static func field(_ number: PhoneNumber?) -> TextField {
        TextField(PlainText(number?.description ?? ""), limit: longestNumber)
    }

    var isFetching: Bool { awaitedPress != nil }
    var isSaving: Bool { saving != nil }

    /// Whether closing it would lose something.
    var isEdited: Bool {
        picture != nil || name.value != contact?.name ?? ""
            || number.value.string != contact?.number.description ?? ""
    }

    // MARK: - Moving about

    private var stops: [Focus] { Focus.allCases.filter { $0 != .delete || contact != nil } }

    mutating func focus(on focus: Focus) { self.focus = focus }

    mutating func moveFocus(by steps: Int) {
        let stops = stops
        let place = stops.firstIndex(of: focus) ?? 0
        focus = stops[(place + steps % stops.count + stops.count) % stops.count]
    }

    /// From button to button in their row.
    mutating func moveAmongButtons(by steps: Int) {
        let buttons = stops.filter { $0.rawValue >= Focus.apply.rawValue }
        guard let place = buttons.firstIndex(of: focus) else { return }
        focus = buttons[(place + steps % buttons.count + buttons.count) % buttons.count]
    }

    // MARK: - Typing

    /// Changes the text where the focus is; nothing on a button.
    mutating func edit(_ change: (inout TextField) -> Void) {
        guard !isSaving else { return }
        switch focus {
        case .name: change(&name)
        case .number:
            change(&number)
            number.hyphenate()
        default: return
        }
        problems[focus] = nil
    }

    // MARK: - The picture

    /// The picture of the press of that number is awaited from now on, and no other.
    mutating func awaitPicture(_ press: Int) {
        awaitedPress = press
        notice = nil
    }

    mutating func take(_ result: Result<AvatarPicture, PokemonFault>, of press: Int) {
        guard press == awaitedPress else { return }
        awaitedPress = nil
        switch result {
        case .success(let picture): self.picture = picture
        // The last picture stays.
        case .failure(let fault): notice = .picture(fault)
        }
    }
}

// Saving.
extension ContactFormState {
    /// What is to be kept, if it can be; else the problems are told, and the first of them gets the focus.
    mutating func applied() -> ContactSave? {
        guard !isSaving else { return nil }
        problems = [:]
        let number = checkedNumber()
        // The name is checked with any number: both problems are told at once.
        let draft = number.flatMap { self.draft($0) }
        if number == nil { checkName() }
        if let first = Focus.allCases.first(where: { problems[$0] != nil }) { focus = first }
        guard let draft else { return nil }
        let save = ContactSave(seen: contact, draft: draft, evenIfNumberIsTaken: draft.number == numberToShare)
        keep(save)
        return save
    }

    private mutating func checkedNumber() -> PhoneNumber? {
        do throws(PhoneNumberError) {
            return try PhoneNumber(number.value.string)
        } catch {
            problems[.number] = .number(error)
            return nil
        }
    }

    private mutating func checkName() { if name.value.isEmpty { problems[.name] = .name(.missing) } }

    private mutating func draft(_ number: PhoneNumber) -> ContactDraft? {
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
        self.notice = notice
    }

    /// From now on applying keeps that number although `other` has it.
    mutating func share(_ number: PhoneNumber, with other: PlainText) {
        numberToShare = number
        fail(.numberTaken(by: other))
        focus = .apply
    }

    /// `save` is under way from now on.
    mutating func keep(_ save: ContactSave) { (saving, notice) = (save, nil) }

    /// The contact is another by now, or is gone. What was not touched here shows how it is; what was touched stays, and
    /// is kept only when it is applied again.
    mutating func rebase(_ id: ContactID, on present: Contact?) {
        guard let seen = contact, seen.id == id, present != seen else { return }
        contact = present
        saving = nil
        guard let present else {
            notice = .gone
            if focus == .delete { focus = .apply }
            return
        }
        if name.value == seen.name { name = TextField(present.name, limit: ContactDraft.longestName) }
        if number.value.string == seen.number.description { number = ContactFormState.field(present.number) }
        notice = .changedMeanwhile
    }
}

extension TextField {
    /// With hyphens where they belong in a phone number, and the caret behind the digit that it was behind.
    fileprivate mutating func hyphenate() {
        let (text, caret) = PhoneNumber.hyphenated(self.text, caret: self.caret)
        if text != self.text { replace(with: text, caret: caret) }
    }
}
