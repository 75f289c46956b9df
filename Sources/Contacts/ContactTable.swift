import Foundation
import GRDB
import TerminalText

/// Access to the tables of contacts and pictures. Methods that change data must be called within a transaction.
enum ContactTable {
    private static let columns = "id, name, number, revision, picture"

    /// Reads all contacts, in the order of `PhoneBookIndex`, from one index of the database.
    static func all(in db: Database) throws -> [Contact] {
        let statement = try db.cachedStatement(sql: "SELECT \(columns) FROM contacts ORDER BY name_key, id")
        return try Array(Row.fetchCursor(statement).map(Contact.init))
    }

    static func contact(_ id: ContactID, in db: Database) throws -> Contact? {
        let statement = try db.cachedStatement(sql: "SELECT \(columns) FROM contacts WHERE id = ?")
        return try Row.fetchOne(statement, arguments: [id.value]).map(Contact.init)
    }

    /// Returns at most `limit` contacts with that number, oldest first.
    static func contacts(number: PhoneNumber, limit: Int, in db: Database) throws -> [Contact] {
        let statement = try db.cachedStatement(
            sql: "SELECT \(columns) FROM contacts WHERE number = ? ORDER BY id LIMIT ?")
        return try Row.fetchAll(statement, arguments: [number.kept, limit]).map(Contact.init)
    }

    static func insert(
        _ draft: ContactDraft, uid: String, content: CardContent? = nil, in db: Database
    ) throws -> Contact {
        try db.cachedStatement(
            sql: "INSERT INTO contacts (uid, name, number, name_key, changed_at, card) VALUES (?, ?, ?, ?, ?, ?)"
        ).execute(arguments: [uid, draft.name.string, draft.number.kept, draft.key, now, content?.kept])
        let id = ContactID(db.lastInsertedRowID)
        let contact = Contact(id: id, name: draft.name, number: draft.number)
        return try change(draft.picture, of: contact, in: db)
    }

    /// Updates `contact`, which must be its current state, with the values of `draft`.
    static func update(_ contact: Contact, to draft: ContactDraft, in db: Database) throws -> Contact {
        let revision = contact.revision + 1
        var content = try content(of: contact.id, in: db)
        content?.apply(draft, from: contact)
        try db.cachedStatement(
            sql: """
                UPDATE contacts SET name = ?, number = ?, name_key = ?, revision = ?, changed_at = ?, card = ?
                WHERE id = ?
                """
        ).execute(arguments: [
            draft.name.string, draft.number.kept, draft.key, revision, now, content?.kept, contact.id.value,
        ])
        let updated = Contact(
            id: contact.id, name: draft.name, number: draft.number, picture: contact.picture, revision: revision)
        return try change(draft.picture, of: updated, in: db)
    }

    static func delete(_ id: ContactID, in db: Database) throws -> DeletedContact? {
        guard let whole = try whole(id, in: db) else { return nil }
        try db.cachedStatement(sql: "DELETE FROM contacts WHERE id = ?").execute(arguments: [id.value])
        return DeletedContact(
            contact: whole.contact, picture: whole.picture, uid: whole.uid, content: whole.content)
    }

    /// Restores a deleted contact with its old identifiers. Its revision is incremented, so that it is not mistaken for
    /// the earlier state.
    static func restore(_ deleted: DeletedContact, in db: Database) throws -> Contact {
        let contact = deleted.contact
        let revision = contact.revision + 1
        try db.cachedStatement(
            sql: """
                INSERT INTO contacts (id, uid, name, number, name_key, revision, changed_at, card)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            contact.id.value, deleted.uid, contact.name.string, contact.number.kept,
            NameKey(contact.name.string).bytes, revision, now, deleted.content?.kept,
        ])
        let restored = Contact(id: contact.id, name: contact.name, number: contact.number, revision: revision)
        return try change(deleted.picture.map { .replace($0) } ?? .keep, of: restored, in: db)
    }

    private static func change(
        _ change: ContactDraft.PictureChange, of contact: Contact, in db: Database
    ) throws -> Contact {
        let version: Int64?
        switch change {
        case .keep: return contact
        case .remove:
            try db.cachedStatement(sql: "DELETE FROM pictures WHERE contact_id = ?")
                .execute(arguments: [contact.id.value])
            version = nil
        case .replace(let picture):
            try db.cachedStatement(
                sql: "INSERT OR REPLACE INTO pictures (contact_id, kind, bytes) VALUES (?, ?, ?)"
            ).execute(arguments: [contact.id.value, picture.kind.rawValue, picture.bytes])
            version = contact.revision
        }
        try db.cachedStatement(sql: "UPDATE contacts SET picture = ? WHERE id = ?")
            .execute(arguments: [version, contact.id.value])
        return Contact(
            id: contact.id, name: contact.name, number: contact.number, picture: version, revision: contact.revision)
    }

    /// The current time in whole seconds since 1970.
    private static var now: Int { Int(Date.now.timeIntervalSince1970) }
}

extension ContactTable {
    static func picture(of id: ContactID, in db: Database) throws -> ContactPicture? {
        let statement = try db.cachedStatement(sql: "SELECT bytes FROM pictures WHERE contact_id = ?")
        return try Data.fetchOne(statement, arguments: [id.value]).flatMap(ContactPicture.init)
    }

    static func whole(_ id: ContactID, in db: Database) throws -> WholeContact? {
        guard let contact = try contact(id, in: db) else { return nil }
        let uid = try db.cachedStatement(sql: "SELECT uid FROM contacts WHERE id = ?")
        return WholeContact(
            contact: contact, uid: try String.fetchOne(uid, arguments: [id.value]) ?? "",
            picture: try picture(of: id, in: db), content: try content(of: id, in: db))
    }

    /// Returns the contents of the contact's card that the list does not show, or `nil` if there are none.
    static func content(of id: ContactID, in db: Database) throws -> CardContent? {
        let statement = try db.cachedStatement(sql: "SELECT card FROM contacts WHERE id = ?")
        return try Optional<String>.fetchOne(statement, arguments: [id.value])?.map { CardContent(kept: $0) }
    }

    static func keep(_ content: CardContent, of id: ContactID, in db: Database) throws {
        try db.cachedStatement(sql: "UPDATE contacts SET card = ? WHERE id = ?")
            .execute(arguments: [content.kept, id.value])
    }

    static func contact(uid: String, in db: Database) throws -> Contact? {
        let statement = try db.cachedStatement(sql: "SELECT \(columns) FROM contacts WHERE uid = ?")
        return try Row.fetchOne(statement, arguments: [uid]).map(Contact.init)
    }
}

extension Contact {
    /// Creates a contact from a row of `columns`, by position, which is faster than by name.
    fileprivate init(_ row: Row) {
        self.init(
            id: ContactID(row[0]), name: PlainText(row[1]), number: PhoneNumber(kept: row[2]), picture: row[4],
            revision: row[3])
    }
}

extension ContactDraft {
    fileprivate var key: Data { NameKey(name.string).bytes }
}
