import Domain
import Foundation
import GRDB
import TerminalText

extension SQLiteTransaction {
    func orders(after id: Int, limit: Int) throws -> [Order] {
        try orders("WHERE id > ? ORDER BY id LIMIT ?", [id, limit])
    }

    func order(_ id: Int) throws -> Order? { try orders("WHERE id = ?", [id]).first }

    func orders(in state: OrderState, before id: Int?, limit: Int) throws -> [Order] {
        try orders("WHERE state = ? AND id < ? ORDER BY id DESC LIMIT ?", [state.rawValue, id ?? .max, limit])
    }

    func orderCount(in state: OrderState) throws -> Int { try row(OrderCount.query(state), [])?["count"] ?? 0 }

    func orders(of session: UUID, before id: Int?, limit: Int) throws -> [Order] {
        try orders("WHERE session = ? AND id < ? ORDER BY id DESC LIMIT ?", [session.uuidString, id ?? .max, limit])
    }

    func orderCount(of session: UUID) throws -> Int {
        try row("SELECT COUNT(*) AS count FROM orders WHERE session = ?", [session.uuidString])?["count"] ?? 0
    }

    func orders(placedIn times: Range<Date>, behind last: Order?, limit: Int) throws -> [Order] {
        try orders(
            "WHERE (placed_at, id) > (?, ?) AND placed_at < ? ORDER BY placed_at, id LIMIT ?",
            [
                (last?.placedAt ?? times.lowerBound).wholeSeconds(.up), last?.id ?? 0,
                times.upperBound.wholeSeconds(.up), limit,
            ])
    }

    func unannouncedOrders(limit: Int) throws -> [Order] {
        try orders("WHERE is_announced = 0 ORDER BY id LIMIT ?", [limit])
    }

    private func orders(_ condition: String, _ arguments: StatementArguments) throws -> [Order] {
        try rows("SELECT * FROM orders \(condition)", arguments).map { try Order($0) }
    }

    func session(ofOrder id: Int) throws -> UUID? {
        let session: String? = try row("SELECT session FROM orders WHERE id = ?", [id])?["session"]
        return session.flatMap { UUID(uuidString: $0) }
    }

    func taken(byOrder id: Int) throws -> [TakenStock] {
        try row("SELECT taken FROM orders WHERE id = ?", [id])?.textIfAny("taken").map(JSONText.value) ?? []
    }

    func orderSessions(changedAfter number: Int) throws -> [UUID: Int] {
        // Few rows changed since the last query; grouping in SQL would make SQLite go through all sessions there ever
        // were.
        let changed = try rows(
            """
            SELECT session, changed FROM orders INDEXED BY orders_by_change
            WHERE changed > ? AND session IS NOT NULL
            """, [number])
        let sessions = changed.compactMap { row in UUID(uuidString: row["session"]).map { ($0, row["changed"] as Int) }
        }
        return Dictionary(sessions, uniquingKeysWith: max)
    }

    func insert(_ order: NewOrder, change: Int) throws -> Order {
        let placed = order.placed(as: 0)
        let lines = placed.onlyLine == nil ? try JSONText.text(of: placed.lines) : nil
        try run(
            """
            INSERT INTO orders (
                counter, who, title, quantity, unit_price, total, placed_at, item, lines, delivery_fee, state, session,
                changed, is_announced, title_en, taken)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                placed.counter.rawValue, order.who.string, placed.title.string, placed.quantity,
                placed.unitPrice.amount, placed.total.amount, order.placedAt.wholeSeconds(.down),
                placed.onlyLine?.item.id ?? "", lines, order.deliveryFee.amount, order.state.rawValue,
                order.session?.uuidString, change, order.isAnnounced, placed.onlyLine?.titleInEnglish?.string,
                order.taken.isEmpty ? nil : try JSONText.text(of: order.taken),
            ])
        return order.placed(as: Int(db.lastInsertedRowID))
    }

    func update(_ order: Order, change: Int) throws {
        try run(
            "UPDATE orders SET state = ?, steps = ?, reason = ?, changed = ? WHERE id = ?",
            [order.state.rawValue, try JSONText.text(of: order.steps), order.reason?.string, change, order.id])
    }

    func setAnnounced(order id: Int) throws { try run("UPDATE orders SET is_announced = 1 WHERE id = ?", [id]) }
}
