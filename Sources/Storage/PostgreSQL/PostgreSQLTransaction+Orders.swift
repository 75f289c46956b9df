import Domain
import Foundation
import TerminalText

extension PostgreSQLTransaction {
    /// The columns that an `Order` is created from.
    static let orderColumns = """
        orders.id, counter, who, title, title_en, item, quantity, unit_price, lines, delivery_fee, state, steps, reason,
        placed_at
        """

    func orders(after id: Int, limit: Int) throws -> [Order] {
        try orders("WHERE id > $1 ORDER BY id LIMIT $2", [id, limit])
    }

    func order(_ id: Int) throws -> Order? { try orders("WHERE id = $1", [id]).first }

    func orders(in state: OrderState, before id: Int?, limit: Int) throws -> [Order] {
        try orders("WHERE state = $1 AND id < $2 ORDER BY id DESC LIMIT $3", [state.rawValue, id ?? .max, limit])
    }

    func orderCount(in state: OrderState) throws -> Int { try row(OrderCount.query(state), [])?.integer("count") ?? 0 }

    func orders(of session: UUID, before id: Int?, limit: Int) throws -> [Order] {
        try orders("WHERE session = $1 AND id < $2 ORDER BY id DESC LIMIT $3", [session, id ?? .max, limit])
    }

    func orderCount(of session: UUID) throws -> Int {
        try row("SELECT COUNT(*) AS count FROM orders WHERE session = $1", [session])?.integer("count") ?? 0
    }

    func orders(placedIn times: Range<Date>, behind last: Order?, limit: Int) throws -> [Order] {
        try orders(
            "WHERE (placed_at, id) > ($1, $2) AND placed_at < $3 ORDER BY placed_at, id LIMIT $4",
            [
                (last?.placedAt ?? times.lowerBound).wholeSeconds(.up), last?.id ?? 0,
                times.upperBound.wholeSeconds(.up), limit,
            ])
    }

    func unannouncedOrders(limit: Int) throws -> [Order] {
        try orders("WHERE NOT is_announced ORDER BY id LIMIT $1", [limit])
    }

    private func orders(_ condition: String, _ parameters: [(any SQLParameter)?]) throws -> [Order] {
        try rows("SELECT \(PostgreSQLTransaction.orderColumns) FROM orders \(condition)", parameters)
            .map { try Order($0) }
    }

    func session(ofOrder id: Int) throws -> UUID? {
        try row("SELECT session FROM orders WHERE id = $1", [id])?.textIfAny("session").flatMap { UUID(uuidString: $0) }
    }

    func taken(byOrder id: Int) throws -> [TakenStock] {
        try row("SELECT taken FROM orders WHERE id = $1", [id])?.textIfAny("taken").map(JSONText.value) ?? []
    }

    func orderSessions(changedAfter number: Int) throws -> [UUID: Int] {
        let changed = try rows(
            "SELECT session, changed FROM orders WHERE changed > $1 AND session IS NOT NULL", [number])
        let sessions = try changed.compactMap { row in
            try UUID(uuidString: row.text("session")).map { ($0, try row.integer("changed")) }
        }
        return Dictionary(sessions, uniquingKeysWith: max)
    }

    func insert(_ order: NewOrder, change: Int) throws -> Order {
        let placed = order.placed(as: 0)
        let lines = placed.onlyLine == nil ? try JSONText.text(of: placed.lines) : nil
        // `MAX(id) + 1` leaves no gaps and is safe: nobody else writes meanwhile.
        let kept = try row(
            """
            INSERT INTO orders (
                id, counter, who, title, quantity, unit_price, total, placed_at, item, lines, delivery_fee, state,
                session, changed, is_announced, title_en, taken)
            VALUES (
                (SELECT COALESCE(MAX(id), 0) + 1 FROM orders),
                $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
            RETURNING id
            """,
            [
                placed.counter.rawValue, order.who.string, placed.title.string, placed.quantity,
                placed.unitPrice.amount, placed.total.amount, order.placedAt.wholeSeconds(.down),
                placed.onlyLine?.item.id ?? "", lines, order.deliveryFee.amount, order.state.rawValue, order.session,
                change, order.isAnnounced, placed.onlyLine?.titleInEnglish?.string,
                order.taken.isEmpty ? nil : try JSONText.text(of: order.taken),
            ])
        guard let kept else { throw StoreError.damaged }
        return order.placed(as: try kept.integer("id"))
    }

    func update(_ order: Order, change: Int) throws {
        try run(
            "UPDATE orders SET state = $1, steps = $2, reason = $3, changed = $4 WHERE id = $5",
            [order.state.rawValue, try JSONText.text(of: order.steps), order.reason?.string, change, order.id])
    }

    func setAnnounced(order id: Int) throws { try run("UPDATE orders SET is_announced = true WHERE id = $1", [id]) }
}
