import Foundation
import TerminalText

/// What tells a contact from all others, for ever: names and numbers may be shared, and change.
public struct ContactID: Hashable, Sendable, Comparable {
    public let number: Int64

    public init(_ number: Int64) { self.number = number }

    public static func < (left: ContactID, right: ContactID) -> Bool { left.number < right.number }
}

/// A guest, as the list shows them. The picture's bytes are fetched apart.
public struct Contact: Hashable, Sendable, Identifiable {
    public let id: ContactID
    public let name: PlainText
    public let number: PhoneNumber
    /// Which of the contact's pictures it is; `nil` where there is none. Another picture has another number.
    public let picture: Int64?
    /// Counts the changes to the contact: what a change names as the state that it was based on.
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

/// A contact's picture, as a file.
public struct ContactPicture: Hashable, Sendable {
    /// What kind of file it is, told by its first bytes.
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

    /// Bytes that a picture has at most: sprites have a few thousand.
    public static let largest = 1 << 20

    public let kind: Kind
    public let bytes: Data

    /// `nil` for what is neither PNG nor JPEG, or too large.
    public init?(_ bytes: Data) {
        guard bytes.count <= ContactPicture.largest, let kind = Kind(of: bytes) else { return nil }
        self.kind = kind
        self.bytes = bytes
    }
}

/// What is about to be kept of a contact.
public struct ContactDraft: Hashable, Sendable {
    /// What becomes of the picture.
    public enum PictureChange: Hashable, Sendable {
        /// The one that is there stays, if any.
        case keep
        case remove
        case replace(ContactPicture)
    }

    /// Scalars that a name has at most.
    public static let longestName = 200

    public let name: PlainText
    public let number: PhoneNumber
    public let picture: PictureChange

    public init(name: PlainText, number: PhoneNumber, picture: PictureChange = .keep) throws(ContactNameError) {
        guard !name.isEmpty else { throw .missing }
        guard name.string.unicodeScalars.count <= ContactDraft.longestName else {
            throw .tooLong(limit: ContactDraft.longestName)
        }
        self.name = name
        self.number = number
        self.picture = picture
    }
}

/// Why a text is no contact's name. Carries data only.
public enum ContactNameError: Error, Hashable, Sendable {
    case missing
    /// It has more scalars than this.
    case tooLong(limit: Int)
}
