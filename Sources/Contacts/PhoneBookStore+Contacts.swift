import Foundation
import GRDB
import SQLiteFile

extension PhoneBookStore {
    /// The maximum number of contacts reported as having a number already.
    private static let maxNamed = 8

    /// Saves a new contact. If other contacts have the number, saves nothing unless `evenIfNumberIsTaken`.
    public func create(
        _ draft: ContactDraft, evenIfNumberIsTaken: Bool = false
    ) async throws(PhoneBookError) -> SaveOutcome {
        try await save { db in
            let others = try ContactTable.contacts(number: draft.number, limit: PhoneBookStore.maxNamed, in: db)
            guard others.isEmpty || evenIfNumberIsTaken else { return .numberTaken(by: others) }
            return .saved(try ContactTable.insert(draft, uid: ContactTable.newUID, in: db))
        }
    }

    /// Updates the contact `seen`, given as it was when editing began, with the values of `draft`. Saves nothing if it
    /// was changed since, or if the number is new for it and other contacts have that number, unless
    /// `evenIfNumberIsTaken`.
    public func update(
        _ seen: Contact, to draft: ContactDraft, evenIfNumberIsTaken: Bool = false
    ) async throws(PhoneBookError) -> SaveOutcome {
        try await save { db in
            guard let present = try ContactTable.contact(seen.id, in: db) else { return .gone }
            guard present.revision == seen.revision else { return .changedMeanwhile(present) }
            if draft.number != present.number, !evenIfNumberIsTaken {
                let others = try ContactTable.contacts(number: draft.number, limit: PhoneBookStore.maxNamed, in: db)
                guard others.isEmpty else { return .numberTaken(by: others) }
            }
            return .saved(try ContactTable.update(present, to: draft, in: db))
        }
    }

    /// Deletes the contact `seen` unless it was changed since it was read.
    public func delete(_ seen: Contact) async throws(PhoneBookError) -> DeleteOutcome {
        try await perform { [self] database in
            let outcome = try database.immediately { db -> DeleteOutcome in
                guard let present = try ContactTable.contact(seen.id, in: db) else { return .gone }
                guard present.revision == seen.revision else { return .changedMeanwhile(present) }
                return try ContactTable.delete(seen.id, in: db).map { .deleted($0) } ?? .gone
            }
            if case .deleted = outcome { changed(.gone(seen.id)) }
            return outcome
        }
    }

    /// Restores a deleted contact under its old id. Idempotent: returns the existing contact if it was restored
    /// already.
    public func restore(_ deleted: DeletedContact) async throws(PhoneBookError) -> Contact {
        try await perform { [self] database in
            let (contact, isNew) = try database.immediately { db in
                if let present = try ContactTable.contact(deleted.contact.id, in: db) { return (present, false) }
                return (try ContactTable.restore(deleted, in: db), true)
            }
            if isNew { changed(.put(contact)) }
            return contact
        }
    }

    /// Returns the contact's current state, or `nil` if it no longer exists.
    public func contact(_ id: ContactID) async throws(PhoneBookError) -> Contact? {
        try await perform { try $0.read { try ContactTable.contact(id, in: $0) } }
    }

    /// Returns the contacts with that number, oldest first.
    public func contacts(number: PhoneNumber) async throws(PhoneBookError) -> [Contact] {
        try await perform { try $0.read { try ContactTable.contacts(number: number, limit: .max, in: $0) } }
    }

    /// Returns the contact's picture, or `nil` if there is no picture or the contact no longer exists.
    public func picture(of id: ContactID) async throws(PhoneBookError) -> ContactPicture? {
        try await perform { try $0.read { try ContactTable.picture(of: id, in: $0) } }
    }

    private func save(
        _ work: @escaping @Sendable (Database) throws -> SaveOutcome
    ) async throws(PhoneBookError) -> SaveOutcome {
        try await perform { [self] database in
            let outcome = try database.immediately(work)
            if case .saved(let contact) = outcome { changed(.put(contact)) }
            return outcome
        }
    }
}
