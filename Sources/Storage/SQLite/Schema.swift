import GRDB
import SQLiteFile

/// The layout of the database as the list of its migration steps. A step that was ever shipped never changes.
enum Schema {
    /// The application ID in the file's header, which tells the store from any other database: "BNCH".
    static let applicationID = 0x424E_4348
    static let layout = DatabaseLayout(
        applicationID: applicationID, label: "banchan.store", steps: steps, current: current)

    private static let steps: [DatabaseLayout.Step] = [
        ordersAndOutbox, stockAndSections, drinksAndAnswers, records, orderStates, englishTitles, takenStock,
        outboxKinds,
    ]

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
                """)
        try db.execute(sql: keysAndOutbox)
    }

    /// `number` counts the changes of all sections; `content` is the recorded contents of a section.
    private static func stockAndSections(_ db: Database) throws {
        try db.execute(sql: stock)
    }

    /// Days are yyyyMMdd. `beverage` describes an item of a batch completely, including its class; `made_on` and
    /// `class` repeat parts of it for people who read the table. `number` is that of a section's change. A CHECK
    /// enforces that inserted money is spent, returned or still in the balance.
    private static func drinksAndAnswers(_ db: Database) throws {
        try db.execute(sql: drinks)
    }

    /// `lines` is JSON, and NULL for an order of one line, which then fits in the row's own columns: no query needs a
    /// single line, and such compact rows keep the rate of orders high. `steps` is JSON, and NULL until the order
    /// changes after it was placed. `changed` is the number of its latest change, in the numbering of all sections. The
    /// defaults treat existing orders as handed over and announced: they are long done, and whether they were announced
    /// is unknown.
    private static func orderStates(_ db: Database) throws {
        try db.execute(
            sql: """
                ALTER TABLE orders ADD COLUMN item TEXT NOT NULL DEFAULT '';
                ALTER TABLE orders ADD COLUMN lines TEXT;
                ALTER TABLE orders ADD COLUMN delivery_fee INTEGER NOT NULL DEFAULT 0;
                ALTER TABLE orders ADD COLUMN state TEXT NOT NULL DEFAULT 'handed_over';
                ALTER TABLE orders ADD COLUMN steps TEXT;
                ALTER TABLE orders ADD COLUMN reason TEXT;
                ALTER TABLE orders ADD COLUMN session TEXT;
                ALTER TABLE orders ADD COLUMN changed INTEGER NOT NULL DEFAULT 0;
                ALTER TABLE orders ADD COLUMN is_announced INTEGER NOT NULL DEFAULT 1;
                CREATE INDEX orders_by_state ON orders (state);
                CREATE INDEX orders_by_time ON orders (placed_at);
                CREATE INDEX orders_of_session ON orders (session) WHERE session IS NOT NULL;
                CREATE INDEX orders_by_change ON orders (changed) WHERE session IS NOT NULL;
                """)
    }

    /// `title_en` is the English title of an order of one line; an order of several lines has them in `lines`.
    private static func englishTitles(_ db: Database) throws {
        try db.execute(sql: "ALTER TABLE orders ADD COLUMN title_en TEXT")
    }

    /// `taken` is JSON, and NULL for an order that took nothing from a stock. What earlier orders took is unknown.
    private static func takenStock(_ db: Database) throws {
        try db.execute(sql: "ALTER TABLE orders ADD COLUMN taken TEXT")
    }

    /// `kind` is what a message is about, `failure` why it is sent on its own. Messages from before were about new orders;
    /// those about cancelled ones are dropped.
    private static func outboxKinds(_ db: Database) throws {
        try db.execute(
            sql: """
                ALTER TABLE outbox ADD COLUMN kind TEXT NOT NULL DEFAULT 'order';
                ALTER TABLE outbox ADD COLUMN added_at INTEGER NOT NULL DEFAULT 0;
                ALTER TABLE outbox ADD COLUMN may_have_arrived INTEGER NOT NULL DEFAULT 0;
                ALTER TABLE outbox ADD COLUMN failure TEXT;
                UPDATE outbox SET may_have_arrived = attempts > 0,
                    added_at = 1000 * (SELECT placed_at FROM orders WHERE orders.id = order_id);
                DELETE FROM outbox WHERE order_id IN (SELECT id FROM orders WHERE state = 'cancelled');
                CREATE INDEX outbox_of_order ON outbox (order_id);
                """)
    }

    /// All tables of modules in one; `value` is JSON.
    private static func records(_ db: Database) throws {
        try db.execute(sql: recordTables)
    }
}
