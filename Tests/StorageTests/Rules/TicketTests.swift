import Domain
import Foundation
import Storage
import TerminalText
import TestSupport
import Testing

/// Tickets for printers in the outbox.
@Suite struct TicketTests {
    private let now = Date(timeIntervalSince1970: 1_800_000_000)
    private let lease = Duration.seconds(30)
    private let kitchen = OutboxDestination.printer("주방")
    private let bar = OutboxDestination.printer("bar")

    private func place(in store: any Store, _ printers: [OutboxDestination]) async throws -> Order {
        try await store.transaction { [now] transaction in
            try transaction.keep(
                NewOrder(
                    who: "지훈", lines: [.spinach], day: .ofTests, placedAt: now, isAnnounced: true, printers: printers))
        }
    }

    private func claim(_ printer: OutboxDestination, in store: any Store, at time: Date) async throws -> OutboxClaim {
        try await store.claimMessage(to: printer, at: time, lease: lease, pace: .zero, maxPause: .seconds(10))
    }

    private func ticket(
        _ printer: OutboxDestination, in store: any Store, at time: Date
    ) async throws -> OutboxMessage {
        guard case .message(let message) = try await claim(printer, in: store, at: time) else {
            throw CocoaError(.fileNoSuchFile)
        }
        return message
    }

    @Test(arguments: TestedStore.allCases) func eachDestinationHasItsOwnQueue(_ tested: TestedStore) async throws {
        try await tested.withPlace { open in
            let store = try open()
            for _ in 0..<2 { _ = try await place(in: store, [kitchen, bar]) }
            let first = try await ticket(kitchen, in: store, at: now)
            #expect(first.destination == kitchen)
            // The second one waits for the first, however long that takes.
            #expect(try await claim(kitchen, in: store, at: now + 1) == .later(now + 30))
            #expect(try await ticket(bar, in: store, at: now).order?.id == 1)
            let unprinted = OutboxRetry(after: .unreachable, at: now + 5, isAside: false, mayHaveArrived: false)
            try await store.record(first, .retry(unprinted))
            #expect(try await claim(kitchen, in: store, at: now + 1) == .later(now + 5))
            let again = try await ticket(kitchen, in: store, at: now + 5)
            #expect((again.order?.id, again.attempts, again.mayHaveArrived) == (1, 2, false))
            let unknown = OutboxRetry(after: .interrupted, at: now + 6, isAside: false)
            try await store.record(again, .retry(unknown))
            let repeated = try await ticket(kitchen, in: store, at: now + 6)
            #expect(repeated.mayHaveArrived)
            try await store.record(repeated, .delivered)
            #expect(try await ticket(kitchen, in: store, at: now + 7).order?.id == 2)
            #expect(try await store.claimMessage(at: now, lease: lease, pace: .zero, maxPause: .zero) != .nothing)
            #expect(try await store.read { try $0.outboxBacklog(at: now + 1_000) }?.waiting == 2)
        }
    }

    @Test(arguments: TestedStore.allCases) func aLeaseThatRanOutIsARepetition(_ tested: TestedStore) async throws {
        try await tested.withPlace { open in
            let store = try open()
            _ = try await place(in: store, [kitchen])
            _ = try await ticket(kitchen, in: store, at: now)
            #expect(try await ticket(kitchen, in: store, at: now + 31).mayHaveArrived)
        }
    }

    /// Neither what was printed before, nor a lease or a back-off of the other clock holds the next ticket.
    @Test(arguments: TestedStore.allCases) func aClockThatWasSetBackHoldsNoTicket(_ tested: TestedStore) async throws {
        try await tested.withPlace { open in
            let store = try open()
            for _ in 0..<4 { _ = try await place(in: store, [kitchen]) }
            try await store.record(ticket(kitchen, in: store, at: now), .delivered)
            let hours = now - 9 * 3_600
            let second = try await ticket(kitchen, in: store, at: hours)
            #expect(second.order?.id == 2)
            #expect(try await ticket(kitchen, in: store, at: hours - 600).attempts == 2)
            let third = try await ticket(kitchen, in: store, at: hours - 1_200)
            let unprinted = OutboxRetry(after: .unreachable, at: hours, isAside: false, mayHaveArrived: false)
            try await store.record(third, .retry(unprinted))
            #expect(try await ticket(kitchen, in: store, at: hours - 1_200).attempts == 4)
            // A lease that another server's clock sees somewhat longer is one.
            #expect(try await claim(kitchen, in: store, at: hours - 1_210) == .later(hours - 1_170))
        }
    }

    @Test(arguments: TestedStore.allCases) func aChangedOrderPrintsItsOwnTicketOnceItsFirstMayBePrinted(
        _ tested: TestedStore
    ) async throws {
        try await tested.withPlace { open in
            let store = try open()
            let order = try await place(in: store, [kitchen, bar])
            _ = try await ticket(kitchen, in: store, at: now)
            try await store.transaction { try $0.announceChange(of: order, to: [kitchen, bar], at: now) }
            func kinds(_ printer: OutboxDestination) async throws -> [MessageKind] {
                try await store.read { try $0.messages(aboutOrder: order.id, to: printer) }.map(\.kind)
            }
            #expect(try await kinds(kitchen) == [.order, .reduction])
            #expect(try await kinds(bar) == [.order])
            try await store.transaction { try $0.announceCancellation(of: order, to: [kitchen, bar], at: now) }
            #expect(try await kinds(kitchen) == [.order, .reduction, .cancellation])
            #expect(try await kinds(bar) == [])
        }
    }

    @Test(arguments: TestedStore.allCases) func whatIsAddedDuringAnAttemptThatPrintsNothingIsDropped(
        _ tested: TestedStore
    ) async throws {
        try await tested.withPlace { open in
            let store = try open()
            _ = try await place(in: store, [kitchen])
            let unprinted = OutboxRetry(after: .unreachable, at: now, isAside: false, mayHaveArrived: false)
            func kinds() async throws -> [MessageKind] {
                try await store.read { [kitchen] in try $0.messages(aboutOrder: 1, to: kitchen) }.map(\.kind)
            }
            let first = try await ticket(kitchen, in: store, at: now)
            try await store.transaction { try $0.announceChange(of: #require(first.order), to: [kitchen], at: now) }
            #expect(try await kinds() == [.order, .reduction])
            try await store.record(first, .retry(unprinted))
            #expect(try await kinds() == [.order])
            let second = try await ticket(kitchen, in: store, at: now)
            try await store.transaction { transaction in
                let before = try #require(second.order)
                var order = before
                try order.move(to: .cancelled, by: .guest, at: now)
                try transaction.keep(order, changedFrom: before, on: order.day, at: now)
                try transaction.announceCancellation(of: order, to: [kitchen], at: now)
            }
            #expect(try await kinds() == [.order, .cancellation])
            try await store.record(second, .retry(unprinted))
            #expect(try await kinds() == [])
        }
    }

    @Test(arguments: TestedStore.allCases) func aClosingWaitsBehindTheTicketsOfItsPrinter(
        _ tested: TestedStore
    ) async throws {
        try await tested.withPlace { open in
            let store = try open()
            let order = try await place(in: store, [kitchen])
            let number = try await store.transaction { [now, kitchen, bar] in
                try $0.close(cashCounted: Won(500), announcedTo: [kitchen, bar], at: now)
            }
            let closing = try #require(try await store.read { try $0.closing(number) })
            let first = try await ticket(kitchen, in: store, at: now)
            #expect(first.subject == .order(order))
            #expect(try await ticket(bar, in: store, at: now).subject == .closing(closing))
            try await store.record(first, .delivered)
            let begun = try await ticket(kitchen, in: open(), at: now)
            #expect((begun.subject, begun.kind, begun.order) == (.closing(closing), .closing, nil))
            // Nobody knows what became of it: its program is gone.
            #expect(try await claim(kitchen, in: store, at: now + 1) == .later(now + 30))
            let again = try await ticket(kitchen, in: open(), at: now + 31)
            #expect((again.subject, again.mayHaveArrived) == (.closing(closing), true))
            try await store.record(begun, .delivered)
            #expect(try await claim(kitchen, in: store, at: now + 32) == .nothing)
            // The webhook has nothing of it.
            let later = now + 1_000
            #expect(try await store.read { try $0.undeliveredOrders(at: later) }.map(\.order.id) == [order.id])
            #expect(try await store.read { try $0.outboxBacklog(at: later) }?.waiting == 1)
        }
    }

    /// A number that was another message's before is not taken for it.
    @Test(arguments: TestedStore.allCases) func theOutcomeOfATicketIsNotThatOfAClosing(
        _ tested: TestedStore
    ) async throws {
        try await tested.withPlace { open in
            let store = try open()
            let order = try await place(in: store, [])
            try await store.transaction { [now, kitchen] in
                for message in try $0.messages(aboutOrder: order.id, to: .webhook) { try $0.removeMessage(message.id) }
                try $0.addMessage(.order, about: .order(order.id), to: kitchen, at: now)
            }
            let first = try await ticket(kitchen, in: store, at: now)
            let closing = try await store.transaction { [now, kitchen] in
                try $0.removeMessage(first.id)
                return try $0.close(cashCounted: nil, announcedTo: [kitchen], at: now)
            }
            let second = try await ticket(kitchen, in: store, at: now)
            #expect(second.subject.id == .closing(closing))
            try await store.record(first, .delivered)
            #expect(try await store.read { try $0.message(second.id) } != nil)
            await #expect(throws: (any Error).self) {
                try await store.transaction { [now, kitchen] in
                    try $0.addMessage(.closing, about: .closing(9), to: kitchen, at: now)
                }
            }
        }
    }

    @Test(arguments: TestedStore.allCases) func theKeeperIsToldOfAPrinterOnceForEachChange(
        _ tested: TestedStore
    ) async throws {
        try await tested.withPlace { open in
            let store = try open()
            func version() async throws -> Int? {
                try await store.read { try $0.sectionVersions() }.changes[.printers]?.version
            }
            try await store.transaction {
                try $0.setPrinters([
                    PrinterEntry("주방", at: "10.0.0.9:9100"), PrinterEntry("bar", at: "/dev/usb/lp0"),
                ]) { _ in [] }
            }
            let first = try #require(try await version())
            let order = try await place(in: store, [kitchen])
            let trouble = PrinterRecord(address: "10.0.0.9:9100", answers: true, problem: .outOfPaper, since: now)
            for _ in 0..<2 { try await store.transaction { try $0.setPrinter("주방", to: trouble) } }
            #expect(try await version() == first + 1)
            // What waits for it meanwhile is told, and what waits for one that works is not.
            let next = try await place(in: store, [kitchen])
            _ = try await place(in: store, [bar])
            #expect(try await version() == first + 2)
            try await store.transaction { [now, kitchen] in
                var cancelled = next
                try cancelled.move(to: .cancelled, by: .guest, at: now)
                try $0.announceCancellation(of: cancelled, to: [kitchen], at: now)
            }
            #expect(try await version() == first + 3)
            try await store.record(ticket(bar, in: store, at: now), .delivered)
            #expect(
                try await open().read { try $0.printers() } == [
                    PrinterState(name: "bar", answers: false),
                    PrinterState(
                        name: "주방", answers: true, problem: .outOfPaper, since: now, waiting: 1, oldest: now),
                ])
            // Another printer at the same place may be one that does not answer.
            #expect(try await store.read { try $0.printer("주방", at: "10.0.0.8:9100") } == nil)
            #expect(try await store.transaction { try $0.printAgain(order: order.id) } == ["bar", "주방"])
            #expect(try await store.transaction { try $0.printAgain(order: order.id, on: ["bar", "x"]) } == ["bar"])
            // One that is gone is forgotten when nothing waits for it, and prints nothing more.
            try await store.transaction { try $0.setPrinters([]) { _ in [] } }
            #expect(try await store.read { try $0.printers() }.map(\.waiting) == [2, 2])
            #expect(try await store.transaction { try $0.printAgain(order: order.id) } == [])
            #expect(try await store.transaction { try $0.printAgain(order: order.id, on: ["bar"]) } == [])
            let text = try JSONEncoder().encode(try await store.read { try $0.printers() })
            #expect(try JSONDecoder().decode([PrinterState].self, from: text).count == 2)
        }
    }

    /// The printer may be that of another server, which looks for tickets when a section changes.
    @Test func aClosingIsToldToTheServersOnlyIfItIsPrinted() async throws {
        let store = InMemoryStore()
        for (printers, version) in [([], nil), ([kitchen, bar], 1)] as [([OutboxDestination], Int?)] {
            _ = try await place(in: store, [])
            _ = try await store.transaction { [now] in
                try $0.close(cashCounted: nil, announcedTo: printers, at: now)
            }
            #expect(try await store.versions()[.printers]?.version == version)
        }
    }

    @Test(arguments: TestedStore.allCases) func ticketsOfARenamedPrinterStayWithTheDevice(
        _ tested: TestedStore
    ) async throws {
        try await tested.withPlace { open in
            let store = try open()
            try await set([("주방", "10.0.0.9:9100"), ("bar", "10.0.0.7:9100")], in: store)
            for _ in 0..<2 { _ = try await place(in: store, [kitchen, bar]) }
            let begun = try #require(try await ticket(kitchen, in: store, at: now).order)
            try await store.transaction { try $0.announceCancellation(of: begun, to: [kitchen, bar], at: now) }
            try await set([("hot", "10.0.0.9:9100"), ("bar", "10.0.0.7:9100")], in: store)
            #expect(try await store.read { try $0.printers() }.map(\.name) == ["bar", "hot"])
            #expect(try await tickets(of: "주방", in: store) == [])
            #expect(try await tickets(of: "hot", in: store) == ["repetition 1", "order 2", "cancellation 1"])
            #expect(try await tickets(of: "bar", in: store) == ["order 2"])
        }
    }

    @Test(arguments: TestedStore.allCases) func ticketsOfAPrinterThatIsGoneArePrintedElsewhereOnce(
        _ tested: TestedStore
    ) async throws {
        try await tested.withPlace { open in
            let store = try open()
            try await set([("주방", "10.0.0.9:9100"), ("bar", "10.0.0.7:9100")], in: store)
            for _ in 0..<4 { _ = try await place(in: store, [kitchen, bar]) }
            try await store.record(ticket(bar, in: store, at: now), .delivered)
            try await handOver(4, in: store)
            try await set([("bar", "10.0.0.7:9100"), ("new", "10.0.0.8:9100")], in: store)
            // What the bar has printed already, it prints as a repetition; what waits there is not printed twice.
            #expect(try await tickets(of: "bar", in: store) == ["order 2", "order 3", "order 4", "repetition 1"])
            #expect(try await tickets(of: "new", in: store) == ["order 1", "order 2", "order 3"])
            // What may be there twice says so, of whichever kind it is.
            let ofBar = try await store.read {
                try $0.heldMessages(to: .printer("bar"), addedBefore: .distantFuture, limit: 100)
            }
            #expect(ofBar.last?.mayHaveArrived == true)
            // Another server adds one before it has read the file.
            _ = try await place(in: store, [kitchen])
            try await set([("bar", "10.0.0.7:9100"), ("new", "10.0.0.8:9100")], in: store)
            #expect(try await tickets(of: "new", in: store).count == 4)
            // Without any printer they stay, until there is one again.
            try await set([], in: store)
            #expect(try await store.read { try $0.printers() }.map(\.waiting) == [5, 4])
            try await set([("주방", "10.0.0.9:9100")], in: store)
            #expect(try await store.read { try $0.printers() }.map(\.name) == ["주방"])
            #expect(try await tickets(of: "주방", in: store).count == 4)
        }
    }

    /// What was ordered before then may be in a section that another printer has now.
    @Test(arguments: TestedStore.allCases) func aPrinterRemembersTheSectionsThatItHadBefore(
        _ tested: TestedStore
    ) async throws {
        try await tested.withPlace { open in
            let store = try open()
            func set(
                _ name: String, _ sections: Set<String>?, at address: String = "10.0.0.9:9100", after seconds: Double
            ) async throws -> PrinterRecord {
                let printer = PrinterEntry(name, at: address, sections: sections)
                return try await store.transaction { [now] in
                    try $0.setPrinters([printer], at: now + seconds) { _ in [.printer(name)] }
                    return try #require(try $0.printer(name, at: address))
                }
            }
            var printer = try await set("주방", ["main", "soup"], after: 0)
            #expect(!printer.hasOtherSections(since: now - 1))
            printer = try await set("주방", ["soup", "main"], after: 1)
            #expect(!printer.hasOtherSections(since: now - 1))
            printer = try await set("주방", ["soup"], after: 2)
            #expect(printer.hasOtherSections(since: now + 2) && !printer.hasOtherSections(since: now + 3))
            #expect(printer.printed("main") && printer.printed("soup") && !printer.printed("side"))
            // Under another address and another name, and after it was gone while something waited for it.
            printer = try await set("주방", ["soup"], at: "10.0.0.8:9100", after: 3)
            #expect(printer.hasOtherSections(since: now + 2) && !printer.hasOtherSections(since: now + 3))
            printer = try await set("hot", ["side"], at: "10.0.0.8:9100", after: 5)
            #expect(printer.hasOtherSections(since: now + 5))
            #expect(printer.printed("main") && printer.printed("soup") && !printer.printed("side"))
            _ = try await place(in: store, [.printer("hot")])
            try await store.transaction { try $0.setPrinters([]) { _ in [] } }
            printer = try await set("hot", ["side"], at: "10.0.0.8:9100", after: 6)
            #expect(!printer.hasOtherSections(since: now + 6))
            printer = try await set("hot", nil, at: "10.0.0.8:9100", after: 7)
            #expect(printer.printed("side") && !printer.printed("x"))
            printer = try await set("hot", ["main"], at: "10.0.0.8:9100", after: 8)
            #expect(printer.printed("x"), "it had all")
            let later = try await set("hot", ["side"], at: "10.0.0.8:9100", after: 3 * 86_400)
            #expect(later.printed("main") && !later.printed("x"), "what it had days before is over")
            printer = try await set("hot", ["main"], at: "10.0.0.8:9100", after: 3 * 86_400 + 1)
            // A clock that was ahead is believed until the file is read again.
            printer = try await set("hot", ["main"], at: "10.0.0.8:9100", after: -60)
            #expect(!printer.hasOtherSections(since: now))
            // Another one begins anew.
            printer = try await set("bar", ["juice"], at: "/dev/usb/lp0", after: 9)
            #expect(!printer.hasOtherSections(since: now - 1))
        }
    }

    @Test(arguments: TestedStore.allCases) func aSecondPrinterAtAnAddressIsNotTheFirst(
        _ tested: TestedStore
    ) async throws {
        try await tested.withPlace { open in
            let store = try open()
            let (address, hot) = ("10.0.0.9:9100", Set(["main"]))
            try await store.transaction { [now] transaction in
                try transaction.setPrinters([PrinterEntry("hot", at: address, sections: hot)], at: now) { _ in [] }
                let trouble = PrinterRecord(address: address, answers: true, problem: .outOfPaper, since: now)
                try transaction.setPrinter("hot", to: trouble)
                let both = [("hot", hot), ("bar", ["juice"])].map { PrinterEntry($0, at: address, sections: $1) }
                try transaction.setPrinters(both, at: now + 1) { _ in [] }
            }
            let bar = try await store.read { try $0.printer("bar", at: address) }
            #expect(bar?.problem == nil && bar?.hasOtherSections(since: now) == false)
        }
    }

    private func handOver(_ id: Int, in store: any Store) async throws {
        try await store.transaction { [now] transaction in
            let before = try #require(try transaction.order(id))
            var order = before
            while let next = order.state.next { try order.move(to: next, by: .keeper, at: now) }
            try transaction.keep(order, changedFrom: before, on: order.day, at: now)
        }
    }

    /// Makes these the printers, of which each prints everything.
    private func set(_ printers: [(name: String, address: String)], in store: any Store) async throws {
        try await store.transaction { transaction in
            try transaction.setPrinters(printers.map { PrinterEntry($0.name, at: $0.address) }) { _ in
                printers.map { .printer($0.name) }
            }
        }
    }

    /// What waits for the printer, oldest first.
    private func tickets(of printer: String, in store: any Store) async throws -> [String] {
        try await store.read { try $0.heldMessages(to: .printer(printer), addedBefore: .distantFuture, limit: 100) }
            .map { "\($0.kind) \($0.order?.id ?? 0)" }
    }
}
