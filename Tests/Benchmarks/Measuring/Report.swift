import Foundation

/// The result of a comparison of programs: every round of every program.
struct Report: Codable, Sendable {
    struct Program: Codable, Sendable {
        let name: String
        let version: String
        var note = ""
        let rounds: [Figures]
    }

    /// A program that is not installed.
    struct Missing: Codable, Equatable, Sendable {
        let name: String
        let installation: String
    }

    let title: String
    var machine = MeasuringMachine.current
    let plan: MeasuringPlan
    let programs: [Program]
    var missing: [Missing] = []

    /// The C program's name.
    static let floor = "floor"

    /// Whether a step of this program was not measured.
    func hasProblems(with program: String) -> Bool {
        programs.contains { $0.name == program && $0.rounds.contains { !$0.problems.isEmpty } }
    }
}

extension Report: EncodableReport {
    var markdown: String {
        let parts = [
            "## \(title) on a terminal of \(plan.columns)x\(plan.lines)",
            "\(machine.text). \(plan.rounds) rounds in turn; in each and of each program \(plan.starts) starts, "
                + "\(plan.keys) keys of each kind, \(plan.burst) keys at once, \(plan.idleSeconds) s of nothing.",
            valueTable, ratioTable, notes,
        ]
        return parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    /// A row for each metric that any program has, with the median of each program.
    private var valueTable: String {
        var table = TextTable(rows: [["median of all rounds"] + programs.map(\.name) + ["budget"]])
        for metric in Metric.all {
            let values = programs.map { Statistics.median(metric.values(of: $0.rounds)) }
            guard values.contains(where: { $0 != nil }) else { continue }
            let budget = metric.budget.map { "<= \($0.formatted())" } ?? ""
            table.rows.append([metric.name] + values.map { Metric.shown($0, metric.digits) } + [budget])
        }
        return table.markdown
    }

    /// The ratios to the C program, of times and of memory.
    private var ratioTable: String {
        let others = programs.filter { $0.name != Report.floor }
        guard let floor = programs.first(where: { $0.name == Report.floor }), !others.isEmpty else { return "" }
        let name = "ratio to the C program within each round, quartiles"
        var table = TextTable(rows: [[name] + others.map(\.name) + ["budget"]])
        for metric in Metric.all where metric.ratioBudget != nil || metric.budget != nil {
            let ratios = others.map { Statistics.spread(metric.ratios(of: $0.rounds, to: floor.rounds)) }
            guard ratios.contains(where: { $0 != nil }) else { continue }
            let budget = metric.ratioBudget.map { "<= \($0.formatted())" } ?? ""
            table.rows.append([metric.name] + ratios.map { $0 ?? "-" } + [budget])
        }
        return table.rows.count > 1 ? table.markdown : ""
    }

    /// Versions, what was not measured and why, and what is not installed.
    private var notes: String {
        var lines = programs.map { "- \($0.name): \($0.version)" + ($0.note.isEmpty ? "" : ". \($0.note)") }
        for program in programs {
            for step in Set(program.rounds.flatMap(\.problems.keys)).sorted() {
                let reason = program.rounds.compactMap { $0.problems[step] }.first ?? ""
                lines.append("- \(program.name), \(step): not measured, because \(reason)")
            }
        }
        return (lines + missing.map { "- \($0.name): not installed (\($0.installation))" }).joined(separator: "\n")
    }
}

/// The machine on which something was measured, as far as it affects the figures.
struct MeasuringMachine: Codable, Equatable, Sendable {
    var processor: String
    var cores: Int
    var kernel: String
    /// The physical memory in MiB.
    var memory: Int

    /// A one-line description, without a date or a host name.
    var text: String {
        "\(processor), \(cores) cores, \(String(format: "%.1f", Double(memory) / 1_024)) GiB, Linux \(kernel)"
    }

    /// The machine this program runs on.
    static var current: MeasuringMachine {
        func text(_ path: String) -> String {
            FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
        }
        let model = text("/proc/cpuinfo").split(separator: "\n").first { $0.hasPrefix("model name") }
        return MeasuringMachine(
            processor: model?.split(separator: ":").last?.trimmingCharacters(in: .whitespaces) ?? "unknown processor",
            cores: ProcessInfo.processInfo.activeProcessorCount,
            kernel: text("/proc/sys/kernel/osrelease").trimmingCharacters(in: .newlines),
            memory: Int(ProcessInfo.processInfo.physicalMemory / 1_048_576))
    }
}
