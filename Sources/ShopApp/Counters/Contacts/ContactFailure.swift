import Contacts
import TerminalText

/// The reason why an action on a contact failed, shown if no form is open to report it. Carries data only.
enum ContactFailure: Hashable, Sendable {
    /// The contact was changed elsewhere in the meantime.
    case changedMeanwhile(PlainText)
    /// The contact was deleted elsewhere.
    case gone(PlainText)
    /// This terminal always orders in this name.
    case guestIsFixed(PlainText)
    /// The name is longer than a shop accepts for an order.
    case nameTooLong(limit: Int)
    case storage(PhoneBookError)
}
