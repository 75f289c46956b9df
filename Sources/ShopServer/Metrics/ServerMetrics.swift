import CoreMetrics
import Domain
import Foundation
import Hummingbird
import NIOConcurrencyHelpers
import Platform
import Storage

/// The metrics of the server.
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
        series.count.increment()
        series.seconds.recordNanoseconds(Int64(time / .nanoseconds(1)))
    }

    func refused(by limit: String) {
        Counter(label: MetricFamily.refused.name, dimensions: [("limit", limit)], factory: registry).increment()
    }

    func set(_ family: MetricFamily, _ labels: [(String, String)] = [], to value: Double) {
        Meter(label: family.name, dimensions: labels, factory: registry).set(value)
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
    let count: Counter
    let seconds: CoreMetrics.Timer

    init(_ kind: AnswerKind, in registry: MetricsRegistry) {
        let call = [("method", kind.method), ("route", kind.route)]
        count = Counter(
            label: MetricFamily.requests.name, dimensions: call + [("status", "\(kind.status)")], factory: registry)
        seconds = CoreMetrics.Timer(label: MetricFamily.requestSeconds.name, dimensions: call, factory: registry)
    }
}

/// Responds to `GET /metrics`, for the keeper only.
struct MetricsController: Sendable {
    let metrics: ServerMetrics
    let keeper: Keeper
    let ledger: ClientLedger
    /// The store; `nil` for a shop without one.
    let store: (any Store)?
    private let work = SharedWork<Int, String>()

    init(metrics: ServerMetrics, keeper: Keeper, ledger: ClientLedger, store: (any Store)?) {
        self.metrics = metrics
        self.keeper = keeper
        self.ledger = ledger
        self.store = store
    }

    func addRoutes(to routes: Routes) {
        routes.get("/metrics") { request, _ in
            try keeper.admit(request)
            let text = try await work.value(of: 0) { await page() }
            let fields: HTTPFields = [.contentType: PrometheusText.contentType, .cacheControl: "no-store"]
            return Response(status: .ok, headers: fields, body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
        }
    }

    private func page() async -> String {
        let use = ledger.totals
        metrics.set(.build, [("version", ShopVersion.current)], to: 1)
        metrics.set(.connections, to: Double(use.connections))
        metrics.set(.unfinishedBytes, to: Double(use.unfinished))
        metrics.set(.streams, to: Double(use.streams))
        if let store { await measure(store) }
        return PrometheusText(MetricFamily.all, in: metrics.registry).text
    }

    private func note(_ pool: StorePool) {
        let name = ("pool", pool.name)
        metrics.set(.storeConnections, [name, ("state", "used")], to: Double(pool.used))
        metrics.set(.storeConnections, [name, ("state", "idle")], to: Double(pool.idle))
        metrics.set(.maxStoreConnections, [name], to: Double(pool.most))
        metrics.set(.storeWaiting, [name], to: Double(pool.waiting))
    }

    /// Updates the store's metrics. Those that cannot be read now keep their previous values.
    private func measure(_ store: any Store) async {
        // Read before this request uses connections itself.
        for pool in store.pools() { note(pool) }
        metrics.set(.storeUp, to: await store.examine() == nil ? 1 : 0)
        guard let figures = try? await store.read({ try $0.figures() }) else { return }
        for state in OrderState.allCases {
            metrics.set(.orders, [("state", state.rawValue)], to: Double(figures.orders[state] ?? 0))
        }
        metrics.set(.messages, [("state", "waiting")], to: Double(figures.waitingMessages))
        metrics.set(.messages, [("state", "failed")], to: Double(figures.failedMessages))
        let age = figures.oldestWaiting.map { -$0.timeIntervalSinceNow } ?? 0
        metrics.set(.oldestMessage, to: max(0, age))
    }
}
