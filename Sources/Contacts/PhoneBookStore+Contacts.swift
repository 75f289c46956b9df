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
            if case .deleted = outcome { changed() }
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
            if isNew { changed() }
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
            if case .saved = outcome { changed() }
            return outcome
        }
    }
}

public enum CardOutcome: Hashable, Sendable {
    case added
    /// Another contact has the card's UID; the new contact got one of its own.
    case addedWithNewUID
    /// The contact already exists.
    case known
    /// The contact already exists with different contents; it was not changed.
    case existsWithDifferences
}

extension PhoneBookStore {
    /// Adds the contacts of `cards` that do not exist yet, in one transaction. A card matches the contact with the same
    /// UID, unless that is another person: one with another name and another number, or, if the file has the UID more
    /// than once, with either. A card of another person and a card without UID match a contact with the same name and
    /// number. Existing values are never changed; a contact that only has a name and number receives the other contents
    /// of its card.
    ///
    /// Batches of a few hundred cards are the fastest and let other operations run in between.
    public func add(_ cards: [VCard]) async throws(PhoneBookError) -> [CardOutcome] {
        try await perform { [self] database in
            let outcomes = try database.immediately { db in try cards.map { try ContactTable.add($0, in: db) } }
            if outcomes.contains(where: { $0 != .existsWithDifferences }) { changed() }
            return outcomes
        }
    }

    public func count() async throws(PhoneBookError) -> Int {
        try await perform { try $0.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM contacts") } ?? 0 }
    }

    /// Returns the contents of a contact's card that the list does not show.
    public func details(of id: ContactID) async throws(PhoneBookError) -> ContactDetails {
        try await perform { database in
            try database.read { db in
                guard let contact = try ContactTable.contact(id, in: db) else { return .none }
                return try ContactTable.content(of: id, in: db).map { ContactDetails($0, number: contact.number) }
                    ?? .none
            }
        }
    }

    /// Returns at most `limit` contacts with all their data, in the order of their ids, beginning after the contact
    /// `last`.
    public func contacts(after last: ContactID?, limit: Int) async throws(PhoneBookError) -> [WholeContact] {
        try await perform { database in
            try database.read { try ContactTable.contacts(after: last, limit: limit, in: $0) }
        }
    }
}

extension ContactTable {
    static func contacts(after last: ContactID?, limit: Int, in db: Database) throws -> [WholeContact] {
        let ids = try db.cachedStatement(sql: "SELECT id FROM contacts WHERE id > ? ORDER BY id LIMIT ?")
        return try Int64.fetchAll(ids, arguments: [last?.value ?? 0, limit])
            .compactMap { try whole(ContactID($0), in: db) }
    }

    fileprivate static func add(_ card: VCard, in db: Database) throws -> CardOutcome {
        let owner = try card.uid.flatMap { try contact(uid: $0, in: db) }
        let isTaken = owner.map { card.isAnotherPerson(than: $0) } ?? false
        guard let known = isTaken || card.uid == nil ? try namesake(of: card, in: db) : owner else {
            _ = try insert(card.draft, uid: (isTaken ? nil : card.uid) ?? newUID, content: card.content, in: db)
            return isTaken ? .addedWithNewUID : .added
        }
        guard try isSame(card.draft, as: known, in: db) else { return .existsWithDifferences }
        guard let content = card.content else { return .known }
        guard let present = try self.content(of: known.id, in: db) else {
            try keep(content, of: known.id, in: db)
            return .known
        }
        return Set(present.properties) == Set(content.properties) ? .known : .existsWithDifferences
    }

    /// Returns the contact with the name and the number of the card.
    private static func namesake(of card: VCard, in db: Database) throws -> Contact? {
        try contacts(number: card.draft.number, limit: .max, in: db).first { $0.name == card.draft.name }
    }

    /// Returns whether the card does not differ from the contact. A card without a picture does not mean that the
    /// contact has none.
    private static func isSame(_ draft: ContactDraft, as contact: Contact, in db: Database) throws -> Bool {
        guard draft.name == contact.name, draft.number == contact.number else { return false }
        guard case .replace(let picture) = draft.picture else { return true }
        return try self.picture(of: contact.id, in: db) == picture
    }

    static var newUID: String { "urn:uuid:\(UUID().uuidString.lowercased())" }
}

extension VCard {
    /// Whether the card is not that of `contact`, which has the same UID. Within a file, a UID stands for one card only.
    fileprivate func isAnotherPerson(than contact: Contact) -> Bool {
        let (hasName, hasNumber) = (draft.name == contact.name, draft.number == contact.number)
        return repeatsUID ? !hasName || !hasNumber : !hasName && !hasNumber
    }
}
