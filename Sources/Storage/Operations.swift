import Domain
import Foundation
import TerminalText

/// Parts that several statements have in common.
private enum SQL {
    static let orderColumns = """
        orders.id, day, day_number, counter, who, receive, phone, address, wanted_at, note, title, title_en, item,
        quantity, unit_price, lines, delivery_fee, payment, reductions, state, steps, reason, placed_at
        """
    static let messages = """
        SELECT outbox.id AS message_id, kind, added_at, attempts, next_at, leased_until, failed_at, may_have_arrived,
            failure, \(orderColumns)
        FROM outbox JOIN orders ON orders.id = order_id
        """
    static let purchases = """
        SELECT order_id, drink, name, kind, image, total, placed_at
        FROM drink_purchases JOIN orders ON orders.id = order_id
        """
    /// The condition for messages that are held up; `$1` is a time.
    static let isHeld = "(failed_at IS NOT NULL OR failure IS NOT NULL OR added_at < $1)"
    /// The later of a message's two deadlines; one after `$1`, the farthest possible, counts as 0.
    static let deadline = """
        CASE WHEN \(past("next_at")) > \(past("leased_until")) THEN \(past("next_at")) ELSE \(past("leased_until")) END
        """

    /// The number of orders from which on a page does not look for the last one of its days.
    static let maxCounted = 10_000
    /// Comes after all days.
    static let afterAllDays = "~"

    private static func past(_ column: String) -> String { "CASE WHEN \(column) > $1 THEN 0 ELSE \(column) END" }
}

// Orders.
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
        let limit = isFirst ? Int.max : SQL.maxCounted
        let found = try row(
            """
            SELECT COUNT(*) AS count, MIN(id) AS first, MAX(id) AS last FROM (
                SELECT id FROM orders WHERE day >= $1 AND day <= $2 ORDER BY day LIMIT $3
            ) AS placed
            """,
            [days.first?.text ?? "", days.last?.text ?? SQL.afterAllDays, limit])
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
        try row("SELECT taken FROM orders WHERE id = $1", [id])?.textIfAny("taken").map(JSONText.value) ?? []
    }

    func setTaken(_ taken: [TakenStock], byOrder id: Int) throws {
        try run("UPDATE orders SET taken = $1 WHERE id = $2", [try JSONText.text(of: taken), id])
    }

    func deliveryTerms(ofOrder id: Int) throws -> DeliveryTerms? {
        try row("SELECT delivery_terms FROM orders WHERE id = $1", [id])?.textIfAny("delivery_terms")
            .map(JSONText.value)
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
        let (lines, handover) = (placed.hasPlainLine ? nil : try JSONText.text(of: placed.lines), placed.handover)
        try run(
            """
            INSERT INTO orders (
                id, counter, who, title, quantity, unit_price, total, placed_at, item, lines, delivery_fee, state,
                session, changed, is_announced, title_en, taken, day, day_number, receive, phone, address, wanted_at,
                note, delivery_terms, has_guest_data)
            VALUES (
                $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23,
                $24, $25, $26)
            """,
            [
                id, placed.counter.rawValue, order.who.string, placed.title.string, placed.quantity,
                placed.unitPrice.amount, placed.total.amount, order.placedAt.wholeSeconds(.down),
                placed.onlyLine?.item.id ?? "", lines, order.deliveryFee.amount, order.state.rawValue, order.session,
                change, Int(order.isAnnounced), placed.onlyLine?.titleInEnglish?.string,
                order.taken.isEmpty ? nil : try JSONText.text(of: order.taken), day.text, placed.number,
                handover.fulfillment.rawValue, handover.phone?.string, handover.address?.string,
                handover.wantedAt?.wholeSeconds(.down), handover.note?.string,
                try order.deliveryTerms.map(JSONText.text), Int(placed.hasPersonalData),
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
                order.state.rawValue, try JSONText.text(of: order.steps), order.reason?.string, change,
                order.title.string, order.quantity, order.unitPrice.amount, order.total.amount,
                order.hasPlainLine ? nil : try JSONText.text(of: order.lines), order.deliveryFee.amount,
                order.payment?.rawValue, order.reductions.isEmpty ? nil : try JSONText.text(of: order.reductions),
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
            """, [order.hasPlainLine ? nil : try JSONText.text(of: order.lines), change, order.id])
    }

    func setAnnounced(order id: Int) throws { try run("UPDATE orders SET is_announced = 1 WHERE id = $1", [id]) }

    func figures() throws -> StoreFigures {
        let counts = try rows("SELECT state, COUNT(*) AS count FROM orders GROUP BY state", []).compactMap { row in
            try OrderState(rawValue: row.text("state")).map { ($0, try row.integer("count")) }
        }
        // Few messages wait, and an index finds them; those that failed are counted without it.
        let waiting = try row(
            "SELECT COUNT(*) AS count, MIN(added_at) AS oldest FROM outbox WHERE failed_at IS NULL")
        let failed = try row("SELECT COUNT(*) AS count FROM outbox WHERE failed_at IS NOT NULL")
        return StoreFigures(
            orders: Dictionary(counts, uniquingKeysWith: +), waitingMessages: try waiting?.integer("count") ?? 0,
            failedMessages: try failed?.integer("count") ?? 0, oldestWaiting: try waiting?.deadlineIfAny("oldest"))
    }
}

extension Day {
    /// Returns the day of the last order if it is the day after this one, otherwise this day. A day that is further
    /// ahead is that of a clock that was wrong.
    fileprivate func day(notBefore last: String?) throws -> Day {
        guard let last else { return self }
        guard let day = Day(text: last) else { throw StoreError.damaged }
        return adding(days: 1) == day ? day : self
    }
}

// Bookings.
extension SQLTransaction {
    func insert(_ booking: Booking) throws {
        try run(
            """
            INSERT INTO bookings (id, order_id, day, booked_at, sale_before, sale_after)
            VALUES ((SELECT COALESCE(MAX(id), 0) + 1 FROM bookings), $1, $2, $3, $4, $5)
            """,
            [
                booking.order, booking.day.text, booking.at.wholeSeconds(.down), try JSONText.text(of: booking.before),
                try JSONText.text(of: booking.after),
            ])
    }

    func hasBookings(ofOrder id: Int) throws -> Bool {
        try row("SELECT id FROM bookings WHERE order_id = $1 LIMIT 1", [id]) != nil
    }

    func firstBookings(ofOrders ids: ClosedRange<Int>) throws -> [Int: Booking] {
        let bookings = try rows(
            """
            SELECT * FROM bookings
            WHERE id IN (SELECT MIN(id) FROM bookings WHERE order_id BETWEEN $1 AND $2 GROUP BY order_id)
            """, [ids.lowerBound, ids.upperBound]
        ).map { try Booking($0) }
        return Dictionary(bookings.map { ($0.order, $0) }) { first, _ in first }
    }

    func bookings(on day: Day, after id: Int, limit: Int) throws -> [Booking] {
        try rows(
            "SELECT * FROM bookings WHERE day = $1 AND id > $2 ORDER BY id LIMIT $3", [day.text, id, limit]
        ).map { try Booking($0) }
    }
}

// Keys and answers.
extension SQLTransaction {
    func key(_ id: UUID) throws -> StoredKey? {
        try row(
            """
            SELECT request, order_id, NULL AS answer FROM idempotency_keys WHERE key = $1
            UNION ALL SELECT request, NULL, answer FROM answers WHERE key = $1
            """, [id]
        ).map(StoredKey.init)
    }

    func remember(_ key: IdempotencyKey, order id: Int) throws {
        try run(
            "INSERT INTO idempotency_keys (key, request, order_id) VALUES ($1, $2, $3)", [key.id, key.request, id])
    }

    func remember(_ key: IdempotencyKey, answer: String, at time: Date) throws {
        try run(
            "INSERT INTO answers (key, request, answer, answered_at) VALUES ($1, $2, $3, $4)",
            [key.id, key.request, answer, time.wholeSeconds(.down)])
    }

    func forgetAnswers(before time: Date) throws {
        try run("DELETE FROM answers WHERE answered_at < $1", [time.wholeSeconds(.down)])
    }
}

// The outbox.
extension SQLTransaction {
    func addMessage(_ kind: MessageKind, order id: Int, at time: Date) throws {
        try run(
            """
            INSERT INTO outbox (id, order_id, kind, added_at, attempts, next_at, leased_until, may_have_arrived)
            VALUES ((SELECT COALESCE(MAX(id), 0) + 1 FROM outbox), $1, $2, $3, 0, 0, 0, 0)
            """, [id, kind.rawValue, time.milliseconds])
    }

    func message(_ id: Int) throws -> OutboxMessage? {
        try row("\(SQL.messages) WHERE outbox.id = $1", [id]).map(OutboxMessage.init)
    }

    func message(aboutOrder id: Int) throws -> OutboxMessage? {
        try row("\(SQL.messages) WHERE order_id = $1 ORDER BY outbox.id DESC LIMIT 1", [id]).map(OutboxMessage.init)
    }

    func hasMessages(aboutOrder id: Int) throws -> Bool {
        try row("SELECT id FROM orders WHERE id = $1 AND is_announced = 1", [id]) != nil
    }

    func heldMessages(addedBefore time: Date, limit: Int) throws -> [OutboxMessage] {
        try rows("\(SQL.messages) WHERE \(SQL.isHeld) ORDER BY outbox.id LIMIT $2", [time.milliseconds, limit])
            .map(OutboxMessage.init)
    }

    func backlog(addedBefore time: Date) throws -> OutboxBacklog? {
        let found = try row(
            """
            SELECT COUNT(*) - COUNT(failed_at) AS waiting, COUNT(failed_at) AS refused, MIN(added_at) AS since
            FROM outbox WHERE \(SQL.isHeld)
            """, [time.milliseconds])
        return OutboxBacklog(
            waiting: try found?.integer("waiting") ?? 0, refused: try found?.integer("refused") ?? 0,
            since: try found?.deadlineIfAny("since"))
    }

    func firstMessage(dueAt time: Date, ignoringAfter farthest: Date) throws -> OutboxMessage? {
        try row(
            """
            \(SQL.messages) WHERE failed_at IS NULL AND \(SQL.deadline) <= $2
            ORDER BY failure IS NOT NULL, CASE WHEN failure IS NULL THEN outbox.id ELSE next_at END LIMIT 1
            """, [farthest.milliseconds, time.milliseconds]
        ).map(OutboxMessage.init)
    }

    func firstDeadline(ignoringAfter farthest: Date) throws -> Date? {
        try row("SELECT MIN(\(SQL.deadline)) AS due FROM outbox WHERE failed_at IS NULL", [farthest.milliseconds])?
            .deadlineIfAny("due")
    }

    func update(_ message: OutboxMessage) throws {
        try run(
            """
            UPDATE outbox SET kind = $1, added_at = $2, attempts = $3, next_at = $4, leased_until = $5, failed_at = $6,
            may_have_arrived = $7, failure = $8 WHERE id = $9
            """,
            [
                message.kind.rawValue, message.addedAt.milliseconds, message.attempts, message.nextAt.milliseconds,
                message.leasedUntil.milliseconds, message.failedAt?.milliseconds, Int(message.mayHaveArrived),
                message.failure?.rawValue, message.id,
            ])
    }

    func removeMessage(_ id: Int) throws { try run("DELETE FROM outbox WHERE id = $1", [id]) }

    func outboxPause() throws -> Date {
        try row("SELECT ready_at FROM outbox_pace")?.deadline("ready_at") ?? Date(milliseconds: 0)
    }

    func setOutboxPause(until time: Date) throws {
        try run(
            """
            INSERT INTO outbox_pace (id, ready_at) VALUES (1, $1)
            ON CONFLICT (id) DO UPDATE SET ready_at = excluded.ready_at
            """, [time.milliseconds])
    }
}

// Sections and stock.
extension SQLTransaction {
    func sectionVersions() throws -> SectionVersions {
        let changes = try rows("SELECT path, version, number FROM sections", []).map { row in
            (SectionID(path: try row.text("path")), try SectionVersions.Change(row))
        }
        return SectionVersions(Dictionary(changes) { $1 })
    }

    func sectionContents() throws -> [SectionID: String] {
        let noted = try rows("SELECT path, content FROM sections WHERE content IS NOT NULL", []).map { row in
            (SectionID(path: try row.text("path")), try row.text("content"))
        }
        return Dictionary(noted) { $1 }
    }

    func addVersion(of section: SectionID) throws -> SectionVersions.Change {
        try newVersion(of: section) {
            let added = try row(
                """
                INSERT INTO sections (path, version, number)
                VALUES ($1, 1, (SELECT COALESCE(MAX(number), 0) + 1 FROM sections))
                ON CONFLICT (path) DO UPDATE SET version = sections.version + 1, number = excluded.number
                RETURNING version, number
                """, [section.path])
            guard let added else { throw StoreError.damaged }
            return try SectionVersions.Change(added)
        }
    }

    func setContent(_ content: String, of section: SectionID) throws {
        try run("UPDATE sections SET content = $2 WHERE path = $1", [section.path, content])
    }

    func fruitCounts() throws -> [FruitID: Int] {
        let counts = try rows("SELECT fruit, count FROM stock", []).map { row in
            (FruitID(try row.text("fruit")), try row.integer("count"))
        }
        return Dictionary(counts) { $1 }
    }

    func setCount(_ count: Int, of fruit: FruitID) throws {
        try run(
            "INSERT INTO stock (fruit, count) VALUES ($1, $2) ON CONFLICT (fruit) DO UPDATE SET count = excluded.count",
            [fruit.name, count])
    }
}

// The drinks machine.
extension SQLTransaction {
    func batches() throws -> [StoredBatch] {
        try rows("SELECT drink, class, made_on, beverage, count FROM drink_stock ORDER BY drink, made_on, beverage", [])
            .compactMap(StoredBatch.init)
    }

    func insert(_ batch: StoredBatch) throws {
        try run(
            "INSERT INTO drink_stock (drink, beverage, class, made_on, count) VALUES ($1, $2, $3, $4, $5)",
            [batch.drink.name, batch.beverage, batch.drinkClass.rawValue, batch.manufacturedOn.text, batch.count])
    }

    func remove(_ batch: StoredBatch) throws {
        try run("DELETE FROM drink_stock WHERE drink = $1 AND beverage = $2", [batch.drink.name, batch.beverage])
    }

    func machineSession(_ id: UUID) throws -> MachineSession {
        try row(
            "SELECT balance, inserted, spent, returned, purchases, number FROM drink_sessions WHERE session = $1", [id]
        ).map { try MachineSession(id: id, $0) } ?? MachineSession(id: id)
    }

    func machineSessions(changedAfter sequence: Int) throws -> [UUID: Int] {
        let changed = try rows("SELECT session, number FROM drink_sessions WHERE number > $1", [sequence])
        return Dictionary(try changed.map { (try $0.uuid("session"), try $0.integer("number")) }) { $1 }
    }

    func set(_ session: MachineSession) throws {
        try run(
            """
            INSERT INTO drink_sessions (session, balance, inserted, spent, returned, purchases, number)
            VALUES ($1, $2, $3, $4, $5, $6, $7)
            ON CONFLICT (session) DO UPDATE SET
                balance = excluded.balance, inserted = excluded.inserted, spent = excluded.spent,
                returned = excluded.returned, purchases = excluded.purchases, number = excluded.number
            """,
            [
                session.id, session.balance.amount, session.inserted.amount, session.spent.amount,
                session.returned.amount, session.purchases, session.sequence,
            ])
    }

    func insert(_ purchase: DrinkPurchase, of session: UUID) throws {
        try run(
            """
            INSERT INTO drink_purchases (order_id, session, drink, name, kind, image) VALUES ($1, $2, $3, $4, $5, $6)
            """,
            [
                purchase.id, session, purchase.drink.name, purchase.name.string, purchase.kind.rawValue, purchase.image,
            ])
    }

    func purchases(of session: UUID?, limit: Int) throws -> [DrinkPurchase] {
        let condition = session == nil ? "" : "WHERE drink_purchases.session = $2"
        let values: [(any SQLValue)?] = session.map { [limit, $0] } ?? [limit]
        return try rows("\(SQL.purchases) \(condition) ORDER BY order_id DESC LIMIT $1", values)
            .map(DrinkPurchase.init)
    }

    func purchaseTotals() throws -> [DrinkKindTotal] {
        try rows("SELECT kind, count, amount FROM drink_totals", []).map(DrinkKindTotal.init)
    }

    func set(_ total: DrinkKindTotal) throws {
        try run(
            """
            INSERT INTO drink_totals (kind, count, amount) VALUES ($1, $2, $3)
            ON CONFLICT (kind) DO UPDATE SET count = excluded.count, amount = excluded.amount
            """, [total.kind.rawValue, total.count, total.amount.amount])
    }
}

// Records of modules.
extension SQLTransaction {
    func record(_ key: String, in table: String) throws -> String? {
        try row("SELECT value FROM records WHERE module_table = $1 AND key = $2", [table, key])?.text("value")
    }

    func records(in table: String, after key: String, limit: Int) throws -> [StoredRecord] {
        try rows(
            "SELECT key, value FROM records WHERE module_table = $1 AND key > $2 ORDER BY key LIMIT $3",
            [table, key, limit]
        ).map { StoredRecord(key: try $0.text("key"), value: try $0.text("value")) }
    }

    func setRecord(_ key: String, in table: String, to value: String?) throws {
        guard let value else {
            return try run("DELETE FROM records WHERE module_table = $1 AND key = $2", [table, key])
        }
        try run(
            """
            INSERT INTO records (module_table, key, value) VALUES ($1, $2, $3)
            ON CONFLICT (module_table, key) DO UPDATE SET value = excluded.value
            """, [table, key, value])
    }
}
