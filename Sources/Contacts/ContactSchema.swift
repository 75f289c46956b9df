import SQLiteFile

/// The tables of the phone book.
///
/// `number` contains digits, or a foreign number as it was written, and the digits of an extension after a semicolon. `uid` is the contact's identifier in exported
/// files. An `id` is never reused. The sort key is stored so that a large phone book can be read in order without
/// folding any name. `picture` is the revision in which the picture was set; `changed_at` is in whole seconds since
/// 1970. `card` contains the contents of the contact's card as lines of vCard version 4; NULL if it has only name and
/// number. The index by name covers the list, so that reading the list does not touch the table.
enum ContactSchema {
    /// The application ID in the file's header is "BNPB".
    static let layout = DatabaseLayout(
        applicationID: 0x424E_5042, label: "banchan.contacts",
        schema: """
            CREATE TABLE contacts (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                uid TEXT NOT NULL UNIQUE,
                name TEXT NOT NULL,
                number TEXT NOT NULL,
                name_key BLOB NOT NULL,
                revision INTEGER NOT NULL DEFAULT 1,
                picture INTEGER,
                changed_at INTEGER NOT NULL,
                card TEXT
            ) STRICT;
            CREATE INDEX contacts_of_number ON contacts (number);
            CREATE INDEX contacts_by_name ON contacts (name_key, id, name, number, revision, picture);
            CREATE TABLE pictures (
                contact_id INTEGER PRIMARY KEY REFERENCES contacts (id) ON DELETE CASCADE,
                bytes BLOB NOT NULL,
                kind TEXT NOT NULL
            ) STRICT;
            """)
}
