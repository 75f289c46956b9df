/// What keeping a contact came to.
public enum SaveOutcome: Hashable, Sendable {
    /// It is kept, and would survive a loss of power.
    case saved(Contact)
    /// Others have that number; nothing changed. Asked again with `evenIfNumberIsTaken`, it is kept.
    case numberTaken(by: [Contact])
    /// The contact is another by now than the one that was edited, as another terminal left it; nothing changed.
    case changedMeanwhile(Contact)
    /// The contact was deleted meanwhile; nothing changed.
    case gone
}

/// What deleting a contact came to.
public enum DeleteOutcome: Hashable, Sendable {
    case deleted(DeletedContact)
    /// The contact is another by now than the one that was to be deleted; nothing changed.
    case changedMeanwhile(Contact)
    /// Somebody else deleted it already.
    case gone
}

/// Everything of a contact that was deleted, so that it can be brought back.
public struct DeletedContact: Hashable, Sendable {
    public let contact: Contact
    public let picture: ContactPicture?
    let uid: String
    var content: CardContent?
}

/// A contact with everything that is kept of it.
public struct WholeContact: Hashable, Sendable {
    public let contact: Contact
    /// The contact's identity in files and in other phone books; any text.
    public let uid: String
    public let picture: ContactPicture?
    /// What else its card says; `nil` where it says nothing.
    var content: CardContent?
}
