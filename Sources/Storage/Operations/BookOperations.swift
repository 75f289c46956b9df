import Domain
import Foundation

// Bookings.
extension SQLTransaction {
    func insert(_ booking: Booking) throws {
        try run(
            """
            INSERT INTO bookings (id, order_id, day, booked_at, sale_before, sale_after)
            VALUES ((SELECT COALESCE(MAX(id), 0) + 1 FROM bookings), $1, $2, $3, $4, $5)
            """,
            [
                booking.order, booking.day.text, booking.at.wholeSeconds(.down),
                try StoredJSON.text(of: booking.before),
                try StoredJSON.text(of: booking.after),
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

    func bookings(on day: Day?, after id: Int, limit: Int) throws -> [Booking] {
        try rows(
            "SELECT * FROM bookings WHERE id > $1 \(day == nil ? "" : "AND day = $3") ORDER BY id LIMIT $2",
            [id, limit] + (day.map { [$0.text] } ?? [])
        ).map { try Booking($0) }
    }

    func nextNumbers() throws -> (order: Int, booking: Int) {
        let last = try row(
            """
            SELECT (SELECT COALESCE(MAX(id), 0) FROM orders) AS last_order,
                (SELECT COALESCE(MAX(id), 0) FROM bookings) AS last_booking
            """)
        guard let last else { throw StoreError.damaged }
        return (try last.integer("last_order") + 1, try last.integer("last_booking") + 1)
    }
}

// Closings.
extension SQLTransaction {
    func closing(_ number: Int) throws -> StoredClosing? { try closing("WHERE number = $1", [number]) }

    func lastClosing() throws -> StoredClosing? { try closing("ORDER BY number DESC LIMIT 1", []) }

    private func closing(_ condition: String, _ values: [(any SQLValue)?]) throws -> StoredClosing? {
        try rows("SELECT \(SQL.closingColumns) FROM closings \(condition)", values).first.map { try StoredClosing($0) }
    }

    func insert(_ closing: StoredClosing) throws {
        try run(
            """
            INSERT INTO closings (
                number, opened_at, closed_at, first_order, next_order, first_booking, next_booking, cash_counted)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
            """,
            [
                closing.number, closing.from?.wholeSeconds(.down), closing.to.wholeSeconds(.down),
                closing.orders.lowerBound, closing.orders.upperBound, closing.bookings.lowerBound,
                closing.bookings.upperBound, closing.cashCounted?.amount,
            ])
    }

    func report(ofClosing number: Int) throws -> SalesReport? {
        try row("SELECT report FROM closings WHERE number = $1", [number])?.textIfAny("report").map(StoredJSON.value)
    }

    func setReport(_ report: SalesReport, ofClosing number: Int) throws {
        try run("UPDATE closings SET report = $1 WHERE number = $2", [try StoredJSON.text(of: report), number])
    }
}
