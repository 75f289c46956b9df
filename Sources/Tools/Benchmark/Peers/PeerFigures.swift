/// The figures of one program in one round. Times are milliseconds.
struct PeerFigures: Codable, Sendable {
    /// From just before `exec` to the output that completed the first screen.
    var firstFrames: [Double] = []
    /// Keys that move the selection between visible rows, and keys that scroll the list.
    var atRest: KeyFigures?
    var scrolling: KeyFigures?
    /// From writing many keys at once to the last byte of output.
    var burstTime: Double?
    /// Whether the row that the burst leads to was in view afterwards.
    var burstIsRight: Bool?
    /// From the key that reloads to the last byte it caused.
    var reloads: KeyFigures?
    var idle: Figures.Idle?
    /// The proportional set size: private memory plus the program's share of shared memory, in KiB.
    var proportionalSetSize: Int?
    /// Why a step was not measured, by the name of the step.
    var problems: [String: String] = [:]
}

/// A metric of a program: how it is named and formatted, and how its value is read from a round.
struct PeerMetric: Sendable {
    let name: String
    /// The number of decimal places.
    let digits: Int
    let value: @Sendable (PeerFigures) -> Double?

    static let firstFrame = PeerMetric(name: "first frame, ms", digits: 1) { Statistics.median($0.firstFrames) }
    static let lateFirstFrame = PeerMetric(name: "first frame, p95 ms", digits: 1) {
        Statistics.percentile(95, of: $0.firstFrames)
    }
    static let atRest = PeerMetric(name: "key at rest, ms", digits: 2) { $0.atRest?.median }
    static let lateAtRest = PeerMetric(name: "key at rest, p95 ms", digits: 2) { $0.atRest?.late }
    static let scrolling = PeerMetric(name: "key that scrolls, ms", digits: 2) { $0.scrolling?.median }
    static let lateScrolling = PeerMetric(name: "key that scrolls, p95 ms", digits: 2) { $0.scrolling?.late }
    static let burst = PeerMetric(name: "keys at once, ms", digits: 0) { $0.burstTime }
    static let bytesAtRest = PeerMetric(name: "bytes a key at rest", digits: 0) { $0.atRest?.bytesPerKey }
    static let bytesScrolling = PeerMetric(name: "bytes a key that scrolls", digits: 0) { $0.scrolling?.bytesPerKey }
    static let reload = PeerMetric(name: "reload, ms", digits: 1) { $0.reloads?.median }
    static let reloadBytes = PeerMetric(name: "reload, bytes", digits: 0) { $0.reloads?.bytesPerKey }
    static let wakeUps = PeerMetric(name: "wake-ups a second", digits: 1) {
        $0.idle.map { Double($0.wakeUps) / max($0.seconds, 0.001) }
    }
    static let memory = PeerMetric(name: "PSS, MiB", digits: 1) {
        $0.proportionalSetSize.map { Double($0) / 1_024 }
    }

    static let all = [
        firstFrame, lateFirstFrame, atRest, lateAtRest, scrolling, lateScrolling, burst, bytesAtRest, bytesScrolling,
        reload, reloadBytes, wakeUps, memory,
    ]

    func values(of rounds: [PeerFigures]) -> [Double] { rounds.compactMap(value) }

    /// Returns the ratios to another program within each round.
    func ratios(of rounds: [PeerFigures], to others: [PeerFigures]) -> [Double] {
        zip(rounds, others).compactMap { one, other in
            guard let one = value(one), let other = value(other), other > 0 else { return nil }
            return one / other
        }
    }
}

/// The median, quartiles and 95th percentile of many values.
struct Spread: Codable, Equatable, Sendable {
    let median: Double
    let lowerQuartile: Double
    let upperQuartile: Double
    let late: Double

    init?(_ values: [Double]) {
        guard let median = Statistics.median(values), let lower = Statistics.percentile(25, of: values),
            let upper = Statistics.percentile(75, of: values), let late = Statistics.percentile(95, of: values)
        else { return nil }
        (self.median, lowerQuartile, upperQuartile, self.late) = (median, lower, upper, late)
    }
}
