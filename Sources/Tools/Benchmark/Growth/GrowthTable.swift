import Foundation

/// The shop's figures at growing sizes of one quantity.
struct GrowthTable: Codable, Equatable, Sendable {
    struct Figure: Codable, Equatable, Sendable {
        let name: String
        /// The unit, such as ms; empty if there is none.
        let unit: String
        /// The number of decimal places.
        let digits: Int
        let budget: Double?

        var heading: String { unit.isEmpty ? name : "\(name), \(unit)" }

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
        var table = TextTable(rows: [[subject] + figures.map(\.heading)])
        for (index, size) in sizes.enumerated() {
            table.rows.append(["\(size)"] + figures.map { GrowthTable.shown($0.values[index], $0.digits) })
        }
        table.rows.append(
            ["budget"]
                + figures.map { figure in
                    figure.budget.map { "<= " + GrowthTable.shown($0, $0 == $0.rounded() ? 0 : 1) } ?? ""
                })
        return [note, table.markdown, (bend?.text(of: subject) ?? fastestGrowth) + alwaysTooMuch].filter { !$0.isEmpty }
            .joined(separator: "\n\n")
    }

    static func shown(_ value: Double?, _ digits: Int) -> String {
        value.map { String(format: "%.\(digits)f", $0) } ?? "-"
    }
}

/// The growth tables of several quantities.
struct GrowthReport: Codable, EncodableReport {
    let machine: MeasuringMachine
    let tables: [GrowthTable]

    var markdown: String { ([machine.text + "."] + tables.map(\.markdown)).joined(separator: "\n\n") }
}
