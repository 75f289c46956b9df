import Contacts
import Foundation
import TerminalText
import TestSupport

/// Runs `body` with the path of a phone book that does not exist yet, in a directory that is removed afterwards.
func withContacts(_ body: (String) async throws -> Void) async throws {
    let directory = FileManager.default.temporaryDirectory.appending(component: "banchan-contacts-\(UUID())")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { FileManager.default.removeScratch(directory) }
    try await body(directory.appending(path: "banchan/contacts.sqlite").path)
}

extension ContactDraft {
    static func example(
        _ name: String = "김지훈", _ number: String = "010-1234-5678", picture: PictureChange = .keep
    ) throws -> ContactDraft {
        try ContactDraft(name: PlainText(name), number: PhoneNumber(number), picture: picture)
    }
}

extension ContactPicture {
    /// Returns a picture with a valid PNG signature that cannot be decoded.
    static func example(_ text: String = "picture") -> ContactPicture? {
        ContactPicture(Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) + Data(text.utf8))
    }
}

extension SaveOutcome {
    /// The saved contact, or `nil` if none was saved.
    var contact: Contact? { if case .saved(let contact) = self { contact } else { nil } }
}

extension PhoneBookStore {
    /// Saves a contact even if other contacts have its number.
    func keep(_ name: String, _ number: String = "010-1234-5678", picture: ContactPicture? = nil) async throws
        -> Contact
    {
        let change = picture.map { ContactDraft.PictureChange.replace($0) } ?? .keep
        let outcome = try await create(.example(name, number, picture: change), evenIfNumberIsTaken: true)
        guard let contact = outcome.contact else { throw CancellationError() }
        return contact
    }

    func names() async throws -> [String] { try await index().list.names }
}

extension PhoneBookList {
    var names: [String] { (0..<count).map { self[$0].name.string } }
}
