import Domain
import Foundation
import Glibc
import NIOConcurrencyHelpers
import Platform
import Storage
import TerminalText

/// Prints tickets on threads of their own, since writing to a device blocks.
struct PrinterThread: Sendable {
    private let threads = WorkerThreads<Void>(name: "printer", count: 1, maxWaiting: 1) {}

    /// Prints a ticket. Stops waiting for the printer when the task is cancelled.
    func print(
        _ ticket: [UInt8], at address: PrinterAddress, asks: Bool, mustAnswer: Bool, rules: PrinterRules
    ) async -> PrintResult {
        // Becomes readable when the task is cancelled.
        var stop: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &stop) == 0 else {
            return PrintResult(problem: .unreachable, mayBePrinted: false)
        }
        let (reading, writing) = (stop[0], stop[1])
        defer {
            Glibc.close(reading)
            Glibc.close(writing)
        }
        return await withTaskCancellationHandler {
            await threads.perform { _ in
                PrinterConnection.print(
                    ticket, at: address, asks: asks, mustAnswer: mustAnswer, stop: reading, rules: rules)
            } ?? PrintResult(problem: .unreachable, mayBePrinted: false)
        } onCancel: {
            _ = Glibc.write(writing, [0], 1)
        }
    }

    func close() async { await threads.closed() }
}

/// Prints the tickets and closings of one printer.
struct TicketDelivery: OutboxDelivery {
    let printer: KitchenPrinter
    let thread: PrinterThread
    let rules: PrinterRules
    let shop: LiveResource<ShopProfile>
    let words: AnnouncementWords
    let onProblem: @Sendable (ShopServerError) -> Void
    /// Whether it was asked in vain since it was last unreachable.
    private var isSilent = false

    init(
        printer: KitchenPrinter, thread: PrinterThread, rules: PrinterRules, shop: LiveResource<ShopProfile>,
        words: AnnouncementWords, onProblem: @escaping @Sendable (ShopServerError) -> Void
    ) {
        (self.printer, self.thread, self.rules, self.shop) = (printer, thread, rules, shop)
        (self.words, self.onProblem) = (words, onProblem)
    }

    var destination: OutboxDestination { printer.destination }
    var lease: Duration { rules.lease }
    let pace = Duration.zero
    var maxPause: Duration { rules.maxPause }

    func pause(after failures: Int) -> Duration { rules.pause(after: failures) }

    func prepare(in store: any Store) {}

    mutating func deliver(_ message: OutboxMessage, in store: any Store) async throws -> OutboxOutcome? {
        let address = "\(printer.address)"
        let known =
            try await store.read { [printer] in try $0.printer(printer.name, at: address) }
            ?? PrinterRecord(address: address)
        guard let document = try await document(of: message, known, in: store) else { return .delivered }
        let result = await thread.print(
            document.bytes, at: printer.address, asks: known.answers || !isSilent, mustAnswer: known.answers,
            rules: rules)
        let retry = OutboxOutcome.retry(
            OutboxRetry(
                after: .interrupted, at: .now + rules.pause(after: message.attempts), isAside: false,
                mayHaveArrived: result.mayBePrinted))
        // Interrupted by the program's shutdown, which says nothing of the printer.
        if result.problem != nil, Task.isCancelled { return retry }
        if document.replaced > 0 { onProblem(.charactersReplaced(printer: printer.name, count: document.replaced)) }
        isSilent = result.problem == .unreachable ? false : result.answers.map(!) ?? isSilent
        try await note(result, after: known, in: store)
        return result.problem == nil ? .delivered : retry
    }

    /// Returns what is printed; `nil` if nothing of it is.
    private func document(
        of message: OutboxMessage, _ record: PrinterRecord, in store: any Store
    ) async throws -> PrinterDocument? {
        let (width, charset, zone) = (printer.width, printer.charset, shop.value.calendar.zone)
        switch message.subject {
        case .order(let order):
            return KitchenTicket(message, of: order, lines: printer.lines(of: order, as: record))?.document(
                width: width, charset: charset, words: words, in: zone)
        case .closing(let stored):
            guard let closing = try await Books(store: store, zone: zone).closing(stored.number) else { return nil }
            return ClosingSheet(closing, words: words, showsVAT: shop.value.head.showsVAT, in: zone).document(
                width: width, charset: charset, isRepetition: message.isRepetition)
        }
    }

    /// Records the state of the printer if it is another one now.
    private func note(_ result: PrintResult, after known: PrinterRecord, in store: any Store) async throws {
        let now = Date()
        guard known.noting(result, at: now) != known else { return }
        try await store.transaction { [printer] in
            // Another server may have read other sections meanwhile, or another address, of which this says nothing.
            let record = try $0.printer(printer.name, at: known.address)
            guard try record != nil || !$0.knowsPrinter(printer.name) else { return }
            try $0.setPrinter(printer.name, to: (record ?? known).noting(result, at: now))
        }
        guard result.problem != known.problem else { return }
        onProblem(result.problem.map { .printerWaits(printer.name, $0) } ?? .printerIsBack(printer.name))
    }
}

extension PrinterRecord {
    fileprivate func noting(_ result: PrintResult, at time: Date) -> PrinterRecord {
        var record = self
        record.answers = answers || result.answers == true
        record.problem = result.problem
        if result.problem != problem { record.since = result.problem.map { _ in time } }
        return record
    }
}

extension StoreTransaction {
    /// Records that these are the shop's printers. One that has another address now keeps its problem, which is over, and
    /// said to be, when it prints there.
    fileprivate func use(_ printers: [KitchenPrinter]) throws {
        let before = try self.printers()
        let entries = printers.map { PrinterEntry($0.name, at: "\($0.address)", sections: $0.sections) }
        try setPrinters(entries, printers.destinations(of:))
        for former in before where former.problem != nil {
            guard let address = printers.first(where: { $0.name == former.name })?.address,
                var record = try printer(former.name, at: "\(address)")
            else { continue }
            (record.problem, record.since) = (former.problem, former.since)
            try setPrinter(former.name, to: record)
        }
    }
}

/// The shop's printers, as its file has them now.
final class KitchenPrinters: Sendable {
    private let printers: LiveResource<[KitchenPrinter]>
    private let wakeUps = NIOLockedValueBox<[WakeUpSignal]>([])
    private let reloaded = WakeUpSignal()

    init(_ printers: LiveResource<[KitchenPrinter]>) { self.printers = printers }

    /// Returns those that print tickets of that kind.
    func printing(_ content: KitchenPrinter.Content) -> [KitchenPrinter] { printers.value.printing(content) }

    /// Has the printers look for new tickets.
    func wake() { for wakeUp in wakeUps.withLockedValue(\.self) { wakeUp.signal() } }

    func reload() {
        printers.reload()
        reloaded.signal()
    }

    /// Prints until cancelled. `delivery` makes the delivery of a printer.
    func run(
        in store: any Store, rules: PrinterRules,
        _ delivery: @escaping @Sendable (KitchenPrinter, PrinterThread) -> TicketDelivery
    ) async {
        var failures = 0
        while !Task.isCancelled {
            let printers = printers.value
            do {
                let isKnown = try await store.read { try printers.isEmpty && $0.printers().isEmpty }
                if !isKnown {
                    try await store.transaction { try $0.use(printers) }
                }
                failures = 0
            } catch {
                failures += 1
                await reloaded.wait(upTo: rules.pause(after: failures))
                continue
            }
            await run(printers, in: store, delivery)
        }
    }

    /// Prints on these printers until there are others.
    private func run(
        _ printers: [KitchenPrinter], in store: any Store,
        _ delivery: @escaping @Sendable (KitchenPrinter, PrinterThread) -> TicketDelivery
    ) async {
        let senders = printers.map { ($0, WakeUpSignal()) }
        wakeUps.withLockedValue { $0 = senders.map(\.1) }
        await withDiscardingTaskGroup { group in
            for (printer, wakeUp) in senders {
                group.addTask {
                    let thread = PrinterThread()
                    await OutboxSender(delivery: delivery(printer, thread), store: store, wakeUp: wakeUp).run()
                    await thread.close()
                }
            }
            repeat { await reloaded.wait() } while !Task.isCancelled && self.printers.value == printers
            group.cancelAll()
        }
        wakeUps.withLockedValue { $0 = [] }
    }
}

extension [KitchenPrinter] {
    fileprivate func printing(_ content: KitchenPrinter.Content) -> [KitchenPrinter] {
        filter { $0.prints.contains(content) }
    }

    /// Returns where what waits for another printer is printed as a whole. A printer of some sections only might print
    /// nothing of it.
    fileprivate func destinations(of kind: MessageKind) -> [OutboxDestination] {
        let ofAllSections = filter { $0.sections == nil }
        let printers =
            switch kind {
            case .order: ofAllSections.printing(.orders)
            case .cancellation, .reduction: ofAllSections.printing(.cancellations)
            case .repetition: ofAllSections
            case .closing: printing(.closings)
            }
        return printers.map(\.destination)
    }
}
