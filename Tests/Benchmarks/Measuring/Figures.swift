import Foundation

/// How much is measured of each program. Times are milliseconds unless stated otherwise.
struct MeasuringPlan: Codable, Equatable, Sendable {
    var rounds = 3
    var columns = 120
    var lines = 40
    /// The number of starts of each program in each round.
    var starts = 5
    var keys = 200
    var burst = 2_000
    var idleSeconds = 10.0
    /// The limit for any operation of a program.
    var timeout = 20_000

    /// A small plan, for a quick run.
    static let short = MeasuringPlan(rounds: 1, starts: 1, keys: 6, burst: 20, idleSeconds: 0.1)

    /// The most keys pressed while the server hangs: few enough that the program does not give up on it meanwhile.
    static let maxHangingKeys = 150
    /// A key's output is complete when nothing has come for this long.
    static let quietAfterKey = 5
    /// The output of a longer operation is complete when nothing has come for this long.
    static let quietAfterWork = 300
    /// The pause between two keys.
    static let thinking = 20
    /// A key without any output for this long counts as silent.
    static let keyTimeout = 1_000
    static let reloads = 3
}

/// The figures of one program in one round. Times are milliseconds.
struct Figures: Codable, Sendable {
    /// From just before `exec` to the output that completed the first screen, one for each start.
    var firstFrames: [Double] = []
    /// From just before `exec`, with nothing on disk, to the output with the first dish of every section of the
    /// program's own server, one for each start.
    var ownSections: [Double] = []
    /// Keys that move the selection without scrolling, and keys that each scroll the list.
    var moving: KeyFigures?
    var scrolling: KeyFigures?
    /// Keys that move while every section is fetched from a server that never answers, and while pictures load.
    var whileHanging: KeyFigures?
    var whileLoading: KeyFigures?
    /// Letters of searches in the list.
    var letters: KeyFigures?
    /// From writing many keys at once to the last byte of output.
    var burstTime: Double?
    /// Keys that reload, when nothing has changed, and the bytes of output when one row has.
    var reloads: KeyFigures?
    var bytesOfOneRow: Int?
    var idle: Idle?
    /// The proportional set size: private memory plus the program's share of shared memory, in KiB.
    var memory: Int?
    /// The phone book: from the counter's key to its list, and letters of searches in it.
    var contactOpenings: [Double] = []
    var contactLetters: KeyFigures?
    /// Why a step was not measured, by its name.
    var problems: [String: String] = [:]

    /// Records why a step was not measured: the first line, since a description may go on with a screen.
    mutating func note(_ error: any Error, in step: String) {
        problems[step] = "\(error)".split(separator: "\n").first.map(String.init) ?? "\(error)"
    }

    /// What the program did without any input.
    struct Idle: Codable, Sendable {
        var seconds: Double
        /// The number of times that any of its threads was scheduled on a processor.
        var wakeUps: Int
        var bytes: Int
    }
}

/// The figures of one kind of key. Times are milliseconds.
struct KeyFigures: Codable, Sendable {
    /// From writing a key to the last byte it caused, for each key that caused any output.
    var times: [Double] = []
    var bytes = 0
    var count = 0

    var bytesPerKey: Double? { count > 0 ? Double(bytes) / Double(count) : nil }
    var median: Double? { Statistics.median(times) }
    var late: Double? { Statistics.percentile(95, of: times) }
}

/// A metric of a program: how it is named and formatted, and how its value is read from a round.
struct Metric: Sendable {
    /// The name with its unit.
    let name: String
    /// The number of decimal places.
    var digits = 2
    /// The most that the value, or its ratio to the C program's, may be; `nil` if there is no such budget.
    var budget: Double?
    var ratioBudget: Double?
    let value: @Sendable (Figures) -> Double?

    static let firstFrame = Metric(name: "first frame, ms", digits: 1, ratioBudget: 3.5) {
        Statistics.median($0.firstFrames)
    }
    static let atRest = Metric(name: "key at rest, ms", ratioBudget: 0.6) { $0.moving?.median }
    static let lateAtRest = Metric(name: "key at rest, p95 ms", budget: 1) { $0.moving?.late }
    static let scrolling = Metric(name: "key that scrolls, ms", ratioBudget: 0.6) { $0.scrolling?.median }
    static let lateScrolling = Metric(name: "key that scrolls, p95 ms", budget: 1) { $0.scrolling?.late }
    static let bytesScrolling = Metric(name: "key that scrolls, bytes", digits: 0) { $0.scrolling?.bytesPerKey }
    static let memory = Metric(name: "PSS, MiB", digits: 1, budget: 32) { $0.memory.map { Double($0) / 1_024 } }
    static let contactOpening = Metric(name: "contacts opened, ms", digits: 1, budget: 150) {
        Statistics.median($0.contactOpenings)
    }
    static let contactLetter = Metric(name: "letter of a search in contacts, ms", budget: 10) {
        $0.contactLetters?.late
    }

    static let all = [
        firstFrame,
        Metric(name: "own server, all sections, ms", digits: 1, budget: 45) { Statistics.median($0.ownSections) },
        atRest, lateAtRest, scrolling, lateScrolling,
        Metric(name: "key while all sections hang, p95 ms", budget: 1.2) { $0.whileHanging?.late },
        Metric(name: "key while pictures load, p95 ms", budget: 1.2) { $0.whileLoading?.late },
        Metric(name: "letter of a search, p95 ms") { $0.letters?.late },
        Metric(name: "keys at once, ms", digits: 0, budget: 10) { $0.burstTime },
        Metric(name: "key at rest, bytes", digits: 0) { $0.moving?.bytesPerKey }, bytesScrolling,
        Metric(name: "reload, ms", digits: 1) { $0.reloads?.median },
        Metric(name: "reload, nothing new, bytes", digits: 0, budget: 49) { $0.reloads?.bytesPerKey },
        Metric(name: "reload, one row new, bytes", digits: 0, budget: 87) { $0.bytesOfOneRow.map(Double.init) },
        Metric(name: "wake-ups a second", digits: 1, budget: 0) { $0.idle.map { Double($0.wakeUps) / $0.seconds } },
        memory, contactOpening, contactLetter,
    ]

    func values(of rounds: [Figures]) -> [Double] { rounds.compactMap(value) }

    /// Returns the ratios to another program within each round.
    func ratios(of rounds: [Figures], to others: [Figures]) -> [Double] {
        zip(rounds, others).compactMap { one, other in
            guard let one = value(one), let other = value(other), other > 0 else { return nil }
            return one / other
        }
    }

    static func shown(_ value: Double?, _ digits: Int) -> String {
        value.map { String(format: "%.\(digits)f", $0) } ?? "-"
    }
}
