import SQLiteFile

/// The tables of a shop, described once for both databases and for copies from one to the other.
///
/// Times of day are whole seconds, deadlines milliseconds, both since 1970; money is won; days are yyyyMMdd; what is yes
/// or no is 1 or 0. In `orders`, `lines` is JSON, and NULL for an order of one plain line, which then fits in the row's
/// own columns: no query needs a single line, and such compact rows keep the rate of orders high. `day` is the business
/// day and `day_number` the number that begins at 1 with it. `steps` is JSON, and NULL
/// until the order changes after it was placed; `taken` is JSON, and NULL for an order that took nothing from a stock;
/// `has_guest_data` says whether the order has a phone number, an address or a note, which are erased some time after it
/// is finished; `reductions` is JSON, and NULL if nothing was taken out of the order; `delivery_terms` is JSON, and NULL if it is not
/// delivered; `bookings` has the changes of orders after their business day or closing, each with the sale before and after
/// as JSON; `closings` has for each one its first orders and bookings and those that follow it, and its report as JSON;
/// a message of the `outbox` is about either an order or a closing;
/// `changed` is the number of its latest change, in the numbering of all sections. `number` is that of a section's
/// change. `beverage` describes an item of a batch completely; `made_on` and `class` repeat parts of it for people who
/// read the table. `records` has the tables of all modules; `value` is JSON.
enum Schema {
    /// In order of copying: tables come after those that they reference.
    static let tables = [
        Table(
            "orders", key: ["id"], summed: "total", content: .orders,
            integers: [
                "id", "day_number", "quantity", "unit_price", "total", "delivery_fee", "placed_at", "wanted_at?",
                "changed", "is_announced", "has_guest_data",
            ],
            texts: [
                "day", "counter", "who", "receive", "phone?", "address?", "note?", "title", "title_en?", "item",
                "section?", "lines?", "state", "steps?", "reason?", "taken?", "payment?", "reductions?",
                "delivery_terms?",
            ],
            uuids: ["session?"],
            indexes: [
                .init("orders_by_state", "state"), .init("orders_by_day", "day, day_number"),
                .init("orders_of_session", "session", where: "session IS NOT NULL"),
                .init("orders_by_change", "changed", where: "session IS NOT NULL"),
                .init("orders_with_guest_data", "day", where: "has_guest_data = 1"),
                // A shop without messages would write an entry for each order, and one file is read quickly.
                .init("orders_unannounced", "id", where: "is_announced = 0", in: [.postgreSQL]),
            ]),
        Table(
            "bookings", key: ["id"], content: .bookings, orders: ["order_id"], integers: ["id", "booked_at"],
            texts: ["day", "sale_before", "sale_after"],
            indexes: [.init("bookings_by_day", "day"), .init("bookings_of_order", "order_id")]),
        Table(
            "closings", key: ["number"], content: .closings,
            integers: [
                "number", "opened_at?", "closed_at", "first_order", "next_order", "first_booking", "next_booking",
                "cash_counted?",
            ], texts: ["report?"]),
        Table(
            "idempotency_keys", key: ["key"], summed: "order_id", content: .keys, orders: ["order_id"],
            texts: ["request"], uuids: ["key"]),
        Table(
            "answers", key: ["key"], content: .answers, integers: ["answered_at"], texts: ["request", "answer"],
            uuids: ["key"], indexes: [.init("answers_by_age", "answered_at")]),
        Table(
            "outbox", key: ["id"], summed: "order_id", content: .messages, orders: ["order_id?"],
            closings: ["closing?"],
            integers: ["id", "attempts", "next_at", "leased_until", "failed_at?", "added_at", "may_have_arrived"],
            texts: ["destination", "kind", "failure?"], checks: ["(order_id IS NULL) <> (closing IS NULL)"],
            indexes: [
                .init("outbox_to_send", "id", where: "failed_at IS NULL"), .init("outbox_of_order", "order_id"),
            ]),
        Table("outbox_pace", key: ["destination"], integers: ["ready_at"], texts: ["destination"]),
        Table(
            "sections", key: ["path"], summed: "version", content: .sections, integers: ["version", "number"],
            texts: ["path", "content?"]),
        Table(
            "stock", key: ["fruit"], summed: "count", content: .fruit, integers: ["count"], texts: ["fruit"],
            checks: ["count BETWEEN 0 AND 100"]),
        Table(
            "drink_stock", key: ["drink", "beverage"], summed: "count", content: .drinks, integers: ["count"],
            texts: ["drink", "beverage", "class", "made_on"], checks: ["count >= 0"]),
        Table(
            "drink_sessions", key: ["session"], summed: "balance", content: .money,
            integers: ["balance", "inserted", "spent", "returned", "purchases", "number"], uuids: ["session"],
            checks: ["balance >= 0", "inserted = spent + balance + returned"],
            indexes: [.init("drink_sessions_by_change", "number")]),
        Table(
            "drink_purchases", key: ["order_id"], content: .purchases, orders: ["order_id"],
            texts: ["drink", "name", "kind", "image"], uuids: ["session"],
            indexes: [.init("drink_purchases_of_session", "session")]),
        Table("drink_totals", key: ["kind"], summed: "amount", integers: ["count", "amount"], texts: ["kind"]),
        Table("records", key: ["module_table", "key"], content: .records, texts: ["module_table", "key", "value"]),
    ]

    /// Returns the statements that make the tables and their indexes.
    static func sql(for dialect: Dialect) -> String { tables.map { $0.sql(for: dialect) }.joined(separator: "\n") }

    /// Returns every column, as `orders.total`, and the name of its type.
    static func columns(of dialect: Dialect) -> [(name: String, type: String)] {
        tables.flatMap { table in
            table.columns.map { ("\(table.name).\($0.name)", dialect.name(of: $0.kind)) }
        }
    }

    /// The layout of an SQLite file. The application ID in its header is "BNCH".
    static let layout = DatabaseLayout(
        applicationID: 0x424E_4348, label: "banchan.store", schema: sql(for: .sqlite))
}

/// A database's way of writing the statements that make tables.
enum Dialect {
    case sqlite, postgreSQL
}

struct Table: Sendable {
    enum Kind: Sendable {
        case integer, text, uuid
        /// The numbers of rows of other tables.
        case order, closing
    }

    struct Column: Sendable {
        let name: String
        let kind: Kind
        let isOptional: Bool
    }

    struct Index: Sendable {
        let name: String
        let columns: String
        let condition: String?
        let dialects: [Dialect]

        /// Rows that are equal in `columns` are in the order of the table's key, if that is a number.
        init(
            _ name: String, _ columns: String, where condition: String? = nil,
            in dialects: [Dialect] = [.sqlite, .postgreSQL]
        ) {
            (self.name, self.columns, self.condition, self.dialects) = (name, columns, condition, dialects)
        }
    }

    let name: String
    let columns: [Column]
    /// The columns of the primary key, in whose order rows are copied.
    let key: [Column]
    /// The column whose sum must be equal after copying, like the number of rows.
    let summed: String?
    /// The kind of the rows, for the report of a copy's totals.
    let content: StoreCopy.Content?
    private let checks: [String]
    private let indexes: [Index]

    /// Creates a description. A name with a `?` is that of a column that can be NULL.
    init(
        _ name: String, key: [String], summed: String? = nil, content: StoreCopy.Content? = nil,
        orders: [String] = [], closings: [String] = [], integers: [String] = [], texts: [String] = [],
        uuids: [String] = [], checks: [String] = [], indexes: [Index] = []
    ) {
        let kinds: [(Kind, [String])] = [
            (.integer, integers), (.order, orders), (.closing, closings), (.text, texts), (.uuid, uuids),
        ]
        let columns = kinds.flatMap { kind, names in
            names.map { Column(name: $0.replacing("?", with: ""), kind: kind, isOptional: $0.hasSuffix("?")) }
        }
        self.key = key.compactMap { name in columns.first { $0.name == name } }
        // The key comes first: of a table without row numbers, SQLite 3.40 checks the columns in another order.
        self.columns = self.key + columns.filter { !key.contains($0.name) }
        (self.name, self.summed, self.content) = (name, summed, content)
        (self.checks, self.indexes) = (checks, indexes)
    }

    fileprivate func sql(for dialect: Dialect) -> String {
        let parts =
            columns.map { "\($0.name) \(dialect.type($0.kind))\($0.isOptional ? "" : " NOT NULL")" }
            + ["PRIMARY KEY (\(key.map(\.name).joined(separator: ", ")))"] + checks.map { "CHECK (\($0))" }
        let table = "CREATE TABLE \(name) (\n    \(parts.joined(separator: ",\n    "))\n)\(options(in: dialect));"
        let indexes = indexes.filter { $0.dialects.contains(dialect) }.map { index in
            let condition = index.condition.map { " WHERE \($0)" } ?? ""
            return
                "CREATE INDEX \(index.name) ON \(name) (\(index.columns)\(ending(of: index, in: dialect)))\(condition);"
        }
        return ([table] + indexes).joined(separator: "\n")
    }

    /// Whether a number is the primary key: SQLite then keeps the rows in its order, and has it in each index.
    private var hasNumberedRows: Bool { key.count == 1 && [.integer, .order].contains(key[0].kind) }

    private func options(in dialect: Dialect) -> String {
        switch dialect {
        case .sqlite: hasNumberedRows ? " STRICT" : " STRICT, WITHOUT ROWID"
        case .postgreSQL: ""
        }
    }

    private func ending(of index: Index, in dialect: Dialect) -> String {
        guard dialect == .postgreSQL, hasNumberedRows, index.columns != key[0].name else { return "" }
        return ", \(key[0].name)"
    }
}

extension Dialect {
    /// The name of a column's type alone.
    fileprivate func name(of kind: Table.Kind) -> String { String(type(kind).prefix { $0 != " " }) }

    fileprivate func type(_ kind: Table.Kind) -> String {
        switch (self, kind) {
        case (.sqlite, .integer): "INTEGER"
        case (.sqlite, .order): "INTEGER REFERENCES orders (id)"
        case (.sqlite, .closing): "INTEGER REFERENCES closings (number)"
        case (.sqlite, .text), (.sqlite, .uuid): "TEXT"
        case (.postgreSQL, .integer): "bigint"
        case (.postgreSQL, .order): "bigint REFERENCES orders (id)"
        case (.postgreSQL, .closing): "bigint REFERENCES closings (number)"
        // Sorted by its bytes, like in SQLite.
        case (.postgreSQL, .text): #"text COLLATE "C""#
        case (.postgreSQL, .uuid): "uuid"
        }
    }
}
