import Domain
import Foundation

/// A change of a sale of a past business day or of a closing, booked on the day on which it happened: what is past stays as
/// it was.
public struct Booking: Hashable, Sendable, Identifiable {
    /// Increases with every booking.
    public let id: Int
    public let order: Int
    /// The business day on which it happened.
    public let day: Day
    /// Stored in whole seconds.
    public let at: Date
    public let before: Sale
    public let after: Sale

    public init(id: Int, order: Int, day: Day, at: Date, before: Sale, after: Sale) {
        (self.id, self.order, self.day, self.at) = (id, order, day, at)
        (self.before, self.after) = (before, after)
    }
}

/// A sale as the books of its business day and of its closing have it.
public struct BookedSale: Hashable, Sendable {
    public let order: Int
    public let placedAt: Date
    public let sale: Sale
}

extension StoreTransaction {
    /// Stores an order that changed, and notifies the sections of the board and the order's terminal. What changes of a
    /// sale after its business day, or after a closing that holds it, is booked on `day`, or on that of the last order if
    /// that is the day after it: the clocks of a shop's servers may differ.
    public func keep(_ order: Order, changedFrom before: Order, on day: Day, at time: Date) throws {
        if before.state != order.state { try change([before.state.board]) }
        try update(order, change: addVersion(of: order.state.board).sequence)
        let (old, new) = (Sale(before), Sale(order))
        guard old != new else { return }
        // Numbers have no gaps.
        let day = try day.day(notBefore: self.order(nextNumbers().order - 1)?.day.text)
        // An order with bookings stays in the books of their days, even if the clock was put back since.
        guard try order.day < day || isClosed(order) || hasBookings(ofOrder: order.id) else { return }
        try insert(Booking(id: 0, order: order.id, day: day, at: time, before: old, after: new))
    }
}

extension StoreReader {
    /// Whether a closing holds the order.
    fileprivate func isClosed(_ order: Order) throws -> Bool {
        try lastClosing().map { order.id < $0.orders.upperBound } ?? false
    }

    /// Returns at most `limit` sales of the filter with numbers above `id`, in the order of their numbers, as they were
    /// at the end of their day or at their closing, or as they are now if that is still to come.
    public func sales(matching filter: OrderFilter, after id: Int, limit: Int) throws -> [BookedSale] {
        let orders = try orders(matching: filter, after: id, limit: limit)
        guard let first = orders.first, let last = orders.last else { return [] }
        let booked = try firstBookings(ofOrders: first.id...last.id)
        return orders.map { order in
            BookedSale(order: order.id, placedAt: order.placedAt, sale: booked[order.id]?.before ?? Sale(order))
        }
    }
}
