// The tables as texts. Those that a step uses never change.
extension Schema {
    /// The current layout, as all steps together make it. A new database gets it at once: half of the time that the
    /// steps take goes into adding columns to tables that were only just created. A table that a later step changes gets
    /// a text of its own here, like `orders`; the others share theirs with the step that made them.
    static let current = """
        CREATE TABLE orders (
            id INTEGER PRIMARY KEY,
            counter TEXT NOT NULL,
            who TEXT NOT NULL,
            title TEXT NOT NULL,
            quantity INTEGER NOT NULL,
            unit_price INTEGER NOT NULL,
            total INTEGER NOT NULL,
            placed_at INTEGER NOT NULL,
            item TEXT NOT NULL DEFAULT '',
            lines TEXT,
            delivery_fee INTEGER NOT NULL DEFAULT 0,
            state TEXT NOT NULL DEFAULT 'handed_over',
            steps TEXT,
            reason TEXT,
            session TEXT,
            changed INTEGER NOT NULL DEFAULT 0,
            is_announced INTEGER NOT NULL DEFAULT 1,
            title_en TEXT,
            taken TEXT
        ) STRICT;
        CREATE INDEX orders_by_state ON orders (state);
        CREATE INDEX orders_by_time ON orders (placed_at);
        CREATE INDEX orders_of_session ON orders (session) WHERE session IS NOT NULL;
        CREATE INDEX orders_by_change ON orders (changed) WHERE session IS NOT NULL;
        \(keys)
        CREATE TABLE outbox (
            id INTEGER PRIMARY KEY,
            order_id INTEGER NOT NULL REFERENCES orders (id),
            attempts INTEGER NOT NULL DEFAULT 0,
            next_at INTEGER NOT NULL DEFAULT 0,
            leased_until INTEGER NOT NULL DEFAULT 0,
            failed_at INTEGER,
            kind TEXT NOT NULL DEFAULT 'order',
            added_at INTEGER NOT NULL DEFAULT 0,
            may_have_arrived INTEGER NOT NULL DEFAULT 0,
            failure TEXT
        ) STRICT;
        \(outboxPace)
        CREATE INDEX outbox_of_order ON outbox (order_id);
        \(stock)
        \(drinks)
        \(recordTables)
        """

    /// Of the step `ordersAndOutbox`.
    static let keysAndOutbox = """
        \(keys)
        CREATE TABLE outbox (
            id INTEGER PRIMARY KEY,
            order_id INTEGER NOT NULL REFERENCES orders (id),
            attempts INTEGER NOT NULL DEFAULT 0,
            next_at INTEGER NOT NULL DEFAULT 0,
            leased_until INTEGER NOT NULL DEFAULT 0,
            failed_at INTEGER
        ) STRICT;
        \(outboxPace)
        """

    private static let keys = """
        CREATE TABLE idempotency_keys (
            key TEXT PRIMARY KEY,
            request TEXT NOT NULL,
            order_id INTEGER NOT NULL REFERENCES orders (id)
        ) STRICT, WITHOUT ROWID;
        """

    private static let outboxPace = """
        CREATE INDEX outbox_to_send ON outbox (id) WHERE failed_at IS NULL;
        CREATE TABLE outbox_pace (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            ready_at INTEGER NOT NULL
        ) STRICT;
        INSERT INTO outbox_pace (id, ready_at) VALUES (1, 0);
        """

    /// Of the step `stockAndSections`.
    static let stock = """
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
        """

    /// Of the step `drinksAndAnswers`.
    static let drinks = """
        CREATE TABLE drink_stock (
            drink TEXT NOT NULL,
            beverage TEXT NOT NULL,
            class TEXT NOT NULL,
            made_on TEXT NOT NULL,
            count INTEGER NOT NULL CHECK (count >= 0),
            PRIMARY KEY (drink, beverage)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE drink_sessions (
            session TEXT PRIMARY KEY,
            balance INTEGER NOT NULL CHECK (balance >= 0),
            inserted INTEGER NOT NULL,
            spent INTEGER NOT NULL,
            returned INTEGER NOT NULL,
            purchases INTEGER NOT NULL,
            number INTEGER NOT NULL,
            CHECK (inserted = spent + balance + returned)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX drink_sessions_by_change ON drink_sessions (number);
        CREATE TABLE drink_purchases (
            order_id INTEGER PRIMARY KEY REFERENCES orders (id),
            session TEXT NOT NULL,
            drink TEXT NOT NULL,
            name TEXT NOT NULL,
            kind TEXT NOT NULL,
            image TEXT NOT NULL
        ) STRICT;
        CREATE INDEX drink_purchases_of_session ON drink_purchases (session, order_id);
        CREATE TABLE drink_totals (
            kind TEXT PRIMARY KEY,
            count INTEGER NOT NULL,
            amount INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE answers (
            key TEXT PRIMARY KEY,
            request TEXT NOT NULL,
            answer TEXT NOT NULL,
            answered_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX answers_by_age ON answers (answered_at);
        """

    /// Of the step `records`.
    static let recordTables = """
        CREATE TABLE records (
            module_table TEXT NOT NULL,
            key TEXT NOT NULL,
            value TEXT NOT NULL,
            PRIMARY KEY (module_table, key)
        ) STRICT, WITHOUT ROWID;
        """
}
