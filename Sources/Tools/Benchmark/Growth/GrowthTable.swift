import Foundation

/// How the shop's figures grow with one thing.
struct GrowthTable: Codable, Equatable, Sendable {
    struct Figure: Codable, Equatable, Sendable {
        let name: String
        /// Such as ms.
        let unit: String
        /// Digits after the point.
        let digits: Int
        let budget: Double?

        var heading: String { unit.isEmpty ? name : "\(name), \(unit)" }

        /// One for each size.
        let values: [Double?]
    }

    /// What grows.
    let subject: String
    let sizes: [Int]
    let figures: [Figure]
    /// How it was measured, as far as that is not plain.
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
        return [note, table.markdown, (bend?.text(of: subject) ?? mostGrown) + alwaysTooMuch].filter { !$0.isEmpty }
            .joined(separator: "\n\n")
    }

    static func shown(_ value: Double?, _ digits: Int) -> String {
        value.map { String(format: "%.\(digits)f", $0) } ?? "-"
    }
}

/// How the shop grows with several things.
struct GrowthReport: Codable, WrittenReport {
    let machine: MeasuringMachine
    let tables: [GrowthTable]

    var markdown: String { ([machine.text + "."] + tables.map(\.markdown)).joined(separator: "\n\n") }
}
