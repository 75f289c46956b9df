import Domain
import TestSupport
import Testing

@testable import ShopServer

/// The tables of Operating are made from the descriptions of the server's limits and metrics.
@Suite struct ServerDocumentTests {
    @Test func theTableOfLimitsIsMadeFromTheirDescriptions() throws {
        let rows = ClientLimits.fields.map { limit in
            let number = ServerDocumentTests.text(of: ClientLimits()[keyPath: limit.path])
            return "| `\(limit.name)` | \(number) \(limit.text) | \(limit.beyond) |\n"
        }
        try ServerDocumentTests.expect("limits", "| limit | is | beyond it |\n|---|---|---|\n", rows)
    }

    @Test func theTableOfMetricsIsMadeFromTheirDescriptions() throws {
        let rows = MetricFamily.all.map {
            "| `\($0.name)` | \($0.help.prefix(1).lowercased() + $0.help.dropFirst().dropLast()) |\n"
        }
        try ServerDocumentTests.expect("metrics", "| figure | is |\n|---|---|\n", rows)
    }

    private static func expect(_ name: String, _ head: String, _ rows: [String]) throws {
        try GeneratedPart(name, of: "Resources/docs/operating.md").expectOrRewrite(head + rows.joined())
    }

    /// Returns a number as one reads it: `16 Mi` of bytes, `2,048`.
    private static func text(of number: Int) -> String {
        let mebi = 1 << 20
        return number % mebi == 0 ? "\(number / mebi) Mi" : Won(number).grouped
    }
}
