import PhoneBook

/// A question about a contact that is answered with yes or no.
public enum ContactQuestion: Hashable, Sendable {
    /// Is it to be deleted?
    case delete(Contact)
    /// Is what was typed to be lost?
    case discard
    /// Another contact has the number. A new contact: is that one to be changed instead? One that is changed: is it to be
    /// kept nevertheless?
    case numberTaken(by: Contact, ContactSave)
}
