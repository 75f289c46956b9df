import Contacts
import TerminalText

/// Why something was not done to a contact, where no form is open to tell it. Carries data only.
enum ContactFailure: Hashable, Sendable {
    /// It was changed somewhere else meanwhile.
    case changedMeanwhile(PlainText)
    /// It was deleted somewhere else.
    case gone(PlainText)
    /// This terminal orders always in that name.
    case guestIsFixed(PlainText)
    /// No shop takes an order in a name of more characters.
    case nameTooLong(limit: Int)
    case storage(PhoneBookError)
}
