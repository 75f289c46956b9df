import Foundation

/// The figures of one server, compared with nginx and the disk.
struct ServingReport: Codable, EncodableReport {
    let machine: MeasuringMachine
    let plan: ServingPlan
    let nginx: String
    /// The size of the requested section in bytes.
    let sectionBytes: Int
    let requests: [ServingSeries.Requests]
    let writes: [ServingSeries.Writes]
    let streams: ServingSeries.Streams

    var markdown: String {
        [
            "\(machine.text); \(nginx); medians of \(plan.rounds) rounds in turn, ratios of those within each round "
                + "(lower - upper quartile).",
            requestTable.markdown, writeTable.markdown, streamTable.markdown,
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
            ratio(ours.map(\.requestsPerSecond), theirs.map(\.requestsPerSecond)), ">= 0.50",
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

    private var streamTable: TextTable {
        TextTable(rows: [
            ["\(plan.streams) streams", "banchan", "budget"],
            ["a change to the last of them, median ms", shown(streams.times, 1), "<= 70"],
            ["p95, ms", shown(Statistics.percentile(95, of: streams.times), 1), "<= 70"],
            ["memory of all streams, MB", megabytes(streams.memoryOfOne * Double(plan.streams)), "<= 45"],
            ["memory a stream, kB", shown(streams.memoryOfOne * 1_024 / 1_000, 1), "<= 22"],
            ["the server's memory (PSS), MB", megabytes(Double(streams.memory)), ""],
        ])
    }

    private func megabytes(_ kibibytes: Double) -> String { shown(kibibytes * 1_024 / 1_000_000, 1) }

    private func ratio(_ ours: [Double], _ theirs: [Double]) -> String {
        guard let ratios = Spread(zip(ours, theirs).filter { $1 > 0 }.map { $0 / $1 }) else { return "-" }
        return "\(shown(ratios.median, 2)) (\(shown(ratios.lowerQuartile, 2)) - \(shown(ratios.upperQuartile, 2)))"
    }

    private func shown(_ values: [Double], _ digits: Int = 0) -> String { shown(Statistics.median(values), digits) }

    private func shown(_ value: Double?, _ digits: Int) -> String {
        value.map { String(format: "%.\(digits)f", $0) } ?? "-"
    }
}
