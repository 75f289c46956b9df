import Domain
import Foundation
import GRDB

/// Orders and the keys under which they were asked for.
enum OrderTable {
    /// Keeps the order unless its key is known or there is too little for it. Within the transaction of whoever calls.
    static func place(_ placing: NewOrder, in db: Database) throws -> OrderOutcome {
        if let earlier = try placement(of: placing.key, in: db) { return earlier }
        do {
            if let juice = placing.juice { try StockTable.make(juice, in: db) }
        } catch let shortage as Shortage {
            return .short(shortage)
        }
        let order = try keep(placing, in: db)
        try db.cachedStatement(sql: "INSERT INTO idempotency_keys (key, request, order_id) VALUES (?, ?, ?)")
            .execute(arguments: [placing.key.id.uuidString, placing.key.request, order.id])
        return .placed(order)
    }

    /// Keeps the order and its message, but not its key. Within the transaction of whoever calls.
    static func keep(_ placing: NewOrder, in db: Database) throws -> PlacedOrder {
        let order = try insert(placing, in: db)
        if placing.isAnnounced {
            try db.cachedStatement(sql: "INSERT INTO outbox (order_id) VALUES (?)").execute(arguments: [order.id])
        }
        return order
    }

    static func placement(of key: IdempotencyKey, in db: Database) throws -> OrderOutcome? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT orders.*, request FROM idempotency_keys JOIN orders ON orders.id = order_id WHERE key = ?
                """)
        guard let row = try Row.fetchOne(statement, arguments: [key.id.uuidString]) else {
            return try AnswerTable.knows(key, in: db) ? .keyTaken : nil
        }
        let request: String = row["request"]
        return request == key.request ? .repeated(LedgerOrder(row).order) : .keyTaken
    }

    /// Whether the key belongs to an order.
    static func knows(_ key: IdempotencyKey, in db: Database) throws -> Bool {
        let statement = try db.cachedStatement(sql: "SELECT 1 FROM idempotency_keys WHERE key = ?")
        return try Int.fetchOne(statement, arguments: [key.id.uuidString]) != nil
    }

    static func orders(after id: Int, limit: Int, in db: Database) throws -> [LedgerOrder] {
        let statement = try db.cachedStatement(sql: "SELECT * FROM orders WHERE id > ? ORDER BY id LIMIT ?")
        return try Row.fetchAll(statement, arguments: [id, limit]).map(LedgerOrder.init)
    }

    private static func insert(_ placing: NewOrder, in db: Database) throws -> PlacedOrder {
        let seconds = Int(placing.placedAt.timeIntervalSince1970.rounded(.down))
        try db.cachedStatement(
            sql: """
                INSERT INTO orders (counter, who, title, quantity, unit_price, total, placed_at)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            placing.counter.rawValue, placing.who, placing.title, placing.quantity, placing.unitPrice.amount,
            placing.total.amount, seconds,
        ])
        return PlacedOrder(
            id: Int(db.lastInsertedRowID), who: placing.who, title: placing.title, quantity: placing.quantity,
            unitPrice: placing.unitPrice, total: placing.total,
            placedAt: Date(timeIntervalSince1970: Double(seconds)))
    }
}

extension LedgerOrder {
    /// The order in a row that has all columns of `orders`.
    init(_ row: Row) {
        let placedAt: Int = row["placed_at"]
        self.init(
            counter: SalesCounter(rawValue: row["counter"]),
            order: PlacedOrder(
                id: row["id"], who: row["who"], title: row["title"], quantity: row["quantity"],
                unitPrice: Won(row["unit_price"]), total: Won(row["total"]),
                placedAt: Date(timeIntervalSince1970: Double(placedAt))))
    }
}
