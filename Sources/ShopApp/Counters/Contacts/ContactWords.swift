import Contacts
import TerminalText

/// The strings of the phone book.
struct ContactWords: Sendable {
    let counter: String
    let card: String
    let newContact: String
    let randomPicture: String
    let newPicture: String
    let fetching: String
    let name: String
    let number: String
    let mail: String
    let note: String
    let label: @Sendable (ContactDetails.Label) -> String
    let apply: String
    let cancel: String
    let delete: String
    let saving: String
    let yes: String
    let no: String
    /// Describes the key that restores a deleted contact.
    let count: @Sendable (Int) -> String
    /// The reason why the list is empty.
    let emptyReason: @Sendable (ContactsCounter.EmptyReason) -> String
    /// What the user can do about it.
    let emptyHint: @Sendable (ContactsCounter.EmptyReason, Words) -> String
    let problem: @Sendable (ContactProblem) -> String
    let notice: @Sendable (ContactNotice) -> String
    /// The title and the sentence of a question.
    let question: @Sendable (ContactQuestion) -> (title: String, sentence: String)
    let saved: @Sendable (PlainText) -> String
    let deleted: @Sendable (PlainText) -> String
    let restored: @Sendable (PlainText) -> String
    let ordersFor: @Sendable (PlainText) -> String
    let failed: @Sendable (ContactFailure) -> String
}

extension ContactWords {
    func paragraphs(_ toast: ContactToast, _ words: Words) -> [String] {
        switch toast {
        case .saved(let name): [saved(name)]
        case .deleted(let name): [deleted(name), words.undoHint]
        case .restored(let name): [restored(name)]
        case .ordersFor(let name): [ordersFor(name)]
        case .failed(let failure): [failed(failure)]
        }
    }
}

extension Words {
    var contacts: ContactWords { Localized(korean: .korean, english: .english)[language] }
}

extension PhoneNumber {
    /// The number with hyphens and its extension, to be read.
    func text(in language: Language) -> String {
        guard let extensionDigits else { return mainNumber }
        return "\(mainNumber) \(language == .korean ? "내선" : "ext.") \(extensionDigits)"
    }
}
