import Contacts
import Platform
import ShopClient
import TerminalText

extension ContactWords {
    static let english = ContactWords(
        counter: "Contacts", card: "Contact",
        newContact: "New contact", randomPicture: "Random picture",
        newPicture: "new picture", fetching: "fetching a picture", name: "Name", number: "Number",
        mail: "Mail", note: "Note", label: EnglishContacts.label, apply: "Apply",
        cancel: "Cancel", delete: "Delete", saving: "saving", yes: "Yes", no: "No",
        count: { $0.grouped }, emptyReason: EnglishContacts.emptyReason,
        emptyHint: EnglishContacts.emptyHint, problem: EnglishContacts.problem,
        notice: EnglishContacts.notice, question: EnglishContacts.question, saved: { "\($0) saved." },
        deleted: { "\($0) deleted." }, restored: { "\($0) is back." },
        ordersFor: { "The next order is for \($0)." }, failed: EnglishContacts.failed)
}

private enum EnglishContacts {
    static func emptyReason(_ reason: ContactsCounter.EmptyReason) -> String {
        switch reason {
        case .opening: ""
        case .empty: "No contacts yet."
        case .failed(let error): storage(error)
        }
    }

    static func emptyHint(_ reason: ContactsCounter.EmptyReason, _ words: Words) -> String {
        switch reason {
        case .opening: "loading"
        case .empty: "Press \(words.keyName(.addContact, in: .contactList)) to add the first one."
        case .failed: "Press \(words.keyName(.reread, in: .contactList)) to open it again."
        }
    }

    static func label(_ label: ContactDetails.Label) -> String {
        switch label {
        case .mobile: "Mobile"
        case .home: "Home"
        case .work: "Work"
        case .fax: "Fax"
        case .own(let text): text.string
        }
    }

    static func problem(_ problem: ContactProblem) -> String {
        switch problem {
        case .name(.missing): "Enter a name."
        case .name(.tooLong(let limit)): "Too long (at most \(limit))."
        case .number(.missing): "Enter a number."
        case .number(.malformed): "Not a phone number (like 010-1234-5678)."
        }
    }

    static func notice(_ notice: ContactNotice) -> String {
        switch notice {
        case .changedMeanwhile: "Changed elsewhere meanwhile. Please look, and apply again."
        case .gone: "Deleted elsewhere meanwhile. Applying adds it anew."
        case .numberTaken(let other): "\(other) has the same number. Applying again keeps both."
        case .picture(let fault): picture(fault)
        case .storage(let error): storage(error) + " What you typed is still here."
        }
    }

    static func question(_ question: ContactQuestion) -> (title: String, sentence: String) {
        switch question {
        case .delete(let contact): (contact.name.string, "Delete this contact?")
        case .discard: ("Not saved", "Close and lose what was typed?")
        case .numberTaken(let other, let save) where save.seen == nil:
            (other.name.string, "This number is there already. Change that contact?")
        case .numberTaken(let other, _): (other.name.string, "This number is there already. Save anyway?")
        }
    }

    static func failed(_ failure: ContactFailure) -> String {
        switch failure {
        case .changedMeanwhile(let name): "\(name) was changed elsewhere meanwhile, and was left alone."
        case .gone(let name): "\(name) was deleted already."
        case .guestIsFixed(let guest): "This terminal always orders for \(guest)."
        case .nameTooLong(let limit): "This name is too long for an order (at most \(limit))."
        case .storage(let error): storage(error)
        }
    }

    private static func storage(_ error: PhoneBookError) -> String {
        switch error {
        case .busy: "Another program holds the phone book."
        case .lost: "The phone book's file is gone. Put it back, or start the program again."
        case .full: "There is no room left to keep the contact."
        case .readOnly: "The phone book's file may not be written."
        case .damaged: "The phone book's file is damaged. It was left as it is."
        case .otherVersion: "Another version made the phone book and exports it: banchan contacts export"
        case .foreign: "Another program's file is in the phone book's place. It was left as it is."
        case .system(let code): "The phone book cannot be used: \(SystemErrorText(errno: code).english)."
        case .sqlite(let code): "The phone book cannot be used: \(SystemErrorText(sqlite: code).english)."
        }
    }

    private static func picture(_ fault: PokemonFault) -> String {
        switch fault {
        case .noSprite(let name): "\(name) has no picture. Please try another."
        case .unreachable, .superseded: "The picture server cannot be reached. Please try again."
        case .slow: "The picture did not come in time. Please try again."
        case .tooLarge: "What came is too large. Please try again."
        case .unreadable: "What came cannot be read. Please try again."
        case .notAPicture: "What came is not a picture. Please try again."
        case .notFound: "There is no such picture. Please try again."
        case .forbidden: "The picture server refused. Please try again later."
        case .tooMany(let delay?):
            "Too many picture requests. Try again in \(delay.components.seconds + 1) s."
        case .tooMany(nil): "The picture server is busy. Please try again in a moment."
        case .server(let status): "The picture server answered \(status). Please try again later."
        }
    }
}
