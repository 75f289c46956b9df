import Domain
import Foundation
import Hummingbird
import NIOConcurrencyHelpers
import Platform
import Storage

struct ServerMetrics: Sendable {
    let registry = MetricsRegistry(MetricFamily.all)
    /// A cache of the series that were already looked up.
    private let answers = NIOLockedValueBox<[AnswerKind: AnswerSeries]>([:])

    /// Records a response to a request at `route`, which is the path pattern that was registered rather than the
    /// requested path: the number of those is unbounded.
    func answered(
        _ method: HTTPRequest.Method, route: String?, status: HTTPResponse.Status, after time: Duration
    ) {
        let kind = AnswerKind(method: Routes.name(of: method), route: route ?? "none", status: status.code)
        let series = answers.withLockedValue { answers in
            if let known = answers[kind] { return known }
            let new = AnswerSeries(kind, in: registry)
            answers[kind] = new
            return new
        }
        series.count.add(1)
        series.seconds.record(Double(Int64(time / .nanoseconds(1))) / 1_000_000_000)
    }

    func refused(by limit: String) { registry.series(.refused, [("limit", limit)]).add(1) }

    func set(_ family: MetricFamily, _ labels: [(String, String)] = [], to value: Double) {
        registry.series(family, labels).set(value)
    }
}

/// The properties by which counted responses are distinguished.
private struct AnswerKind: Hashable, Sendable {
    let method: String
    let route: String
    let status: Int
}

/// The series that count responses of one kind.
private struct AnswerSeries: Sendable {
    let count: MetricSeries
    let seconds: MetricSeries

    init(_ kind: AnswerKind, in registry: MetricsRegistry) {
        let call = [("method", kind.method), ("route", kind.route)]
        count = registry.series(.requests, call + [("status", "\(kind.status)")])
        seconds = registry.series(.requestSeconds, call)
    }
}

/// Responds to `GET /metrics`, for the keeper only.
struct MetricsController: Sendable {
    let metrics: ServerMetrics
    let keeper: Keeper
    let uses: ClientUses
    /// The store; `nil` for a shop without one.
    let store: (any Store)?
    private let work = SharedWork<Int, String>()

    init(metrics: ServerMetrics, keeper: Keeper, uses: ClientUses, store: (any Store)?) {
        self.metrics = metrics
        self.keeper = keeper
        self.uses = uses
        self.store = store
    }

    func addRoutes(to routes: Routes) {
        routes.get("/metrics") { request, _ in
            try keeper.admit(request)
            let text = try await work.value(of: 0) { await page() }
            let fields: HTTPFields = [.contentType: MetricsRegistry.contentType, .cacheControl: "no-store"]
            return Response(status: .ok, headers: fields, body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
        }
    }

    private func page() async -> String {
        let use = uses.totals
        metrics.set(.build, [("version", ShopVersion.current)], to: 1)
        metrics.set(.connections, to: Double(use.connections))
        metrics.set(.unfinishedBytes, to: Double(use.unfinished))
        metrics.set(.streams, to: Double(use.streams))
        if let store { await measure(store) }
        return metrics.registry.text
    }

    private func note(_ pool: StorePool) {
        let name = ("pool", pool.name)
        metrics.set(.storeConnections, [name, ("state", "used")], to: Double(pool.used))
        metrics.set(.storeConnections, [name, ("state", "idle")], to: Double(pool.idle))
        metrics.set(.maxStoreConnections, [name], to: Double(pool.limit))
        metrics.set(.storeWaiting, [name], to: Double(pool.waiting))
    }

    /// Updates the store's metrics. Those that cannot be read now keep their previous values.
    private func measure(_ store: any Store) async {
        // Read before this request uses connections itself.
        for pool in store.pools() { note(pool) }
        let figures = try? await store.readSoon { try $0.figures() }
        metrics.set(.storeUp, to: figures == nil ? 0 : 1)
        guard let figures else { return }
        for state in OrderState.allCases {
            metrics.set(.orders, [("state", state.rawValue)], to: Double(figures.orders[state] ?? 0))
        }
        metrics.set(.messages, [("state", "waiting")], to: Double(figures.waitingMessages))
        metrics.set(.messages, [("state", "failed")], to: Double(figures.failedMessages))
        let age = figures.oldestWaiting.map { -$0.timeIntervalSinceNow } ?? 0
        metrics.set(.oldestMessage, to: max(0, age))
    }
}

extension MetricFamily {
    static let all: [MetricFamily] = [
        requests, requestSeconds, refused, connections, unfinishedBytes, streams, orders, messages, oldestMessage,
        storeUp, storeConnections, maxStoreConnections, storeWaiting, build,
    ]

    static let requests = MetricFamily(
        name: "banchan_http_requests_total", kind: .counter,
        help: "Requests that were answered, by method, route (that of openapi.yaml, or none) and status.")
    static let requestSeconds = MetricFamily(
        name: "banchan_http_request_duration_seconds",
        kind: .histogram([0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]),
        help: "Seconds from a whole request to the beginning of its answer, by method and route, in buckets.")
    static let refused = MetricFamily(
        name: "banchan_limit_refusals_total", kind: .counter, help: "What a limit refused, by the limit's name.")
    static let connections = MetricFamily(
        name: "banchan_connections_open", kind: .gauge, help: "Connections that are open.")
    static let unfinishedBytes = MetricFamily(
        name: "banchan_unfinished_request_bytes", kind: .gauge, help: "Bytes of requests that are not whole yet.")
    static let streams = MetricFamily(
        name: "banchan_event_streams_open", kind: .gauge, help: "Terminals that listen to events of this server.")
    static let orders = MetricFamily(name: "banchan_orders", kind: .gauge, help: "Orders in the store, by state.")
    static let messages = MetricFamily(
        name: "banchan_outbox_messages", kind: .gauge,
        help: "Messages for the webhook, by state: waiting, or failed, that is, refused for good.")
    static let oldestMessage = MetricFamily(
        name: "banchan_outbox_oldest_message_age_seconds", kind: .gauge,
        help: "Age of the oldest order whose message waits; 0 where none does.")
    static let storeUp = MetricFamily(
        name: "banchan_store_up", kind: .gauge,
        help: "1 where the database answers soon and can be written, 0 where it cannot.")
    static let storeConnections = MetricFamily(
        name: "banchan_store_connections", kind: .gauge,
        help: "Open connections to the database, by pool (writing or reading) and state (used or idle).")
    static let maxStoreConnections = MetricFamily(
        name: "banchan_store_connections_max", kind: .gauge, help: "The most connections of a pool.")
    static let storeWaiting = MetricFamily(
        name: "banchan_store_pending_requests", kind: .gauge, help: "Requests that wait for a connection of a pool.")
    static let build = MetricFamily(
        name: "banchan_build_info", kind: .gauge, help: "1, with the version of the server.")
}
