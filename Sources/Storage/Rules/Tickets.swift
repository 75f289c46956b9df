import Domain
import Foundation

// What printers print. Unlike a message to the webhook, a ticket shows its order as it is when it is printed, and
// stays in its place in the queue.
extension StoreTransaction {
    /// Adds what a destination gets. While a printer has a problem, the keeper is notified of what waits for it.
    func queue(
        _ kind: MessageKind, about subject: MessageSubject.ID, to destination: OutboxDestination, at time: Date
    ) throws {
        try addMessage(kind, about: subject, to: destination, at: time)
        try noteQueue(of: destination)
    }

    private func noteQueue(of destination: OutboxDestination) throws {
        guard let name = destination.printer, try PrinterRecord.table.value(of: name, in: self)?.problem != nil else {
            return
        }
        try change([.printers])
    }

    /// Adds tickets about an order from which something was taken out. A printer that has surely not begun the order's
    /// own ticket gets none: that one will show the order as it is now.
    public func announceChange(of order: Order, to printers: [OutboxDestination], at time: Date) throws {
        for printer in printers where try !hasUnprintedTicket(of: order, at: printer) {
            try queue(.reduction, about: .order(order.id), to: printer, at: time)
        }
    }

    /// Adds tickets about an order that was just cancelled. Where the order's own ticket surely has not been begun,
    /// it is dropped instead.
    public func announceCancellation(of order: Order, to printers: [OutboxDestination], at time: Date) throws {
        for printer in printers {
            if try hasUnprintedTicket(of: order, at: printer) {
                for message in try messages(aboutOrder: order.id, to: printer) { try removeMessage(message.id) }
                try noteQueue(of: printer)
            } else {
                try queue(.cancellation, about: .order(order.id), to: printer, at: time)
            }
        }
    }

    /// Drops what was added while it was not known whether an order's own ticket would be printed, if it is surely not
    /// begun: that ticket will show the order as it is then, and that of a cancelled order is not printed at all.
    func dropNeedlessTickets(after message: OutboxMessage) throws {
        guard let order = message.order, message.kind == .order, !message.mayHaveArrived else { return }
        let isCancelled = order.state == .cancelled
        for other in try messages(aboutOrder: order.id, to: message.destination)
        where isCancelled || other.kind == .reduction {
            try removeMessage(other.id)
            try noteQueue(of: other.destination)
        }
    }

    private func hasUnprintedTicket(of order: Order, at printer: OutboxDestination) throws -> Bool {
        try messages(aboutOrder: order.id, to: printer).contains { $0.kind == .order && !$0.mayHaveArrived }
    }
}

/// The state of a printer as its servers last found it.
public struct PrinterRecord: Hashable, Sendable, Codable {
    public var address: String
    /// Whether it has ever told its status; it is written to without asking otherwise.
    public var answers: Bool
    public var problem: PrinterProblem?
    /// The time since which it has the problem.
    public var since: Date?

    public init(address: String, answers: Bool = false, problem: PrinterProblem? = nil, since: Date? = nil) {
        (self.address, self.answers, self.problem, self.since) = (address, answers, problem, since)
    }

    fileprivate static let table = RecordTable<PrinterRecord>("printers")
    /// More printers than a shop has.
    public static let maxPrinters = 20
}

extension StoreReader {
    /// Returns the record of a printer; `nil` if no server has used it at that address yet.
    public func printer(_ name: String, at address: String) throws -> PrinterRecord? {
        let record = try PrinterRecord.table.value(of: name, in: self)
        return record?.address == address ? record : nil
    }

    /// Returns the state of the shop's printers by name, each with the tickets that wait for it.
    public func printers() throws -> [PrinterState] {
        try PrinterRecord.table.values(limit: PrinterRecord.maxPrinters, in: self).map { name, record in
            let backlog = try backlog(to: .printer(name), addedBefore: .distantFuture)
            return PrinterState(
                name: name, answers: record.answers, problem: record.problem, since: record.since,
                waiting: backlog?.waiting ?? 0, oldest: backlog?.since)
        }
    }
}

extension StoreTransaction {
    /// Records the state of a printer, and notifies the keeper of a change.
    public func setPrinter(_ name: String, to record: PrinterRecord) throws {
        guard try PrinterRecord.table.value(of: name, in: self) != record else { return }
        try PrinterRecord.table.set(record, for: name, in: self)
        try change([.printers])
    }

    /// Makes these the shop's printers; forgets others for which no ticket waits.
    public func setPrinters(_ printers: [(name: String, address: String)]) throws {
        let known = try PrinterRecord.table.values(limit: PrinterRecord.maxPrinters, in: self)
        for (name, address) in printers where try printer(name, at: address) == nil {
            try setPrinter(name, to: PrinterRecord(address: address))
        }
        for (name, _) in known where !printers.contains(where: { $0.name == name }) {
            guard try oldestMessage(to: .printer(name)) == nil else { continue }
            try PrinterRecord.table.removeValue(of: name, in: self)
            try change([.printers])
        }
    }

    /// Adds a ticket of the order for each of the shop's printers, or for those named. Returns their names.
    public func printAgain(order id: Int, on names: [String]? = nil, at time: Date = .now) throws -> [String] {
        let printers = try printers().map(\.name).filter { names?.contains($0) ?? true }
        for name in printers { try addMessage(.repetition, about: .order(id), to: .printer(name), at: time) }
        // The server whose printer it is hears of it, whichever program asks.
        if !printers.isEmpty { try change([.printers]) }
        return printers
    }
}
