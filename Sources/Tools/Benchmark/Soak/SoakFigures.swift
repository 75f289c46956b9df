/// The resources that a terminal and its server use after each part of a long run.
struct SoakFigures: Sendable {
    /// The resources of one process at one moment.
    struct Use: Sendable {
        /// The proportional set size, in KiB.
        let proportionalSetSize: Int
        /// Anonymous memory, not backed by files, in KiB.
        let memory: Int
        let descriptors: Int
        let threads: Int

        init(of process: Int32) {
            let figures = ProcessFigures(of: process)
            proportionalSetSize = figures.proportionalSetSize
            memory = figures.anonymousMemory
            descriptors = figures.descriptors
            threads = figures.threads
        }
    }

    let plan: SoakPlan
    private(set) var terminal: [Use] = []
    private(set) var server: [Use] = []
    /// The number of refetches that were repeated because the terminal had not shown them.
    var unseen = 0

    init(plan: SoakPlan) { self.plan = plan }

    mutating func add(terminal: Use, server: Use) {
        self.terminal.append(terminal)
        self.server.append(server)
    }

    /// The names of the figures that have grown beyond their bounds.
    var grown: [String] { rows.filter { $0.growth > $0.bound ?? .max }.map(\.name) }

    /// One figure at the beginning, in the middle and at the end.
    struct Row {
        let name: String
        let values: [Int]
        /// The most that it may grow; `nil` if it is reported only.
        let bound: Int?

        var growth: Int { (values.last ?? 0) - (values.first ?? 0) }
    }

    var rows: [Row] { rows("terminal", terminal) + rows("server", server) }

    private func rows(_ name: String, _ uses: [Use]) -> [Row] {
        let places = [plan.warmUp - 1, (plan.warmUp - 1 + uses.count - 1) / 2, uses.count - 1]
        let seen = places.filter(uses.indices.contains).map { uses[$0] }
        return [
            Row(name: "\(name): PSS, KiB", values: seen.map(\.proportionalSetSize), bound: nil),
            Row(name: "\(name): of that no file's, KiB", values: seen.map(\.memory), bound: plan.bounds.memory),
            Row(name: "\(name): descriptors", values: seen.map(\.descriptors), bound: plan.bounds.descriptors),
            Row(name: "\(name): threads", values: seen.map(\.threads), bound: plan.bounds.threads),
        ]
    }

    var text: String {
        let head = ["\(plan.steps) steps", "begin", "middle", "end", "growth", "bound"]
        let lines = rows.map { row in
            [row.name] + row.values.map(String.init) + ["\(row.growth)", row.bound.map { "<= \($0)" } ?? ""]
        }
        return TextTable(rows: [head] + lines).text
            + "\nrefetches that were not shown and asked for again: \(unseen)"
    }
}
