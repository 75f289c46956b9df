import Foundation
import PostgreSQLServer
import Testing

@testable import banchan_benchmark

/// The short form of `banchan-benchmark servers`.
@Suite(.serialized) struct ServersTests {
    private func directory() throws -> URL {
        let directory = FileManager.default.temporaryDirectory.appending(component: "banchan-\(UUID())")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        return directory
    }

    @Test(.timeLimit(.minutes(5))) func everythingIsMeasuredInBriefAndToldInTables() async throws {
        let place = try directory()
        defer { try? FileManager.default.removeItem(at: place) }
        let report = try await ServersPlan.short.measure(below: place)
        #expect(report.rates.map(\.connections) == [1, 8])
        for rate in report.rates.flatMap(\.rounds) {
            #expect([rate.pgbench, rate.grouped, rate.oneServer, rate.twoServers].allSatisfy { $0 > 0 })
        }
        #expect(report.other.times.count == 3)
        #expect(report.both.times.count == 3)
        #expect(report.ledgers.map(\.orders) == [100, 1_000, 100, 1_000])
        #expect(report.ledgers.allSatisfy { $0.order > 0 && $0.rate > 0 && $0.board > 0 && $0.metrics > 0 })
        #expect(report.terminals.map(\.terminals) == [1, 10])
        #expect(report.sections.map(\.sections) == [3, 30])
        let tables = report.text.split(separator: "\n\n")
        #expect(tables.count == 4)
        #expect(tables.allSatisfy { $0.split(separator: "\n").allSatisfy { $0.hasPrefix("|") && $0.hasSuffix("|") } })
        // The benchmark has removed all its files.
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.path).isEmpty)
    }

    @Test(.timeLimit(.minutes(5))) func pgbenchRunsTheStatementsThatTheServerSends() async throws {
        let place = try directory()
        defer { try? FileManager.default.removeItem(at: place) }
        let shop = try SharedShop.open(below: place, settings: ["log_statement=all", "log_line_prefix='@%p '"])
        // The server prepares every statement for the first order, and runs the prepared statements for the second.
        _ = try await OrderLoad(shop.first).times(of: 2)
        let log = try shop.server.run(
            "SELECT pg_read_file(current_setting('unix_socket_directories') || '/log')", in: shop.database)
        try shop.close()
        let (sent, scripted) = (try sent(log), scripted(OrderScript(orders: 1).text))
        #expect(sent == scripted, "\(sent) beside \(scripted)")
    }

    /// Returns the statements, without parameters, of the last transaction that stored an order. Other connections
    /// write to the log too, so they are filtered by process.
    private func sent(_ log: String) throws -> [String] {
        let entries = log.split(separator: "@").compactMap { entry -> (process: Substring, sql: String)? in
            let words = entry.split(separator: " ", maxSplits: 4)
            guard words.count == 5, words[1] == "LOG:", words[2] == "execute" else { return nil }
            return (words[0], normalized(String(words[4])))
        }
        func isOrder(_ sql: String) -> Bool { sql.hasPrefix("INSERT INTO orders") }
        let process = try #require(entries.last { isOrder($0.sql) }).process
        let statements = entries.filter { $0.process == process }.map(\.sql)
        let order = try #require(statements.lastIndex(where: isOrder))
        let start = try #require(statements[..<order].lastIndex { $0.hasPrefix("BEGIN") })
        let end = try #require(statements[order...].firstIndex(of: "COMMIT"))
        return Array(statements[start...end])
    }

    private func scripted(_ script: String) -> [String] {
        script.replacing(OrderScript.key, with: "$0").replacing("\\gset", with: ";").split(separator: "\n")
            .filter { !$0.hasPrefix("\\set") }
            .map { normalized(String($0).replacing(";", with: "")) }
    }

    /// Returns a text that is equal for equal statements, regardless of white space and parameters.
    private func normalized(_ sql: String) -> String {
        let words = sql.split { $0.isWhitespace }.joined(separator: " ")
        return words.replacing(/\$\d+|:[a-z]+|NULL/, with: "?").replacing("( ", with: "(")
    }
}
