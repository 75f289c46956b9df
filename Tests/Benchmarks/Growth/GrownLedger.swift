import Foundation
import GRDB
import TestPeers

/// A ledger filled with old orders that have been handed over, each with its idempotency key.
enum GrownLedger {
    case postgreSQL(PostgreSQLServer, database: String)
    /// The path of the database file.
    case sqlite(String)

    var name: String {
        switch self {
        case .postgreSQL: "PostgreSQL"
        case .sqlite: "SQLite"
        }
    }

    /// Adds orders until there are `count`. No server may have the SQLite database open meanwhile.
    func grow(to count: Int) throws {
        switch self {
        case .postgreSQL(let server, let database):
            let key = "lpad(to_hex(n), 32, '0')::uuid"
            for sql in GrownLedger.statements(count, in: "banchan.", key: key) + ["ANALYZE"] {
                try server.run(sql, in: database)
            }
        case .sqlite(let path):
            let queue = try DatabaseQueue(path: path)
            try queue.write { db in
                let key = "printf('%08x-0000-0000-0000-000000000000', n)"
                for sql in GrownLedger.statements(count, in: "", key: key) { try db.execute(sql: sql) }
            }
            try queue.close()
        }
    }

    /// Returns SQL that both databases understand. Each idempotency key is derived from its order's number.
    private static func statements(_ count: Int, in schema: String, key: String) -> [String] {
        let numbers = """
            WITH RECURSIVE numbers(n) AS (
                SELECT COALESCE(MAX(id), 0) + 1 FROM \(schema)orders UNION ALL SELECT n + 1 FROM numbers WHERE n < \(count)
            )
            """
        let now = Int(Date().timeIntervalSince1970)
        return [
            """
            \(numbers) INSERT INTO \(schema)orders (
                id, counter, who, title, item, quantity, unit_price, total, delivery_fee, state, placed_at, changed,
                is_announced, has_guest_data, day, day_number, receive)
            SELECT n, 'menu', '지훈', '[소반가] 시금치나물', 'H1', 1, 3900, 6400, 2500, 'handed_over',
                \(now) - 30 * (\(count) - n), 0, 1, 0, '20270115', n, 'pickup'
            FROM numbers WHERE n <= \(count)
            """,
            """
            INSERT INTO \(schema)idempotency_keys (key, request, order_id)
            SELECT \(key), 'request', n FROM (SELECT id AS n FROM \(schema)orders) AS orders
            WHERE n > (SELECT COALESCE(MAX(order_id), 0) FROM \(schema)idempotency_keys)
            """,
        ]
    }
}
