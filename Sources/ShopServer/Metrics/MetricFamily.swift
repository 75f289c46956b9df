/// The properties that all series of one metric share.
struct MetricFamily: Sendable {
    enum Kind: Hashable, Sendable {
        case counter
        case gauge
        /// A histogram with the upper bounds of its buckets, in seconds.
        case histogram([Double])
    }

    /// The metric's name, following https://prometheus.io/docs/practices/naming/
    let name: String
    let kind: Kind
    let help: String
}

/// A label that distinguishes the series of one family.
struct MetricLabel: Hashable, Sendable, Comparable {
    let name: String
    let value: String

    static func < (left: MetricLabel, right: MetricLabel) -> Bool {
        (left.name, left.value) < (right.name, right.value)
    }
}

extension MetricFamily {
    /// All metrics of the server.
    static let all: [MetricFamily] = [
        requests, requestSeconds, refused, connections, unfinishedBytes, streams, orders, messages, oldestMessage,
        storeUp, storeConnections, maxStoreConnections, storeWaiting, build,
    ]

    static let requests = MetricFamily(
        name: "banchan_http_requests_total", kind: .counter, help: "Requests that were answered.")
    static let requestSeconds = MetricFamily(
        name: "banchan_http_request_duration_seconds",
        kind: .histogram([0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]),
        help: "From a whole request to the beginning of its answer.")
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
        name: "banchan_outbox_messages", kind: .gauge, help: "Messages for the webhook: waiting, or refused for good.")
    static let oldestMessage = MetricFamily(
        name: "banchan_outbox_oldest_message_age_seconds", kind: .gauge,
        help: "Age of the oldest order whose message waits; 0 where none does.")
    static let storeUp = MetricFamily(
        name: "banchan_store_up", kind: .gauge, help: "1 where the store can keep something, 0 where it cannot.")
    static let storeConnections = MetricFamily(
        name: "banchan_store_connections", kind: .gauge,
        help: "Open connections to the database, by pool: used, or idle.")
    static let maxStoreConnections = MetricFamily(
        name: "banchan_store_connections_max", kind: .gauge, help: "So many connections a pool may open.")
    static let storeWaiting = MetricFamily(
        name: "banchan_store_pending_requests", kind: .gauge, help: "What waits for a connection of a pool.")
    static let build = MetricFamily(
        name: "banchan_build_info", kind: .gauge, help: "1, with the version of the server.")
}
