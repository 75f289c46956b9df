import GRDB
import SQLiteFile

/// The schema of the phone book's database as a list of migrations. A released migration must never change.
enum ContactSchema {
    /// The application ID in the file's header, which distinguishes a phone book from other databases: "BNPB".
    static let applicationID = 0x424E_5042

    static let layout = DatabaseLayout(
        applicationID: applicationID, label: "banchan.contacts",
        steps: [contactsAndPictures, keysAndRevisions, contentOfCards], current: current)

    /// The current layout, as all steps together make it.
    private static let current = """
        CREATE TABLE contacts (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            uid TEXT NOT NULL UNIQUE,
            name TEXT NOT NULL,
            number TEXT NOT NULL,
            name_key BLOB NOT NULL DEFAULT x'',
            revision INTEGER NOT NULL DEFAULT 1,
            picture INTEGER,
            changed_at INTEGER NOT NULL DEFAULT 0,
            card TEXT
        ) STRICT;
        CREATE INDEX contacts_of_number ON contacts (number);
        CREATE INDEX contacts_by_name ON contacts (name_key, id, name, number, revision, picture);
        CREATE TABLE pictures (
            contact_id INTEGER PRIMARY KEY REFERENCES contacts (id) ON DELETE CASCADE,
            bytes BLOB NOT NULL,
            kind TEXT NOT NULL DEFAULT 'png'
        ) STRICT;
        """

    /// `number` contains digits, and those of an extension after a semicolon. `uid` is the contact's identifier in
    /// exported files. An `id` is never reused.
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

    /// The sort key is stored so that a large phone book can be read in order without folding any name. `picture` is
    /// the revision in which the picture was set; `changed_at` is in whole seconds since 1970, 0 if unknown.
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
        // A covering index for the list, so that reading the list does not touch the table.
        try db.execute(
            sql: """
                CREATE INDEX contacts_by_name ON contacts (name_key, id, name, number, revision, picture);
                """)
    }

    /// `card` contains the contents of the contact's card as lines of vCard version 4; NULL if it has only name and
    /// number. It is not in the index, so the list is read without it.
    static let contentOfCards: DatabaseLayout.Step = { db in
        try db.execute(sql: "ALTER TABLE contacts ADD COLUMN card TEXT")
    }
}
