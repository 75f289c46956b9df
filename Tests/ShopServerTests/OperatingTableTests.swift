import Foundation
import TestSupport
import Testing

@testable import ShopServer

/// The tables of Operating have every limit and every figure that the server has, and no others.
@Suite struct OperatingTableTests {
    @Test func everyLimitIsInItsTable() throws {
        let named = try OperatingTableTests.names(below: "## What one address may use")
        #expect(named == Set(ClientLimits.names))
    }

    @Test func everyFigureIsInItsTable() throws {
        let named = try OperatingTableTests.names(below: "## Metrics")
        #expect(named == Set(MetricFamily.all.map(\.name)))
    }

    /// The names in the first column of the table below a heading.
    private static func names(below heading: String) throws -> Set<String> {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(components: "..", "..", "Resources", "docs", "operating.md").standardizedFileURL
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").drop { $0 != heading }
        let rows = lines.dropFirst().prefix { !$0.hasPrefix("## ") }.filter { $0.hasPrefix("| `") }
        return Set(
            rows.flatMap { row in
                (row.split(separator: "|").first ?? "").matches(of: /`([a-z_-]+)`/).map { String($0.1) }
            })
    }
}
