import Foundation
import GRDB
import SQLiteFile

/// What became of a card that was read.
public enum CardOutcome: Hashable, Sendable {
    case added
    /// The contact is there already.
    case known
    /// The contact is there already, and its card says something else; it was left as it is.
    case knownOtherwise
}

extension PhoneBookStore {
    /// Keeps the contacts of `cards` that are not there: all of them or none. The same card is the one with the same
    /// identity; of a card without one, a contact with the same name and number. What is there is never changed; a contact
    /// of whom nothing but that is known gets what else its card says.
    ///
    /// A few hundred at a time are written soonest, and let others come between.
    public func add(_ cards: [VCard]) async throws(PhoneBookError) -> [CardOutcome] {
        try await perform { [self] database in
            let outcomes = try database.immediately { db in try cards.map { try ContactTable.add($0, in: db) } }
            if outcomes.contains(where: { $0 != .knownOtherwise }) { changed(nil) }
            return outcomes
        }
    }

    /// How many contacts there are.
    public func count() async throws(PhoneBookError) -> Int {
        try await perform { try $0.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM contacts") } ?? 0 }
    }

    /// What the card of a contact says beside what the list shows.
    public func details(of id: ContactID) async throws(PhoneBookError) -> ContactDetails {
        try await perform { database in
            try database.read { db in
                guard let contact = try ContactTable.contact(id, in: db) else { return .none }
                return try ContactTable.content(of: id, in: db).map { ContactDetails($0, number: contact.number) }
                    ?? .none
            }
        }
    }

    /// At most `limit` contacts with all that is kept of them, those that came first, after the contact `last`.
    public func contacts(after last: ContactID?, limit: Int) async throws(PhoneBookError) -> [WholeContact] {
        try await perform { database in
            try database.read { try ContactTable.contacts(after: last, limit: limit, in: $0) }
        }
    }
}

extension ContactTable {
    static func contacts(after last: ContactID?, limit: Int, in db: Database) throws -> [WholeContact] {
        let ids = try db.cachedStatement(sql: "SELECT id FROM contacts WHERE id > ? ORDER BY id LIMIT ?")
        return try Int64.fetchAll(ids, arguments: [last?.number ?? 0, limit])
            .compactMap { try whole(ContactID($0), in: db) }
    }

    fileprivate static func add(_ card: VCard, in db: Database) throws -> CardOutcome {
        guard let known = try known(card, in: db) else {
            _ = try insert(card.draft, uid: card.uid ?? newUID, content: card.content, in: db)
            return .added
        }
        guard try isSame(card.draft, as: known, in: db) else { return .knownOtherwise }
        guard let content = card.content else { return .known }
        guard let present = try self.content(of: known.id, in: db) else {
            try keep(content, of: known.id, in: db)
            return .known
        }
        return Set(present.properties) == Set(content.properties) ? .known : .knownOtherwise
    }

    private static func known(_ card: VCard, in db: Database) throws -> Contact? {
        if let uid = card.uid { return try contact(uid: uid, in: db) }
        return try contacts(number: card.draft.number, limit: .max, in: db).first { $0.name == card.draft.name }
    }

    /// Whether the card says nothing else. A card without a picture does not say that there is none.
    private static func isSame(_ draft: ContactDraft, as contact: Contact, in db: Database) throws -> Bool {
        guard draft.name == contact.name, draft.number == contact.number else { return false }
        guard case .replace(let picture) = draft.picture else { return true }
        return try self.picture(of: contact.id, in: db) == picture
    }

    static var newUID: String { "urn:uuid:\(UUID().uuidString.lowercased())" }
}
