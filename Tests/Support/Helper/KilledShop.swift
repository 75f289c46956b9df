import Domain
import Foundation
import Platform
import ShopServer
import Storage

/// A shop server with the real store that kills itself at a given point in the processing of an order. For tests.
///
/// Arguments: the resources directory, the database file, the point, and the webhook address. Prints its URL.
struct KilledShop {
    static func run(_ arguments: [String]) async throws {
        guard arguments.count == 4, let point = KillPoint(rawValue: arguments[2]) else { exit(2) }
        try await withTaskExecutorPreference(TaskThreadPool.shared) {
            var configuration = ShopServer.Configuration(resources: URL(filePath: arguments[0]))
            configuration.store = KilledStore(store: try SQLiteStore(at: arguments[1]), point: point)
            configuration.webhook = WebhookAddress(arguments[3])
            configuration.keeperToken = ProcessInfo.processInfo.environment["BANCHAN_KEEPER_TOKEN"].map { Secret($0) }
            configuration.webhookRules.lease = .milliseconds(200)
            configuration.printerRules.lease = .milliseconds(200)
            configuration.printerRules.firstPause = .milliseconds(10)
            try await ShopServer(configuration).run { url in
                FileHandle.standardOutput.write(Data("\(url.absoluteString)\n".utf8))
            }
        }
    }
}

/// The point at which the shop is killed.
enum KillPoint: String {
    /// The order was received; nothing is written.
    case received
    /// Everything is written but not committed.
    case committing
    /// The transaction is committed, but the client has not been answered.
    case committed
    /// The message was claimed but not sent.
    case claimed
    /// The message was sent, but that is not committed.
    case sent
    /// The message was sent, and that is committed.
    case settled
    /// Somebody else kills it.
    case never
    /// As `settled`, but the program crashes with a trap instead of being killed.
    case trapped

    /// Kills the program if it is to be killed at `point`.
    func meet(_ point: KillPoint) {
        if self == point { kill(getpid(), SIGKILL) }
    }
}

/// The real store, with the points at which the program is killed.
struct KilledStore: Store {
    let store: SQLiteStore
    let point: KillPoint

    /// The identifier of the only message that the shop gets to send.
    private static let message = 1

    func transaction<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Value
    ) async throws -> Value {
        let isOrder = Value.self is any AnsweredUnderKey.Type
        if isOrder { point.meet(.received) }
        let (value, isSettled) = try await store.transaction { [point] transaction in
            let isToSend = try transaction.message(KilledStore.message) != nil
            let value = try body(transaction)
            let isSettled = try isToSend && transaction.message(KilledStore.message) == nil
            if isSettled { point.meet(.sent) }
            if isOrder { point.meet(.committing) }
            return (value, isSettled)
        }
        if isOrder { point.meet(.committed) }
        if case .message? = value as? OutboxClaim { point.meet(.claimed) }
        if isSettled { point.meet(.settled) }
        if isSettled, point == .trapped { fatalError("as the test wants it") }
        return value
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreReader) throws -> Value
    ) async throws -> Value { try await store.read(body) }

    func watchChanges(_ onChange: @escaping @Sendable () -> Void) -> any ChangeWatch { store.watchChanges(onChange) }

    func examine(tries: Bool) async -> StoreTrouble? { await store.examine(tries: tries) }

    var trouble: StoreTrouble? { store.trouble }

    func watchTrouble(_ onChange: @escaping @Sendable (StoreTrouble?) -> Void) { store.watchTrouble(onChange) }

    func pools() -> [StorePool] { store.pools() }

    func close() async { await store.close() }
}

/// A value returned for a request with an idempotency key.
private protocol AnsweredUnderKey {}

extension KeyedAnswer: AnsweredUnderKey {}
