/// How much is measured of servers that share a PostgreSQL.
struct ServersPlan: Sendable {
    /// Connections that order at once.
    var connections = [1, 8, 32]
    /// Of each measurement of a rate.
    var seconds = 3
    /// Measurements of a rate, in turn.
    var rounds = 3
    /// Streams that two servers share.
    var streams = 1_000
    /// Sales that are heard on streams, at most 50.
    var sales = 30
    /// What grows.
    var ledgers = [1_000, 10_000, 100_000, 1_000_000]
    var terminals = [1, 100, 1_000, 2_000]
    var sections = [3, 30, 300]
    /// Requests for each figure of a growing ledger.
    var requests = 100

    /// All of it in some seconds.
    static let short = ServersPlan(
        connections: [1, 8], seconds: 1, rounds: 1, streams: 20, sales: 3, ledgers: [100, 1_000], terminals: [1, 10],
        sections: [3, 30], requests: 5)

    /// Measurements, for a line that tells how far they are.
    var steps: Int { connections.count * rounds + 2 + ledgers.count * 2 + terminals.count + sections.count }
}
