import Domain
import Foundation
import TerminalText

/// Columns that several statements have in common.
enum SQL {
    static let orderColumns = """
        orders.id, day, day_number, counter, who, receive, phone, address, wanted_at, note, title, title_en, item,
        section, quantity, unit_price, lines, delivery_fee, payment, reductions, state, steps, reason, placed_at
        """
    static let closingColumns = """
        number, opened_at, closed_at, first_order, next_order, first_booking, next_booking, cash_counted
        """
}

private enum OrderDays {
    /// The number of orders from which on a page does not look for the last one of its days.
    static let maxCounted = 10_000
    /// Comes after all days.
    static let afterAll = "~"
}

extension SQLTransaction {
    func orders(matching filter: OrderFilter, after id: Int, limit: Int) throws -> [Order] {
        guard let (first, last) = try numbers(of: filter, after: id) else { return [] }
        var condition = SQLCondition(filter, above: first, through: last)
        let count = condition.parameter(limit)
        return try orders("\(condition.text) ORDER BY id LIMIT \(count)", condition.values)
    }

    /// Returns the numbers above and up to which the orders of the filter's days are, of those above `id`; `nil` if
    /// there are none. Numbers rise with the days, but for clocks that were set.
    ///
    /// A list begins with all its days. A later page begins at `id` anyway, and where there are many orders, it needs no
    /// end either.
    private func numbers(of filter: OrderFilter, after id: Int) throws -> (first: Int, last: Int)? {
        let (isFirst, days) = (id <= 0, filter.days)
        guard days.last != nil || days.first != nil && isFirst else { return (id, .max) }
        let limit = isFirst ? Int.max : OrderDays.maxCounted
        let found = try row(
            """
            SELECT COUNT(*) AS count, MIN(id) AS first, MAX(id) AS last FROM (
                SELECT id FROM orders WHERE day >= $1 AND day <= $2 ORDER BY day LIMIT $3
            ) AS placed
            """,
            [days.first?.text ?? "", days.last?.text ?? OrderDays.afterAll, limit])
        guard let found, let first = try found.integerIfAny("first"), let last = try found.integerIfAny("last")
        else { return nil }
        return try found.integer("count") < limit ? (max(id, first - 1), last) : (id, .max)
    }

    func order(_ id: Int) throws -> Order? { try orders("id = $1", [id]).first }

    func orders(in state: OrderState, before id: Int?, limit: Int) throws -> [Order] {
        try orders("state = $1 AND id < $2 ORDER BY id DESC LIMIT $3", [state.rawValue, id ?? .max, limit])
    }

    func orders(of session: UUID, before id: Int?, limit: Int) throws -> [Order] {
        try orders("session = $1 AND id < $2 ORDER BY id DESC LIMIT $3", [session, id ?? .max, limit])
    }

    func unannouncedOrders(limit: Int) throws -> [Order] {
        try orders("is_announced = 0 ORDER BY id LIMIT $1", [limit])
    }

    private func orders(_ condition: String, _ values: [(any SQLValue)?]) throws -> [Order] {
        try rows("SELECT \(SQL.orderColumns) FROM orders WHERE \(condition)", values).map { try Order($0) }
    }

    func orderCount(of session: UUID) throws -> Int {
        try row("SELECT COUNT(*) AS count FROM orders WHERE session = $1", [session])?.integer("count") ?? 0
    }

    /// Nearly all orders are handed over, and counting them would take longer with each. Numbers have no gaps, so that
    /// the highest one is the number of all orders, of which those in the other states are few.
    func orderCount(in state: OrderState) throws -> Int {
        let counted = OrderState.allCases.filter { ($0 == state) == (state != .handedOver) }
        let states = counted.map { "'\($0.rawValue)'" }.joined(separator: ", ")
        let all = state == .handedOver ? "(SELECT COALESCE(MAX(id), 0) FROM orders) - " : ""
        return try row("SELECT \(all)COUNT(*) AS count FROM orders WHERE state IN (\(states))")?.integer("count") ?? 0
    }

    func session(ofOrder id: Int) throws -> UUID? {
        try row("SELECT session FROM orders WHERE id = $1", [id])?.uuidIfAny("session")
    }

    func taken(byOrder id: Int) throws -> [TakenStock] {
        try row("SELECT taken FROM orders WHERE id = $1", [id])?.textIfAny("taken").map(StoredJSON.value) ?? []
    }

    func setTaken(_ taken: [TakenStock], byOrder id: Int) throws {
        try run("UPDATE orders SET taken = $1 WHERE id = $2", [try StoredJSON.text(of: taken), id])
    }

    func deliveryTerms(ofOrder id: Int) throws -> DeliveryTerms? {
        try row("SELECT delivery_terms FROM orders WHERE id = $1", [id])?.textIfAny("delivery_terms")
            .map(StoredJSON.value)
    }

    /// Few rows changed since the last query; grouping in SQL would make SQLite go through all sessions there ever were.
    func orderSessions(changedAfter sequence: Int) throws -> [UUID: Int] {
        let changed = try rows(
            "SELECT session, changed FROM orders WHERE changed > $1 AND session IS NOT NULL", [sequence])
        return Dictionary(
            try changed.map { (try $0.uuid("session"), try $0.integer("changed")) }, uniquingKeysWith: max)
    }

    /// `MAX(id) + 1` leaves no gaps and is safe: nobody else writes meanwhile. An INSERT that returns it would have
    /// SQLite journal each row, so that it can undo the statement alone.
    func insert(_ order: NewOrder, change: Int) throws -> Order {
        let last = try row(
            """
            SELECT COALESCE(MAX(id), 0) + 1 AS id, (SELECT day FROM orders ORDER BY id DESC LIMIT 1) AS last FROM orders
            """)
        let id = try last?.integer("id") ?? 1
        let day = try order.day.day(notBefore: last?.textIfAny("last"))
        let number = try row("SELECT COALESCE(MAX(day_number), 0) + 1 AS next FROM orders WHERE day = $1", [day.text])
        let placed = order.placed(as: id, number: try number?.integer("next") ?? 1, day: day)
        let (lines, handover) = (placed.hasPlainLine ? nil : try StoredJSON.text(of: placed.lines), placed.handover)
        try run(
            """
            INSERT INTO orders (
                id, counter, who, title, quantity, unit_price, total, placed_at, item, lines, delivery_fee, state,
                session, changed, is_announced, title_en, taken, day, day_number, receive, phone, address, wanted_at,
                note, delivery_terms, has_guest_data, section)
            VALUES (
                $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23,
                $24, $25, $26, $27)
            """,
            [
                id, placed.counter.rawValue, order.who.string, placed.title.string, placed.quantity,
                placed.unitPrice.amount, placed.total.amount, order.placedAt.wholeSeconds(.down),
                placed.onlyLine?.item.id ?? "", lines, order.deliveryFee.amount, order.state.rawValue, order.session,
                change, Int(order.isAnnounced), placed.onlyLine?.titleInEnglish?.string,
                order.taken.isEmpty ? nil : try StoredJSON.text(of: order.taken), day.text, placed.number,
                handover.fulfillment.rawValue, handover.phone?.string, handover.address?.string,
                handover.wantedAt?.wholeSeconds(.down), handover.note?.string,
                try order.deliveryTerms.map(StoredJSON.text), Int(placed.hasPersonalData), placed.onlyLine?.section,
            ])
        return placed
    }

    func update(_ order: Order, change: Int) throws {
        try run(
            """
            UPDATE orders SET state = $1, steps = $2, reason = $3, changed = $4, title = $5, quantity = $6,
            unit_price = $7, total = $8, lines = $9, delivery_fee = $10, payment = $11, reductions = $12 WHERE id = $13
            """,
            [
                order.state.rawValue, try StoredJSON.text(of: order.steps), order.reason?.string, change,
                order.title.string, order.quantity, order.unitPrice.amount, order.total.amount,
                order.hasPlainLine ? nil : try StoredJSON.text(of: order.lines), order.deliveryFee.amount,
                order.payment?.rawValue, order.reductions.isEmpty ? nil : try StoredJSON.text(of: order.reductions),
                order.id,
            ])
    }

    /// The signs keep SQLite from going through all orders by their numbers, of which few have such data.
    func ordersWithGuestData(before day: Day, after id: Int, limit: Int) throws -> [Order] {
        try orders("has_guest_data = 1 AND day < $1 AND +id > $2 ORDER BY +id LIMIT $3", [day.text, id, limit])
    }

    func eraseGuestData(of order: Order, change: Int) throws {
        try run(
            """
            UPDATE orders SET phone = NULL, address = NULL, note = NULL, lines = $1, has_guest_data = 0, changed = $2
            WHERE id = $3
            """, [order.hasPlainLine ? nil : try StoredJSON.text(of: order.lines), change, order.id])
    }

    func setAnnounced(order id: Int) throws { try run("UPDATE orders SET is_announced = 1 WHERE id = $1", [id]) }

    func figures() throws -> StoreFigures {
        let counts = try rows("SELECT state, COUNT(*) AS count FROM orders GROUP BY state", []).compactMap { row in
            try OrderState(rawValue: row.text("state")).map { ($0, try row.integer("count")) }
        }
        // Few messages wait, and an index finds them; those that failed are counted without it.
        let waiting = try row(
            "SELECT COUNT(*) AS count, MIN(added_at) AS oldest FROM outbox WHERE failed_at IS NULL AND destination = 'webhook'"
        )
        let failed = try row(
            "SELECT COUNT(*) AS count FROM outbox WHERE failed_at IS NOT NULL AND destination = 'webhook'")
        return StoreFigures(
            orders: Dictionary(counts, uniquingKeysWith: +), waitingMessages: try waiting?.integer("count") ?? 0,
            failedMessages: try failed?.integer("count") ?? 0, oldestWaiting: try waiting?.deadlineIfAny("oldest"))
    }
}

extension Day {
    /// Returns the day of the last order if it is the day after this one, otherwise this day. A day that is further
    /// ahead is that of a clock that was wrong.
    func day(notBefore last: String?) throws -> Day {
        guard let last else { return self }
        guard let day = Day(text: last) else { throw StoreError.damaged }
        return adding(days: 1) == day ? day : self
    }
}
