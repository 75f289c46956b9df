import Domain
import Foundation
import Storage

/// The shop's books: what was sold on a business day, and what a closing holds. They are the same whenever they are
/// read, because what changes of a sale afterwards is booked.
struct Books: Sendable {
    let store: any Store
    /// The zone of the hours in reports.
    let zone: TimeZone

    /// The number of orders read in one transaction. Small, so that other transactions do not wait long.
    private static let page = 1_000

    /// Sums up the day's orders as they were at its end, and what was booked on it for orders of earlier days.
    func report(of day: Day) async throws -> SalesReport {
        let filter = OrderFilter(firstDay: day, lastDay: day)
        return try await report(
            sales: { reader, last, limit in try reader.sales(matching: filter, after: last, limit: limit) },
            bookings: { reader, last, limit in try reader.bookings(on: day, after: last, limit: limit) })
    }

    /// Sums up the closing's orders, and what was booked for those of earlier ones. Their numbers have no gaps.
    func report(of closing: StoredClosing) async throws -> SalesReport {
        let (orders, bookings) = (closing.orders, closing.bookings)
        return try await report(
            sales: { reader, last, limit in
                try reader.sales(
                    matching: OrderFilter(), after: max(last, orders.lowerBound - 1),
                    limit: min(limit, orders.upperBound - max(last + 1, orders.lowerBound)))
            },
            bookings: { reader, last, limit in
                try reader.bookings(
                    on: nil, after: max(last, bookings.lowerBound - 1),
                    limit: min(limit, bookings.upperBound - max(last + 1, bookings.lowerBound)))
            })
    }

    /// Returns the closing with that number, and sums it up if nobody did; `nil` if there is none.
    func closing(_ number: Int) async throws -> Closing? {
        let (closing, report) = try await store.read {
            (try $0.closing(number), try $0.report(ofClosing: number))
        }
        guard let closing else { return nil }
        if let report { return closing.closing(report) }
        let new = try await self.report(of: closing)
        return closing.closing(
            try await store.transaction { transaction in
                if let report = try transaction.report(ofClosing: number) { return report }
                try transaction.setReport(new, ofClosing: number)
                return new
            })
    }

    private typealias Page<Entry> = @Sendable (_ reader: any StoreReader, _ last: Int, _ limit: Int) throws -> [Entry]

    private func report(
        sales: @escaping Page<BookedSale>, bookings: @escaping Page<Booking>
    ) async throws -> SalesReport {
        var builder = SalesReportBuilder(in: zone)
        try await pages(sales, \.order) { builder.add($0.sale, at: $0.placedAt) }
        try await pages(bookings, \.id) { builder.add($0.before, changedTo: $0.after, at: $0.at) }
        return builder.report
    }

    /// Reads one page after the other, until one is not full.
    private func pages<Entry: Sendable>(
        _ page: @escaping Page<Entry>, _ number: (Entry) -> Int, _ add: (Entry) -> Void
    ) async throws {
        var last = 0
        var entries: [Entry]
        repeat {
            entries = try await store.read { [last] in try page($0, last, Books.page) }
            entries.forEach(add)
            last = entries.last.map(number) ?? last
        } while entries.count == Books.page
    }
}
