import Domain

/// A pgbench script with the statements by which the PostgreSQL store saves orders.
struct OrderScript {
    /// The number of orders saved in one transaction. If there are several, each has a savepoint of its own.
    let orders: Int

    /// The values of the parameters that are the same for every order.
    static let values = [
        "module": "dish changes", "path": OrderState.received.board.path, "counter": "menu", "who": "지훈",
        "title": "[소반가] 시금치나물",
        "quantity": "1", "price": "3900", "total": "6400", "time": "1790000000", "item": "H1", "fee": "2500",
        "state": "received", "announced": "0", "written": "0", "day": "20270115", "receive": "pickup",
        "request": String(repeating: "5a", count: 32),
    ]
    /// The SQL expression of a new idempotency key, made from pgbench's variable `random`.
    static let key = "lpad(:random::text, 32, '0')::uuid"

    var text: String {
        let one = (0..<orders).map { number in
            (orders > 1 ? ["SAVEPOINT own;"] : []) + OrderScript.order(isFirst: number == 0)
                + (orders > 1 ? ["RELEASE own;"] : [])
        }
        return (OrderScript.beginning + one.flatMap(\.self) + ["NOTIFY banchan_changes;", "COMMIT;", ""])
            .joined(separator: "\n")
    }

    private static let beginning = [
        "BEGIN ISOLATION LEVEL REPEATABLE READ;",
        "SET LOCAL lock_timeout TO 5000;",
        "LOCK TABLE banchan.layout IN EXCLUSIVE MODE;",
        """
        SELECT set_config('search_path', 'banchan', true), set_config('statement_timeout', '10000', true), \
        set_config('lock_timeout', '5000', true), set_config('idle_in_transaction_session_timeout', '10000', true);
        """,
    ]

    private static func order(isFirst: Bool) -> [String] {
        [
            "\\set random random(1, 9000000000000000000)",
            """
            SELECT request, order_id, NULL AS answer FROM idempotency_keys WHERE key = \(key) \
            UNION ALL SELECT request, NULL, answer FROM answers WHERE key = \(key);
            """,
            "SELECT value FROM records WHERE module_table = :module AND key = :item;",
            "SELECT value FROM records WHERE module_table = :module AND key = :item;",
        ] + (isFirst ? [version] : []) + [
            """
            SELECT COALESCE(MAX(id), 0) + 1 AS id, (SELECT day FROM orders ORDER BY id DESC LIMIT 1) AS last FROM orders \
            \\gset
            """,
            "SELECT COALESCE(MAX(day_number), 0) + 1 AS next FROM orders WHERE day = :day \\gset",
            insertion,
            "INSERT INTO idempotency_keys (key, request, order_id) VALUES (\(key), :request, :id);",
        ]
    }

    private static let version = """
        INSERT INTO sections (path, version, number) \
        VALUES (:path, 1, (SELECT COALESCE(MAX(number), 0) + 1 FROM sections)) \
        ON CONFLICT (path) DO UPDATE SET version = sections.version + 1, number = excluded.number \
        RETURNING version, number \\gset
        """
    private static let insertion = """
        INSERT INTO orders ( \
        id, counter, who, title, quantity, unit_price, total, placed_at, item, lines, delivery_fee, state, \
        session, changed, is_announced, title_en, taken, day, day_number, receive, phone, address, wanted_at, note, \
        delivery_terms, has_guest_data, section) \
        VALUES (:id, :counter, :who, :title, :quantity, :price, :total, :time, :item, NULL, :fee, :state, NULL, \
        :number, :announced, NULL, NULL, :day, :next, :receive, NULL, NULL, NULL, NULL, NULL, :written, NULL);
        """
}
