/// The result of saving a contact.
public enum SaveOutcome: Hashable, Sendable {
    /// The contact is saved durably and survives a power failure.
    case saved(Contact)
    /// Other contacts have that number; nothing changed. A second call with `evenIfNumberIsTaken` saves it.
    case numberTaken(by: [Contact])
    /// The contact was changed after it was read, for example by another terminal; nothing changed. The payload is its
    /// current state.
    case changedMeanwhile(Contact)
    /// The contact was deleted meanwhile; nothing changed.
    case gone
}

/// The result of deleting a contact.
public enum DeleteOutcome: Hashable, Sendable {
    case deleted(DeletedContact)
    /// The contact was changed after it was read; nothing changed. The payload is its current state.
    case changedMeanwhile(Contact)
    /// The contact was already deleted.
    case gone
}

/// All data of a deleted contact, so that it can be restored.
public struct DeletedContact: Hashable, Sendable {
    public let contact: Contact
    public let picture: ContactPicture?
    let uid: String
    var content: CardContent?
}

/// A contact with all its stored data.
public struct WholeContact: Hashable, Sendable {
    public let contact: Contact
    /// The contact's identifier in card files and other address books; any text.
    public let uid: String
    public let picture: ContactPicture?
    /// The other contents of its card; `nil` if there are none.
    var content: CardContent?
}
