/// A table to copy, which all database stores have.
struct CopiedTable: Sendable {
    enum Kind: Sendable { case integer, text, uuid, boolean }

    struct Column: Sendable {
        let name: String
        let kind: Kind
    }

    let name: String
    let columns: [Column]
    /// The key columns, in whose order rows are copied.
    let key: [Column]
    /// The column whose sum must be equal after copying, like the number of rows.
    let summed: String?
    /// The kind of the rows, for the report of the totals.
    let content: StoreCopy.Content?

    private init(
        _ name: String, key: [String], summed: String? = nil, _ content: StoreCopy.Content? = nil,
        integers: [String] = [], texts: [String] = [], uuids: [String] = [], booleans: [String] = []
    ) {
        let kinds: [(Kind, [String])] = [
            (.integer, integers), (.text, texts), (.uuid, uuids), (.boolean, booleans),
        ]
        columns = kinds.flatMap { kind, names in names.map { Column(name: $0, kind: kind) } }
        self.key = key.compactMap { [columns] name in columns.first { $0.name == name } }
        (self.name, self.summed, self.content) = (name, summed, content)
    }

    /// In order of copying: tables come after those that they reference.
    static let all = [
        CopiedTable(
            "orders", key: ["id"], summed: "total", .orders,
            integers: ["id", "quantity", "unit_price", "total", "delivery_fee", "placed_at", "changed"],
            texts: ["counter", "who", "title", "title_en", "item", "lines", "state", "steps", "reason", "taken"],
            uuids: ["session"], booleans: ["is_announced"]),
        CopiedTable(
            "idempotency_keys", key: ["key"], summed: "order_id", .keys, integers: ["order_id"], texts: ["request"],
            uuids: ["key"]),
        CopiedTable(
            "answers", key: ["key"], .answers, integers: ["answered_at"], texts: ["request", "answer"],
            uuids: ["key"]),
        CopiedTable(
            "outbox", key: ["id"], summed: "order_id", .messages,
            integers: [
                "id", "order_id", "attempts", "next_at", "leased_until", "failed_at", "added_at", "may_have_arrived",
            ], texts: ["kind", "failure"]),
        CopiedTable(
            "sections", key: ["path"], summed: "version", .sections, integers: ["version", "number"],
            texts: ["path", "content"]),
        CopiedTable("stock", key: ["fruit"], summed: "count", .fruit, integers: ["count"], texts: ["fruit"]),
        CopiedTable(
            "drink_stock", key: ["drink", "beverage"], summed: "count", .drinks, integers: ["count"],
            texts: ["drink", "beverage", "class", "made_on"]),
        CopiedTable(
            "drink_sessions", key: ["session"], summed: "balance", .money,
            integers: ["balance", "inserted", "spent", "returned", "purchases", "number"], uuids: ["session"]),
        CopiedTable(
            "drink_purchases", key: ["order_id"], .purchases, integers: ["order_id"],
            texts: ["drink", "name", "kind", "image"], uuids: ["session"]),
        CopiedTable(
            "drink_totals", key: ["kind"], summed: "amount", integers: ["count", "amount"], texts: ["kind"]),
        CopiedTable("records", key: ["module_table", "key"], .records, texts: ["module_table", "key", "value"]),
    ]
}

extension CopiedTable.Kind {
    /// Returns a value in the same notation for all databases, which is SQLite's.
    func normalized(_ text: String) -> String {
        switch self {
        case .integer, .text: text
        case .uuid: text.uppercased()
        case .boolean: ["t": "1", "f": "0"][text] ?? text
        }
    }
}
