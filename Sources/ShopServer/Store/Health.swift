import Domain
import Hummingbird
import NIOConcurrencyHelpers
import Platform
import Storage

/// Reports whether the server is alive and whether it is ready to handle every request.
struct Health: Sendable {
    /// The store; `nil` for a shop without one.
    let store: (any Store)?
    let closing: DrainFlag
    /// Anybody may ask, and the store has one connection that can be examined: many who ask at once share an examination.
    private let work = SharedWork<Int, StoreHealth>()

    init(store: (any Store)?, closing: DrainFlag) { (self.store, self.closing) = (store, closing) }

    private struct StoreHealth {
        let outbox: OutboxBacklog?
        let printers: [PrinterState]
    }

    private struct Body: Encodable {
        var status = "ok"
        let version = ShopVersion.current
        var error: String?
        /// The messages that are held up; `nil` if none is.
        var outbox: OutboxBacklog?
        /// The shop's printers; `nil` if it has none.
        var printers: [PrinterState]?

        private enum CodingKeys: String, CodingKey { case status, version, error, outbox, printers }
    }

    func addRoutes(to routes: Routes) {
        routes.get("/health") { _, _ in Health.response(.ok, Body()) }
        routes.get("/ready") { _, _ in await readiness() }
    }

    private func readiness() async -> Response {
        if closing.isSet {
            let body = Body(status: "draining", error: "The server is about to stop; please ask another one.")
            return Health.response(.serviceUnavailable, body, fields: [.retryAfter: "1"])
        }
        guard let store else { return Health.response(.ok, Body()) }
        do {
            let health = try await store.readSoon(sharing: work) {
                StoreHealth(outbox: try $0.outboxBacklog(), printers: try $0.printers())
            }
            return Health.response(
                .ok, Body(outbox: health.outbox, printers: health.printers.isEmpty ? nil : health.printers))
        } catch {
            let error = error as? StoreError ?? .system(code: 0)
            return Health.response(
                .serviceUnavailable, Body(status: error.status, error: error.sentence), fields: error.refusal.fields)
        }
    }

    private static func response(
        _ status: HTTPResponse.Status, _ body: Body, fields: HTTPFields = HTTPFields()
    ) -> Response {
        var fields = fields
        fields[.cacheControl] = "no-store"
        return Response(status: status, fields: fields, json: body)
    }
}

extension Store {
    /// Examines the store and returns what `body` reads, once for all who share `work`. Throws the problem: `overloaded` if
    /// that takes as long as nobody who asks for the server's health waits. What is known to be wrong is thrown at once.
    func readSoon<Value: Sendable>(
        sharing work: SharedWork<Int, Value> = SharedWork(),
        _ body: @escaping @Sendable (any StoreReader) throws -> Value
    ) async throws -> Value {
        if let trouble { throw trouble.error }
        // Within the limit, so that nobody waits for longer than that for an examination that is shared.
        let value = try await TimeLimit.outcome(within: .seconds(2)) {
            try await work.value(of: 0) {
                if let trouble = await examine() { throw trouble.error }
                return try await read(body)
            }
        }
        guard let value else { throw trouble?.error ?? .overloaded }
        return value
    }
}

/// A flag that is set when the server is asked to stop, for load balancers.
final class DrainFlag: Sendable {
    private let state = NIOLockedValueBox(false)

    var isSet: Bool { state.withLockedValue(\.self) }

    func set() { state.withLockedValue { $0 = true } }
}

extension StoreError: RefusingError {
    /// The response to a failed store operation. Nothing was confirmed, so the request can be retried with the same
    /// idempotency key.
    var refusal: Refusal {
        Refusal(status: .serviceUnavailable, sentence: sentence, fields: [.retryAfter: String(secondsToWait)])
    }

    /// The message for guests. What has to be done about the problem is reported only to the operator.
    var sentence: String {
        switch self {
        case .overloaded: "Too many orders at once; please try again."
        case .busy: "Another program is using the shop's order book; please try again in a moment."
        case .missing: "The shop's order book is missing: nothing can be ordered until it is back."
        case .replaced: "The shop's order book was replaced just now; please ask once more."
        case .altered, .logLost, .damaged:
            "The shop's order book is damaged: nothing can be ordered until it is mended."
        case .otherVersion, .foreign:
            "Another file lies in the place of the shop's order book: nothing can be ordered for now."
        case .full: "The shop has no room left to write orders down; please try again later."
        case .readOnly, .noPrivilege: "The shop may not write into its order book: nothing can be ordered for now."
        case .readOnlyServer: "The shop's order book can only be read right now; please try again in a moment."
        case .tablesChanged:
            "Somebody changed the shop's order book: nothing can be ordered until it is mended."
        case .unreachable, .noConnectionLeft, .statementPooling, .denied, .unusableAddress, .noLibrary:
            "The shop cannot reach its order book right now; please try again in a moment."
        case .refused, .system, .sqlite: "The shop cannot write orders down right now; please try again later."
        }
    }

    /// A machine-readable name of the error.
    var status: String {
        switch self {
        case .overloaded: "overloaded"
        case .busy: "ledger_locked"
        case .missing: "ledger_missing"
        case .replaced: "ledger_replaced"
        case .altered, .logLost, .damaged: "ledger_damaged"
        case .otherVersion: "ledger_of_other_version"
        case .foreign: "ledger_foreign"
        case .full: "disk_full"
        case .readOnly, .readOnlyServer: "ledger_read_only"
        case .tablesChanged: "ledger_changed"
        case .unreachable: "ledger_unreachable"
        case .noConnectionLeft: "ledger_crowded"
        case .denied, .noPrivilege, .statementPooling, .unusableAddress, .noLibrary: "ledger_closed"
        case .refused, .system, .sqlite: "ledger_failing"
        }
    }

    /// The `Retry-After` delay in seconds: short if the store is only busy, long if an operator has to act.
    fileprivate var secondsToWait: Int {
        switch self {
        case .overloaded, .replaced: 1
        case .busy, .logLost, .unreachable, .readOnlyServer, .noConnectionLeft: 5
        case .missing, .altered, .damaged, .otherVersion, .foreign, .full, .readOnly, .denied, .noPrivilege,
            .tablesChanged, .statementPooling, .unusableAddress, .noLibrary, .refused, .system, .sqlite:
            30
        }
    }
}
