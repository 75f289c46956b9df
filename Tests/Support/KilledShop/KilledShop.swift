import Domain
import Foundation
import Platform
import ShopServer
import Storage

/// A shop's server with the real ledger that kills itself at one point on an order's way. For tests.
///
/// Arguments: the resources, the database, the point, and where orders are announced. Prints its URL.
@main
struct KilledShop {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 5, let point = Point(rawValue: arguments[3]) else { exit(2) }
        try await withTaskExecutorPreference(TaskThreadPool.shared) {
            let ledger = try SQLiteLedger(at: arguments[2]) { step in
                switch step {
                case .committing: point.meet(.committing)
                case .committed: point.meet(.committed)
                }
            }
            var configuration = ShopServer.Configuration(resources: URL(filePath: arguments[1]))
            configuration.ledger = KilledLedger(ledger: ledger, point: point)
            configuration.webhook = WebhookAddress(arguments[4])
            configuration.webhookRules.lease = .milliseconds(200)
            try await ShopServer(configuration).run { url in
                FileHandle.standardOutput.write(Data("\(url.absoluteString)\n".utf8))
            }
        }
    }
}

/// Where the shop is killed.
enum Point: String {
    /// The order has come and nothing is written.
    case received
    /// Everything is written, and nothing of it counts.
    case committing
    /// It counts, and nobody was told.
    case committed
    /// The message was claimed, and not sent.
    case claimed
    /// The message was sent, and that is not noted.
    case sent
    /// That is noted, too.
    case settled
    /// The message was sent, and the program falls over.
    case trapped

    /// Kills the program when `point` is its.
    func meet(_ point: Point) {
        if self == point { kill(getpid(), SIGKILL) }
    }
}

/// The real ledger, watched.
struct KilledLedger: Ledger {
    let ledger: SQLiteLedger
    let point: Point

    func place(_ placing: NewOrder) async throws(LedgerError) -> OrderOutcome {
        point.meet(.received)
        return try await ledger.place(placing)
    }

    func examine() async -> LedgerTrouble? { await ledger.examine() }

    func watchTrouble(_ onChange: @escaping @Sendable (LedgerTrouble?) -> Void) { ledger.watchTrouble(onChange) }

    func close() async { await ledger.close() }

    func placement(of key: IdempotencyKey) async throws(LedgerError) -> OrderOutcome? {
        try await ledger.placement(of: key)
    }

    func orders(after id: Int, limit: Int) async throws(LedgerError) -> [LedgerOrder] {
        try await ledger.orders(after: id, limit: limit)
    }

    func claimMessage(at now: Date, lease: Duration, pace: Duration) async throws(LedgerError) -> OutboxClaim {
        let claim = try await ledger.claimMessage(at: now, lease: lease, pace: pace)
        if case .message = claim { point.meet(.claimed) }
        return claim
    }

    func settle(_ message: OutboxMessage, _ outcome: OutboxOutcome) async throws(LedgerError) {
        point.meet(.sent)
        if point == .trapped { fatalError("as the test wants it") }
        try await ledger.settle(message, outcome)
        point.meet(.settled)
    }

    func stock(opening: Stock) async throws(LedgerError) -> Stock { try await ledger.stock(opening: opening) }

    func restocking(under key: IdempotencyKey) async throws(LedgerError) -> RestockOutcome? {
        try await ledger.restocking(under: key)
    }

    func restock(_ restocking: Restocking) async throws(LedgerError) -> RestockOutcome {
        try await ledger.restock(restocking)
    }

    func drinks(_ list: DrinkList, of assortment: Assortment, on day: Day) async throws(LedgerError) -> [Drink] {
        try await ledger.drinks(list, of: assortment, on: day)
    }

    func machine(
        of session: UUID, selling assortment: Assortment, on day: Day
    ) async throws(LedgerError) -> DrinksMachine {
        try await ledger.machine(of: session, selling: assortment, on: day)
    }

    func operate(_ operation: DrinksOperation) async throws(LedgerError) -> DrinksOutcome {
        point.meet(.received)
        return try await ledger.operate(operation)
    }

    func drinksHistory() async throws(LedgerError) -> DrinksHistory { try await ledger.drinksHistory() }

    func sessions(changedAfter number: Int) async throws(LedgerError) -> [UUID: Int] {
        try await ledger.sessions(changedAfter: number)
    }

    func sections() async throws(LedgerError) -> SectionVersions { try await ledger.sections() }

    func note(_ contents: [SectionID: String]) async throws(LedgerError) { try await ledger.note(contents) }

    func watchSections(_ onChange: @escaping @Sendable () -> Void) -> any SectionWatch {
        ledger.watchSections(onChange)
    }
}
