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

    func noteQueue(of destination: OutboxDestination) throws {
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

    private func hasUnprintedTicket(of order: Order, at printer: OutboxDestination) throws -> Bool {
        try messages(aboutOrder: order.id, to: printer).contains { $0.kind == .order && !$0.mayHaveArrived }
    }
}

extension OutboxMessage {
    /// Whether the ticket says what one of that kind about the same would say.
    fileprivate func says(_ kind: MessageKind) -> Bool {
        self.kind == kind
            || [.reduction, .order, .repetition].contains(kind) && [.order, .repetition].contains(self.kind)
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
    /// Whether the shop's file names it no longer, so that it only keeps what waits for it.
    fileprivate var isFormer: Bool?
    /// The names of sections and counters whose items it prints, sorted; `nil` for all.
    fileprivate var sections: [String]?
    /// Those whose items it printed until `sectionsSince`; `nil` for all.
    fileprivate var formerSections: [String]?
    /// The time at which they changed; `nil` if they never did.
    fileprivate var sectionsSince: Date?

    public init(address: String, answers: Bool = false, problem: PrinterProblem? = nil, since: Date? = nil) {
        (self.address, self.answers, self.problem, self.since) = (address, answers, problem, since)
    }

    fileprivate static let table = RecordTable<PrinterRecord>("printers")
    /// More printers than a shop has.
    public static let maxPrinters = 20
    private static let maxFormerSections = 100
    /// How long former sections are remembered after another change, in seconds: two days.
    private static let memory = 2.0 * 24 * 3_600

    /// Returns the record of a printer that was this one, or of which it prints what waits.
    fileprivate func successor(_ printer: PrinterEntry, at time: Date) -> PrinterRecord {
        var record = address == printer.address ? self : PrinterRecord(address: printer.address)
        (record.sections, record.isFormer) = (printer.sections?.sorted(), nil)
        guard record.sections != sections else {
            // A clock that was ahead may have been set back.
            (record.formerSections, record.sectionsSince) = (formerSections, sectionsSince.map { min($0, time) })
            return record
        }
        // What was ordered long ago is no longer open.
        let isRecent = sectionsSince.map { time.timeIntervalSince($0) < PrinterRecord.memory } ?? false
        let former = isRecent ? formerSections : []
        let all = former.flatMap { former in sections.map { Set($0 + former).sorted() } }
        record.formerSections = all.flatMap { $0.count <= PrinterRecord.maxFormerSections ? $0 : nil }
        record.sectionsSince = time
        return record
    }

    /// Whether it got its sections after that time.
    public func hasOtherSections(since time: Date) -> Bool { sectionsSince.map { time <= $0 } ?? false }

    /// Whether it printed items of the section or counter before it got its sections.
    public func printed(_ section: String) -> Bool { formerSections?.contains(section) ?? true }
}

/// A printer as the shop's file has it.
public struct PrinterEntry: Sendable {
    public let name: String
    public let address: String
    /// The names of sections and counters whose items it prints; `nil` for all.
    public let sections: Set<String>?

    public init(_ name: String, at address: String, sections: Set<String>? = nil) {
        (self.name, self.address, self.sections) = (name, address, sections)
    }
}

extension StoreReader {
    /// Returns the record of a printer; `nil` if no server has used it at that address yet.
    public func printer(_ name: String, at address: String) throws -> PrinterRecord? {
        let record = try PrinterRecord.table.value(of: name, in: self)
        return record?.address == address ? record : nil
    }

    /// Whether a server has used a printer of that name, at whatever address.
    public func knowsPrinter(_ name: String) throws -> Bool {
        try PrinterRecord.table.value(of: name, in: self) != nil
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

    /// Makes these the shop's printers, of which `destinations` returns those that print tickets of a kind. What waits for
    /// a printer that is not one of them moves to the one at its address, or else to those that print it. If there is
    /// none, it stays. A printer for which nothing waits is forgotten.
    public func setPrinters(
        _ printers: [PrinterEntry], at time: Date = .now, _ destinations: (MessageKind) -> [OutboxDestination]
    ) throws {
        let records = try PrinterRecord.table.values(limit: PrinterRecord.maxPrinters, in: self)
        let known = Dictionary(records.map { ($0.key, $0.value) }) { first, _ in first }
        let gone = known.filter { name, _ in !printers.contains { $0.name == name } }.values
        for printer in printers {
            var first = PrinterRecord(address: printer.address)
            first.sections = printer.sections?.sorted()
            let before = known[printer.name] ?? gone.first { $0.address == printer.address }
            try setPrinter(printer.name, to: before?.successor(printer, at: time) ?? first)
        }
        // A server that has not read the file yet may have added tickets for a printer that is forgotten already.
        let names = try Set(self.destinations().compactMap(\.printer)).union(known.keys)
        for name in names.subtracting(printers.map(\.name)).sorted() {
            let record = known[name] ?? PrinterRecord(address: "")
            let sameAddress = printers.filter { $0.address == record.address }.map {
                OutboxDestination.printer($0.name)
            }
            try moveTickets(of: .printer(name), known: Set(known.keys)) {
                sameAddress.isEmpty ? destinations($0) : sameAddress
            }
            try forgetPrinter(name, record)
        }
    }

    /// Moves what waits for a printer to those that `destinations` returns for its kind. Nobody needs a ticket of what was
    /// handed over.
    private func moveTickets(
        of printer: OutboxDestination, known: Set<String>, to destinations: (MessageKind) -> [OutboxDestination]
    ) throws {
        for ticket in try heldMessages(to: printer, addedBefore: .distantFuture, limit: .max) {
            let others = destinations(ticket.kind)
            guard !others.isEmpty else { continue }
            let isNeeded = ticket.order.map { $0.state.isOpen || $0.state == .cancelled } ?? true
            for other in others where isNeeded {
                // A printer that the shop had before may have printed the order already.
                let isRepetition = ticket.mayHaveArrived || other.printer.map(known.contains) ?? false
                let kind = ticket.kind == .order && isRepetition ? .repetition : ticket.kind
                let queued = try tickets(about: ticket.subject.id, at: other)
                guard !queued.contains(where: { $0.says(kind) }) else { continue }
                try addMessage(kind, about: ticket.subject.id, to: other, at: ticket.addedAt)
                if isRepetition { try markLast(about: ticket.subject.id, at: other) }
            }
            try removeMessage(ticket.id)
        }
    }

    /// Returns what waits for a printer about that, oldest first. A shop has few closings, and may have many orders.
    private func tickets(about subject: MessageSubject.ID, at printer: OutboxDestination) throws -> [OutboxMessage] {
        switch subject {
        case .order(let id): try messages(aboutOrder: id, to: printer)
        case .closing:
            try heldMessages(to: printer, addedBefore: .distantFuture, limit: .max).filter { $0.subject.id == subject }
        }
    }

    /// Marks the ticket about that which was added last for a printer as one that may be there twice.
    private func markLast(about subject: MessageSubject.ID, at printer: OutboxDestination) throws {
        guard var added = try tickets(about: subject, at: printer).last else { return }
        added.mayHaveArrived = true
        try update(added)
    }

    /// Forgets a printer that the shop has no longer, unless tickets wait for it.
    private func forgetPrinter(_ name: String, _ record: PrinterRecord) throws {
        if try oldestMessage(to: .printer(name)) == nil {
            try PrinterRecord.table.removeValue(of: name, in: self)
            return try change([.printers])
        }
        var record = record
        record.isFormer = true
        try setPrinter(name, to: record)
    }

    /// Adds a ticket of the order for each of the shop's printers, or for those named. Returns their names.
    public func printAgain(order id: Int, on names: [String]? = nil, at time: Date = .now) throws -> [String] {
        let printers = try PrinterRecord.table.values(limit: PrinterRecord.maxPrinters, in: self)
            .filter { name, record in record.isFormer != true && names?.contains(name) ?? true }.map(\.key)
        for name in printers { try addMessage(.repetition, about: .order(id), to: .printer(name), at: time) }
        // The server whose printer it is hears of it, whichever program asks.
        if !printers.isEmpty { try change([.printers]) }
        return printers
    }
}
