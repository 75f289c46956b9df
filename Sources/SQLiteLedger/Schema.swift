import GRDB

/// The layout of the database, as the steps that led to it. A step that was ever shipped never changes.
enum Schema {
    /// Stands in the file's header, so that the ledger is told from any other database: "BNCH".
    static let applicationID = 0x424E_4348
    static let version = steps.count

    private static let steps: [@Sendable (Database) throws -> Void] = [ordersAndOutbox, stockAndSections]

    /// Brings a database of `version` up to the present one, within the transaction of whoever calls.
    static func upgrade(_ db: Database, from version: Int) throws {
        for step in steps[version...] { try step(db) }
        try db.execute(sql: "PRAGMA application_id = \(applicationID)")
        try db.execute(sql: "PRAGMA user_version = \(Schema.version)")
    }

    /// Times of day are whole seconds, deadlines milliseconds, both since 1970; money is won.
    private static func ordersAndOutbox(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE orders (
                    id INTEGER PRIMARY KEY,
                    counter TEXT NOT NULL,
                    who TEXT NOT NULL,
                    title TEXT NOT NULL,
                    quantity INTEGER NOT NULL,
                    unit_price INTEGER NOT NULL,
                    total INTEGER NOT NULL,
                    placed_at INTEGER NOT NULL
                ) STRICT;
                CREATE TABLE idempotency_keys (
                    key TEXT PRIMARY KEY,
                    request TEXT NOT NULL,
                    order_id INTEGER NOT NULL REFERENCES orders (id)
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE outbox (
                    id INTEGER PRIMARY KEY,
                    order_id INTEGER NOT NULL REFERENCES orders (id),
                    attempts INTEGER NOT NULL DEFAULT 0,
                    next_at INTEGER NOT NULL DEFAULT 0,
                    leased_until INTEGER NOT NULL DEFAULT 0,
                    failed_at INTEGER
                ) STRICT;
                CREATE INDEX outbox_to_send ON outbox (id) WHERE failed_at IS NULL;
                CREATE TABLE outbox_pace (
                    id INTEGER PRIMARY KEY CHECK (id = 1),
                    ready_at INTEGER NOT NULL
                ) STRICT;
                INSERT INTO outbox_pace (id, ready_at) VALUES (1, 0);
                """)
    }

    /// `number` counts the changes of all sections, `content` stands for what a section was last noted to contain.
    private static func stockAndSections(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE stock (
                    fruit TEXT PRIMARY KEY,
                    count INTEGER NOT NULL CHECK (count BETWEEN 0 AND 100)
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE sections (
                    path TEXT PRIMARY KEY,
                    version INTEGER NOT NULL,
                    number INTEGER NOT NULL,
                    content TEXT
                ) STRICT, WITHOUT ROWID;
                """)
    }
}
