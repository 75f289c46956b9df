/// A row of the table: a metric of a program, and its budget.
struct Metric {
    let name: String
    /// The number of decimal places.
    let digits: Int
    /// The budget as text; empty if there is none.
    let budget: String
    /// Reads the value from one round; `nil` if it was not measured.
    let value: @Sendable (Figures) -> Double?

    static let all = [
        Metric(name: "first frame, ms", digits: 1, budget: "<= 12") { Statistics.median($0.firstFrames) },
        Metric(name: "first frame, nothing in memory, ms", digits: 1, budget: "<= 60") {
            Statistics.median($0.coldFirstFrames)
        },
        Metric(name: "own server, all sections, ms", digits: 1, budget: "<= 45") {
            Statistics.median($0.ownSections)
        },
        Metric(name: "key to last byte, median ms", digits: 3, budget: "<= 1.0 x") { Statistics.median($0.keyTimes) },
        Metric(name: "key to last byte, p95 ms", digits: 3, budget: "<= 1") {
            Statistics.percentile(95, of: $0.keyTimes)
        },
        Metric(name: "key, selection moving, median ms", digits: 3, budget: "<= 1.0 x") { $0.moving?.median },
        Metric(name: "key, selection moving, p95 ms", digits: 3, budget: "<= 1") { $0.moving?.late },
        Metric(name: "key, selection moving, bytes", digits: 0, budget: "<= 300") { $0.moving?.bytesPerKey },
        Metric(name: "key, list scrolling, median ms", digits: 3, budget: "<= 1.0 x") { $0.scrolling?.median },
        Metric(name: "key, list scrolling, p95 ms", digits: 3, budget: "<= 1.2") { $0.scrolling?.late },
        Metric(name: "key, list scrolling, bytes", digits: 0, budget: "<= 300, 600") { $0.scrolling?.bytesPerKey },
        Metric(name: "the same while all sections hang, p95 ms", digits: 3, budget: "<= 1.2") {
            Statistics.percentile(95, of: $0.hangingKeyTimes)
        },
        Metric(name: "a letter looked for, p95 ms", digits: 3, budget: "<= 5") {
            Statistics.percentile(95, of: $0.letterTimes)
        },
        Metric(name: "keys at once, ms", digits: 1, budget: "<= 10") { $0.burstTime },
        Metric(name: "wrong rows after them", digits: 0, budget: "0") { $0.burstIsRight.map { $0 ? 0 : 1 } },
        Metric(name: "bytes a key", digits: 0, budget: "") { $0.bytesPerKey },
        Metric(name: "silent keys", digits: 0, budget: "") { Double($0.silentKeys) },
        Metric(name: "refetch, nothing new, bytes", digits: 0, budget: "<= 49") {
            $0.refetchUnchanged.map(Double.init)
        },
        Metric(name: "refetch, one row new, bytes", digits: 0, budget: "that row") {
            $0.refetchOneRow.map(Double.init)
        },
        Metric(name: "refetch, all rows new, bytes", digits: 0, budget: "") { $0.refetchAllRows.map(Double.init) },
        Metric(name: "idle: wake-ups", digits: 0, budget: "0") { $0.idle.map { Double($0.wakeUps) } },
        Metric(name: "idle: processor, ms", digits: 2, budget: "0") { $0.idle?.processorTime },
        Metric(name: "memory (PSS), MiB", digits: 1, budget: "<= 32, 40") {
            $0.proportionalSetSize.map { Double($0) / 1_024 }
        },
    ]

    /// Returns the median over all rounds.
    func value(of rounds: [Figures]) -> Double? { Statistics.median(rounds.compactMap(value)) }

    /// Returns the median of the ratios within each round.
    func ratio(of rounds: [Figures], to others: [Figures]) -> Double? {
        Statistics.median(
            zip(rounds, others).compactMap { one, other in
                guard let one = value(one), let other = value(other), other > 0 else { return nil }
                return one / other
            })
    }
}
