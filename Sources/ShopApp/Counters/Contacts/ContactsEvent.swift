import Canvas
import Contacts
import ShopClient
import TerminalText

/// An event of the phone book.
enum ContactsEvent: CounterEvent {
    case listed(ContactQuery, Result<PhoneBookList, PhoneBookError>)
    /// The phone book was changed, here or in another program.
    case changed
    /// The present state of a contact; `nil` if it was deleted.
    case contactRead(ContactID, Contact?)
    case saved(ContactSave, Result<SaveOutcome, PhoneBookError>)
    case deleted(Contact, Result<DeleteOutcome, PhoneBookError>)
    case restored(DeletedContact, Result<Contact, PhoneBookError>)
    /// The picture requested by this button press.
    case pictureArrived(press: Int, Result<AvatarPicture, PokemonFault>)
    /// The details on the card that the list does not show.
    case detailsRead(Contact, ContactDetails)
    case avatarsChanged([PictureRequest: PictureState])
}

extension ContactsEvent {
    /// For events with the present state only the latest counts; results of changes are never dropped.
    var replacementKey: String? {
        switch self {
        case .listed: "contacts.list"
        case .changed: "contacts.changed"
        case .contactRead: "contacts.contact"
        case .pictureArrived: "contacts.picture"
        case .detailsRead: "contacts.details"
        case .avatarsChanged: "contacts.avatars"
        case .saved, .deleted, .restored: nil
        }
    }
}

/// A request to the phone book.
enum ContactsRequest: CounterRequest {
    /// Replaces an earlier query.
    case list(ContactQuery)
    case readContact(ContactID)
    /// Replaces an earlier request.
    case readDetails(Contact)
    case save(ContactSave)
    case delete(Contact)
    case restore(DeletedContact)
    /// Replaces the fetch of an earlier press.
    case fetchPicture(press: Int)
    case cancelPicture
    case wantAvatars(PictureDemand)
}

/// A query for the contacts that match a filter.
struct ContactQuery: Hashable, Sendable {
    /// The sequence number; results of earlier queries are not shown.
    let sequence: Int
    /// The search text; empty for all contacts.
    let text: String
}

struct ContactSave: Hashable, Sendable {
    /// The contact as it was when editing began; `nil` for a new one.
    let seen: Contact?
    let draft: ContactDraft
    var evenIfNumberIsTaken = false
}

struct AvatarPicture: Hashable, Sendable {
    let file: ContactPicture
    /// The picture in the size of the form; `nil` if the terminal has no colours for it.
    let cells: CellPicture?
    var creature: PlainText = ""
}
