import Foundation
import TerminalText

/// The identifier of a contact, which never changes and is never reused. Names and numbers may change and need not be
/// unique.
public struct ContactID: Hashable, Sendable, Comparable {
    public let value: Int64

    public init(_ value: Int64) { self.value = value }

    public static func < (left: ContactID, right: ContactID) -> Bool { left.value < right.value }
}

/// A contact as shown in the list, without the bytes of its picture, which are fetched separately.
public struct Contact: Hashable, Sendable, Identifiable {
    public let id: ContactID
    public let name: PlainText
    public let number: PhoneNumber
    /// The version of the contact's picture, which changes when the picture is replaced; `nil` if there is none.
    public let picture: Int64?
    /// The number of the contact's current version, which increases with every change. An update names the revision on
    /// which it is based.
    public let revision: Int64

    public init(id: ContactID, name: PlainText, number: PhoneNumber, picture: Int64? = nil, revision: Int64 = 1) {
        self.id = id
        self.name = name
        self.number = number
        self.picture = picture
        self.revision = revision
    }

    public var hasPicture: Bool { picture != nil }
}

/// A contact's picture as the bytes of an image file.
public struct ContactPicture: Hashable, Sendable {
    /// The file format, detected from the first bytes.
    public enum Kind: String, Hashable, Sendable {
        case png, jpeg

        public init?(of bytes: Data) {
            if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
                self = .png
            } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
                self = .jpeg
            } else {
                return nil
            }
        }
    }

    /// The maximum size in bytes. Typical sprites have a few thousand.
    public static let largest = 1 << 20

    public let kind: Kind
    public let bytes: Data

    /// Returns `nil` if the bytes are neither PNG nor JPEG, or too large.
    public init?(_ bytes: Data) {
        guard bytes.count <= ContactPicture.largest, let kind = Kind(of: bytes) else { return nil }
        self.kind = kind
        self.bytes = bytes
    }
}

public struct ContactDraft: Hashable, Sendable {
    public enum PictureChange: Hashable, Sendable {
        case keep
        case remove
        case replace(ContactPicture)
    }

    /// The maximum length of a name in Unicode scalars.
    public static let maxNameLength = 200

    public let name: PlainText
    public let number: PhoneNumber
    public let picture: PictureChange

    public init(name: PlainText, number: PhoneNumber, picture: PictureChange = .keep) throws(ContactNameError) {
        guard !name.isEmpty else { throw .missing }
        guard name.string.unicodeScalars.count <= ContactDraft.maxNameLength else {
            throw .tooLong(limit: ContactDraft.maxNameLength)
        }
        self.name = name
        self.number = number
        self.picture = picture
    }
}

/// The reason why a text is not a valid name. It carries data only.
public enum ContactNameError: Error, Hashable, Sendable {
    case missing
    /// The text has more than `limit` scalars.
    case tooLong(limit: Int)
}

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

public enum DeleteOutcome: Hashable, Sendable {
    case deleted(DeletedContact)
    /// The contact was changed after it was read; nothing changed. The payload is its current state.
    case changedMeanwhile(Contact)
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
    var content: CardContent?
}
