import Canvas
import Contacts
import ShopClient
import TerminalText

/// What happened at the phone book, beside keys.
enum ContactsEvent: CounterEvent {
    /// The contacts that a filter finds.
    case listed(ContactQuery, Result<PhoneBookList, PhoneBookError>)
    /// Somebody changed something, here or in another program.
    case changed
    /// A contact as it is now; `nil` where it is deleted.
    case looked(ContactID, Contact?)
    case saved(ContactSave, Result<SaveOutcome, PhoneBookError>)
    case deleted(Contact, Result<DeleteOutcome, PhoneBookError>)
    case restored(DeletedContact, Result<Contact, PhoneBookError>)
    /// The picture that the press of that number asked for.
    case pictureArrived(press: Int, Result<AvatarPicture, PokemonFault>)
    /// What the card of a contact says beside what the list shows.
    case detailsRead(Contact, ContactDetails)
    /// What can be shown of the avatars that are wanted.
    case avatarsChanged([PictureRequest: PictureState])
}

extension ContactsEvent {
    /// Of what tells the present state the latest counts; of changes that were made none is lost.
    var replacementKey: String? {
        switch self {
        case .listed: "contacts.list"
        case .changed: "contacts.changed"
        case .looked: "contacts.look"
        case .pictureArrived: "contacts.picture"
        case .detailsRead: "contacts.details"
        case .avatarsChanged: "contacts.avatars"
        case .saved, .deleted, .restored: nil
        }
    }
}

/// What the phone book is asked to do.
enum ContactsRequest: CounterRequest {
    /// Takes the place of a query before it.
    case list(ContactQuery)
    case look(ContactID)
    /// Takes the place of one before it.
    case readDetails(Contact)
    case save(ContactSave)
    case delete(Contact)
    case restore(DeletedContact)
    /// Takes the place of the press before it.
    case fetchPicture(press: Int)
    case cancelPicture
    case wantAvatars(PictureDemand)
}

/// A question to the phone book: which contacts a filter finds.
struct ContactQuery: Hashable, Sendable {
    /// Grows by one with each; the answer to an earlier one is not shown.
    let number: Int
    /// What was typed; empty for all.
    let text: String
}

/// A contact that is to be kept.
struct ContactSave: Hashable, Sendable {
    /// The contact that is changed, as it was when the editing began; `nil` for a new one.
    let seen: Contact?
    let draft: ContactDraft
    /// Whether it is kept although others have the number.
    var evenIfNumberIsTaken = false
}

/// A picture that a contact may get.
struct AvatarPicture: Hashable, Sendable {
    let file: ContactPicture
    /// In the size of the form; `nil` where the terminal has no colours for it.
    let cells: CellPicture?
    /// What the creature on it is called.
    var creature: PlainText = ""
}
