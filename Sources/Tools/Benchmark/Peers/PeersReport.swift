import Foundation

/// The result of a comparison of programs: every round of every program.
struct PeersReport: Codable, Sendable {
    struct Program: Codable, Sendable {
        let name: String
        let version: String
        var note = ""
        let rounds: [PeerFigures]
    }

    /// A program that is not installed.
    struct Missing: Codable, Equatable, Sendable {
        let name: String
        let installation: String
    }

    /// One metric of one program over all rounds, and its ratio to the C program's.
    struct Summary: Codable, Sendable {
        let program: String
        let metric: String
        let value: Spread
        let ratio: Spread?
    }

    let machine: MeasuringMachine
    let plan: PeersPlan
    let programs: [Program]
    let missing: [Missing]
    var summary: [Summary] = []

    /// The C program's name.
    static let floor = "floor"

    init(machine: MeasuringMachine, plan: PeersPlan, programs: [Program], missing: [Missing]) {
        (self.machine, self.plan, self.programs, self.missing) = (machine, plan, programs, missing)
        summary = programs.flatMap { program in
            PeerMetric.all.compactMap { metric in
                Spread(metric.values(of: program.rounds)).map { value in
                    Summary(
                        program: program.name, metric: metric.name, value: value,
                        ratio: Spread(metric.ratios(of: program.rounds, to: floorRounds)))
                }
            }
        }
    }

    var floorRounds: [PeerFigures] { programs.first { $0.name == PeersReport.floor }?.rounds ?? [] }
}

extension PeersReport: EncodableReport {
    var markdown: String {
        let notes = PeerNotes(programs)
        let parts = [
            "## \(plan.rows) rows on a terminal of \(plan.columns)x\(plan.lines)",
            "\(machine.text). \(plan.rounds) rounds in turn; in each and of each program \(plan.starts) starts, "
                + "\(plan.keys) keys of either kind, \(plan.burst) keys at once, \(plan.idleSeconds) s of nothing.",
            table("median / p95", notes) { PeersReport.shown($0.values(of: $1.rounds), 50, $0.digits) },
            "Ratios to the C program within each round, their median (p95):",
            ratioTable,
            "Quartiles over the rounds:",
            table("lower - upper") { metric, program in
                let values = metric.values(of: program.rounds)
                guard !values.isEmpty else { return "-" }
                return [25, 75].map { PeersReport.shown(values, $0, metric.digits) }.joined(separator: "-")
            },
            programs.map { "- \($0.name): \($0.version)" }.joined(separator: "\n"),
            notes.text,
            missing.map { "Not installed: \($0.name) (\($0.installation))." }.joined(separator: "\n"),
        ]
        return parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    /// Returns a table with a row for each program, and one or two metrics in each column.
    private func table(
        _ title: String, _ notes: PeerNotes? = nil, _ cell: (PeerMetric, Program) -> String
    ) -> String {
        var table = TextTable(rows: [[title] + PeerColumn.all.map(\.name)])
        table.rows += programs.map { program in
            [program.name + (notes?.mark(of: program) ?? "")]
                + PeerColumn.all.map { column in
                    guard column.metrics.contains(where: { !$0.values(of: program.rounds).isEmpty }) else {
                        return "-" + (notes?.mark(of: program, column.step) ?? "")
                    }
                    return column.metrics.map { cell($0, program) }.joined(separator: " / ")
                }
        }
        return table.markdown
    }

    private var ratioTable: String {
        let columns = PeerColumn.all.filter(\.hasRatio)
        var table = TextTable(rows: [["/ \(PeersReport.floor)"] + columns.map(\.name)])
        table.rows += programs.filter { $0.name != PeersReport.floor }.map { program in
            [program.name] + columns.map { $0.metrics.map { ratio($0, program) }.joined(separator: " / ") }
        }
        return table.markdown
    }

    private func ratio(_ metric: PeerMetric, _ program: Program) -> String {
        let ratios = metric.ratios(of: program.rounds, to: floorRounds)
        guard !ratios.isEmpty else { return "-" }
        return "\(PeersReport.shown(ratios, 50, 2)) (\(PeersReport.shown(ratios, 95, 2)))"
    }

    private static func shown(_ values: [Double], _ percent: Double, _ digits: Int) -> String {
        Statistics.percentile(percent, of: values).map { String(format: "%.\(digits)f", $0) } ?? "-"
    }
}
