/// How much is measured of servers that share a PostgreSQL.
struct ServersPlan: Sendable {
    /// The numbers of connections that order concurrently.
    var connections = [1, 8, 32]
    /// The length of each measurement of a rate.
    var seconds = 3
    /// The number of measurements of each rate, in turn.
    var rounds = 3
    /// The number of streams, distributed over two servers.
    var streams = 1_000
    /// The number of sales heard on streams, at most 50.
    var sales = 30
    /// The sizes of ledgers, terminals and sections.
    var ledgers = [1_000, 10_000, 100_000, 1_000_000]
    var terminals = [1, 100, 1_000, 2_000]
    var sections = [3, 30, 300]
    /// The number of requests for each figure of a growing ledger.
    var requests = 100

    /// A small plan that takes some seconds.
    static let short = ServersPlan(
        connections: [1, 8], seconds: 1, rounds: 1, streams: 20, sales: 3, ledgers: [100, 1_000], terminals: [1, 10],
        sections: [3, 30], requests: 5)

    /// The number of measurements, for the progress line.
    var steps: Int { connections.count * rounds + 2 + ledgers.count * 2 + terminals.count + sections.count }
}
