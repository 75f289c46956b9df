import Foundation

/// The figures of a server, compared with nginx, its disk and pgbench.
struct ServingReport: Codable, EncodableReport {
    let machine: MeasuringMachine
    let plan: ServingPlan
    let nginx: String
    /// The size of the requested section in bytes.
    let sectionBytes: Int
    let requests: [ServingSeries.Requests]
    let writes: [ServingSeries.Writes]
    let sharedWrites: [ServingSeries.SharedWrites]
    let streams: JuiceSales.Deliveries
    /// What is sold at one server, heard on a stream of another.
    let ofOtherServer: JuiceSales.Deliveries
    /// From the key on one terminal to the last byte on another, of the same server and of another one, in
    /// milliseconds.
    let watching: [Double]
    let watchingOther: [Double]

    var markdown: String {
        [
            "\(machine.text); \(nginx); medians of \(plan.rounds) rounds in turn, ratios of those within each round "
                + "(lower - upper quartile).",
            requestTable.markdown, writeTable.markdown, sharedTable.markdown, changeTable.markdown,
        ].joined(separator: "\n\n")
    }

    private var requestTable: TextTable {
        TextTable(rows: [
            [
                "requests a second, \(plan.connections) connections", "banchan", "nginx", "ratio", "budget",
                "p99, ms", "of nginx",
            ],
            row("a section of \(sectionBytes) bytes (200)", \.section, \.sectionOfNginx),
            row("the same, not changed (304)", \.unchanged, \.unchangedOfNginx),
        ])
    }

    private func row(
        _ name: String, _ ours: (ServingSeries.Requests) -> Wrk.Answers,
        _ theirs: (ServingSeries.Requests) -> Wrk.Answers
    ) -> [String] {
        let (ours, theirs) = (requests.map(ours), requests.map(theirs))
        return [
            name, shown(ours.map(\.requestsPerSecond)), shown(theirs.map(\.requestsPerSecond)),
            ratio(ours.map(\.requestsPerSecond), theirs.map(\.requestsPerSecond)), ">= 0.40",
            shown(ours.compactMap(\.latency), 1), shown(theirs.compactMap(\.latency), 1),
        ]
    }

    private var writeTable: TextTable {
        TextTable(rows: [
            ["durable orders, \(plan.connections) connections", "banchan", "fsyncs", "ratio", "budget"],
            [
                "a second", shown(writes.map(\.orders)), shown(writes.map(\.fsyncs)),
                ratio(writes.map(\.orders), writes.map(\.fsyncs)), ">= 4000",
            ],
        ])
    }

    private var sharedTable: TextTable {
        let connections = plan.orderingConnections
        func row(
            _ name: String, budget: String = "", _ cell: ([ServingSeries.SharedWrites]) -> String
        ) -> [String] {
            [name] + connections.map { count in cell(sharedWrites.filter { $0.connections == count }) } + [budget]
        }
        return TextTable(rows: [
            ["orders a second on PostgreSQL, connections"] + connections.map { "\($0)" } + ["budget"],
            row("pgbench, an order a transaction") { shown($0.map(\.pgbench)) },
            row("pgbench, one client, as many a transaction as connections") { shown($0.map(\.grouped)) },
            row("one server") { shown($0.map(\.oneServer)) },
            row("two servers") { shown($0.map(\.twoServers)) },
            row("one server / pgbench", budget: ">= 0.50") { ratio($0.map(\.oneServer), $0.map(\.pgbench)) },
            row("two servers / one server", budget: ">= 1.00") { ratio($0.map(\.twoServers), $0.map(\.oneServer)) },
        ])
    }

    private var changeTable: TextTable {
        TextTable(rows: [
            ["a sale, until it is seen", "median", "p95", "budget"],
            row("on another terminal, ms", watching, "<= 10"),
            row("on another terminal at another server, ms", watchingOther, "<= 50"),
            row("on a stream of another server, ms", ofOtherServer.times, "<= 50"),
            row("on the last of \(plan.streams) streams, ms", streams.times, "<= 70"),
            ["memory of all streams, MB", megabytes(streams.memoryOfOne * Double(plan.streams)), "", "<= 60"],
            ["memory of the server with them (PSS), MB", megabytes(Double(streams.memory)), "", ""],
        ])
    }

    private func row(_ name: String, _ times: [Double], _ budget: String) -> [String] {
        [name, shown(times, 1), Metric.shown(Statistics.percentile(95, of: times), 1), budget]
    }

    private func megabytes(_ kibibytes: Double) -> String { Metric.shown(kibibytes * 1_024 / 1_000_000, 1) }

    private func ratio(_ ours: [Double], _ theirs: [Double]) -> String {
        Statistics.spread(zip(ours, theirs).filter { $1 > 0 }.map { $0 / $1 }) ?? "-"
    }

    private func shown(_ values: [Double], _ digits: Int = 0) -> String {
        Metric.shown(Statistics.median(values), digits)
    }
}
