import GRDB
import SQLiteFile

/// The layout of the phone book's database, as the steps that led to it. A step that was ever shipped never changes.
enum ContactSchema {
    /// Stands in the file's header, so that a phone book is told from any other database: "BNPB".
    static let applicationID = 0x424E_5042

    static let layout = DatabaseLayout(
        applicationID: applicationID, label: "banchan.contacts",
        steps: [contactsAndPictures, keysAndRevisions, contentOfCards])

    /// `number` has digits only. `uid` is the contact's identity elsewhere, in exported files. An `id` is never used
    /// again.
    static let contactsAndPictures: DatabaseLayout.Step = { db in
        try db.execute(
            sql: """
                CREATE TABLE contacts (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    uid TEXT NOT NULL UNIQUE,
                    name TEXT NOT NULL,
                    number TEXT NOT NULL
                ) STRICT;
                CREATE INDEX contacts_of_number ON contacts (number);
                CREATE TABLE pictures (
                    contact_id INTEGER PRIMARY KEY REFERENCES contacts (id) ON DELETE CASCADE,
                    bytes BLOB NOT NULL
                ) STRICT;
                """)
    }

    /// The name's key is kept, so that a large phone book is read in its order and folds no name. `picture` is the
    /// revision that the picture came with; `changed_at` whole seconds since 1970, 0 where nobody noted it.
    static let keysAndRevisions: DatabaseLayout.Step = { db in
        try db.execute(
            sql: """
                ALTER TABLE contacts ADD COLUMN name_key BLOB NOT NULL DEFAULT x'';
                ALTER TABLE contacts ADD COLUMN revision INTEGER NOT NULL DEFAULT 1;
                ALTER TABLE contacts ADD COLUMN picture INTEGER;
                ALTER TABLE contacts ADD COLUMN changed_at INTEGER NOT NULL DEFAULT 0;
                ALTER TABLE pictures ADD COLUMN kind TEXT NOT NULL DEFAULT 'png';
                UPDATE contacts SET picture = 1 WHERE id IN (SELECT contact_id FROM pictures);
                UPDATE pictures SET kind = 'jpeg' WHERE substr(bytes, 1, 3) = x'FFD8FF';
                """)
        let update = try db.makeStatement(sql: "UPDATE contacts SET name_key = ? WHERE id = ?")
        let contacts = try Row.fetchAll(db, sql: "SELECT id, name FROM contacts")
        for contact in contacts {
            try update.execute(arguments: [NameKey(contact["name"]).bytes, contact["id"] as Int64])
        }
        // Has everything that the list shows, so that it alone is read.
        try db.execute(
            sql: """
                CREATE INDEX contacts_by_name ON contacts (name_key, id, name, number, revision, picture);
                """)
    }

    /// `card` is what a contact's card says, as lines of version 4; NULL where it says nothing but name and number. In no
    /// index, so that the list is read without it.
    static let contentOfCards: DatabaseLayout.Step = { db in
        try db.execute(sql: "ALTER TABLE contacts ADD COLUMN card TEXT")
    }
}
