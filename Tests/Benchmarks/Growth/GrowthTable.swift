import Foundation

/// The shop's figures at growing sizes of one quantity.
struct GrowthTable: Codable, Equatable, Sendable {
    struct Figure: Codable, Equatable, Sendable {
        /// The name with its unit.
        let name: String
        /// The number of decimal places.
        let digits: Int
        let budget: Double?
        /// One value for each size; `nil` if it was not measured.
        let values: [Double?]
    }

    /// The quantity that grows.
    let subject: String
    let sizes: [Int]
    let figures: [Figure]
    /// How it was measured, if that is not obvious; empty otherwise.
    var note = ""

    var markdown: String {
        var table = TextTable(rows: [[subject] + figures.map(\.name)])
        for (index, size) in sizes.enumerated() {
            table.rows.append(["\(size)"] + figures.map { Metric.shown($0.values[index], $0.digits) })
        }
        table.rows.append(["budget"] + figures.map { $0.budget.map { "<= \($0.formatted())" } ?? "" })
        return [note, table.markdown, (bend?.text(of: subject) ?? fastestGrowth) + alwaysTooMuch].filter { !$0.isEmpty }
            .joined(separator: "\n\n")
    }
}

extension GrowthTable {
    static let listMetrics: [Metric] = [
        .firstFrame, .atRest, .lateAtRest, .scrolling, .lateScrolling, .bytesScrolling, .memory,
    ]

    init(_ subject: String, _ points: [(size: Int, figures: Figures)], _ metrics: [Metric], note: String = "") {
        self.init(
            subject: subject, sizes: points.map(\.size),
            figures: metrics.map { metric in
                Figure(
                    name: metric.name, digits: metric.digits, budget: metric.budget,
                    values: points.map { metric.value($0.figures) })
            }, note: note)
    }
}

extension GrowthTable.Figure {
    /// Takes one percentile of the values at each size.
    init(name: String, digits: Int, budget: Double?, _ values: [[Double]], percent: Double) {
        self.init(
            name: name, digits: digits, budget: budget,
            values: values.map { Statistics.percentile(percent, of: $0) })
    }
}

/// The growth tables of several quantities.
struct GrowthReport: Codable, EncodableReport {
    let machine: MeasuringMachine
    let tables: [GrowthTable]

    var markdown: String { ([machine.text + "."] + tables.map(\.markdown)).joined(separator: "\n\n") }
}

extension GrowthTable {
    /// The size at which a figure exceeds its budget or grows more than in proportion.
    struct Bend: Equatable, Sendable {
        enum Reason: Equatable, Sendable {
            /// The value exceeds this budget.
            case budget(Double)
            /// The value grew by this factor from the smaller size `from`: more than the size itself did.
            case growth(Double, from: Int)
        }

        let figure: String
        let value: String
        let size: Int
        let reason: Reason
        /// The ratio of the value to its budget, or of its growth to proportional growth.
        let excess: Double

        func text(of subject: String) -> String {
            let place = "What bends first is \(figure): \(value) at \(size) \(subject)"
            return switch reason {
            case .budget(let budget): place + ", where \(Metric.shown(budget, 1)) is the budget."
            case .growth(let factor, let size): place + ", \(Metric.shown(factor, 1)) times as much as at \(size)."
            }
        }
    }

    /// The first figure that exceeds its budget or grows more than in proportion; if several do at the same size, the
    /// one with the largest excess. `nil` if there is none. A figure that exceeds its budget at the first size already
    /// is not checked against it, since growth is not the cause.
    var bend: Bend? {
        for index in sizes.indices.dropFirst() {
            let bends = figures.flatMap {
                [overBudget($0, index), growthAboveProportion($0, index)].compactMap(\.self)
            }
            if let worst = bends.max(by: { $0.excess < $1.excess }) { return worst }
        }
        return nil
    }

    private func overBudget(_ figure: Figure, _ index: Int) -> Bend? {
        guard let value = figure.values[index], let budget = figure.budget, value > budget, !exceedsLimitAtStart(figure)
        else { return nil }
        return bend(figure, index, value, .budget(budget), value / budget)
    }

    private func growthAboveProportion(_ figure: Figure, _ index: Int) -> Bend? {
        guard let value = figure.values[index], let smaller = figure.values[index - 1], smaller > 0,
            sizes[index - 1] > 0
        else { return nil }
        let (growth, proportion) = (value / smaller, Double(sizes[index]) / Double(sizes[index - 1]))
        guard growth > proportion * GrowthTable.tolerance else { return nil }
        return bend(figure, index, value, .growth(growth, from: sizes[index - 1]), growth / proportion)
    }

    private func bend(
        _ figure: Figure, _ index: Int, _ value: Double, _ reason: Bend.Reason, _ excess: Double
    ) -> Bend {
        Bend(
            figure: figure.name, value: Metric.shown(value, figure.digits), size: sizes[index], reason: reason,
            excess: excess)
    }

    private func exceedsLimitAtStart(_ figure: Figure) -> Bool {
        guard let budget = figure.budget, let first = figure.values.first?.flatMap(\.self) else { return false }
        return first > budget
    }

    private var alwaysTooMuch: String {
        let names = figures.filter(exceedsLimitAtStart).map(\.name)
        return names.isEmpty ? "" : " Beyond the budget at the first size already: \(names.joined(separator: ", "))."
    }

    /// The factor beyond proportional growth that still counts as proportional.
    private static let tolerance = 1.1

    private var fastestGrowth: String {
        let growths = figures.compactMap { figure -> (name: String, factor: Double)? in
            let values = figure.values.compactMap(\.self)
            guard let first = values.first, let last = values.last, first > 0 else { return nil }
            return (figure.name, last / first)
        }
        guard let most = growths.max(by: { $0.factor < $1.factor }) else { return "" }
        return "Nothing bends. What grows most is \(most.name), \(Metric.shown(most.factor, 1)) times from the "
            + "first size to the last."
    }
}
