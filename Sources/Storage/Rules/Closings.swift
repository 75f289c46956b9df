import Domain
import Foundation

/// What a closing holds. Its report follows from that, because whatever becomes of its orders later is booked.
public struct StoredClosing: Hashable, Sendable {
    public let number: Int
    public let from: Date?
    /// Stored in whole seconds.
    public let to: Date
    public let orders: Range<Int>
    public let bookings: Range<Int>
    public let cashCounted: Won?

    public init(
        number: Int, from: Date?, to: Date, orders: Range<Int>, bookings: Range<Int>, cashCounted: Won?
    ) {
        (self.number, self.from, self.to) = (number, from, to)
        (self.orders, self.bookings, self.cashCounted) = (orders, bookings, cashCounted)
    }

    public func closing(_ report: SalesReport) -> Closing {
        Closing(number: number, from: from, to: to, orders: orders, cashCounted: cashCounted, report: report)
    }
}

/// The error if nothing was ordered or booked since the last closing.
public struct NothingToClose: Error, Hashable {
    /// The number of the last closing; `nil` if there is none.
    public let last: Int?
}

extension StoreReader {
    /// Returns what a closing at `time` would hold. Throws `NothingToClose`.
    public func nextClosing(cashCounted: Won?, at time: Date) throws -> StoredClosing {
        let (last, next) = (try lastClosing(), try nextNumbers())
        let orders = (last?.orders.upperBound ?? 1)..<next.order
        let bookings = (last?.bookings.upperBound ?? 1)..<next.booking
        guard !orders.isEmpty || !bookings.isEmpty else { throw NothingToClose(last: last?.number) }
        // A clock that was put back does not end a period before it begins.
        return StoredClosing(
            number: (last?.number ?? 0) + 1, from: last?.to, to: max(time, last?.to ?? time), orders: orders,
            bookings: bookings, cashCounted: cashCounted)
    }
}

extension StoreTransaction {
    /// Closes the till: from now on, changes of its orders are booked. Adds a message for each of `printers`. Returns
    /// the number of the closing. Throws `NothingToClose`.
    public func close(
        cashCounted: Won?, announcedTo printers: [OutboxDestination] = [], at time: Date
    ) throws -> Int {
        let closing = try nextClosing(cashCounted: cashCounted, at: time)
        try insert(closing)
        for printer in printers { try queue(.closing, about: .closing(closing.number), to: printer, at: time) }
        // The server whose printer it is hears of it, whichever one closes.
        if !printers.isEmpty { try change([.printers]) }
        return closing.number
    }
}
