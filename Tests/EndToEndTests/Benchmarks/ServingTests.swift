import Foundation
import TestPeers
import TestSupport
import Testing

@testable import banchan_benchmark

@Suite struct ServingTests {
    private static let output = """
        Running 2s test @ http://127.0.0.1:18099/woowa/main
          2 threads and 32 connections
          Thread Stats   Avg      Stdev     Max   +/- Stdev
            Latency     4.92ms   10.05ms  76.78ms   89.59%
            Req/Sec    11.43k     7.10k   30.84k    67.50%
          Latency Distribution
             50%  709.00us
             99%  50.91ms
          46844 requests in 2.07s, 409.21MB read
        Requests/sec:  22644.12
        Transfer/sec:    197.81MB
        """

    @Test func whatWrkPrintsIsRead() {
        let answers = Wrk.Answers(ServingTests.output)
        #expect(answers?.requestsPerSecond == 22_644.12)
        #expect(answers?.latency == 50.91)
        #expect(Wrk.Answers(ServingTests.output.replacing("50.91ms", with: "850.00us"))?.latency == 0.85)
    }

    @Test func requestsThatFailedAreNoFigure() {
        #expect(Wrk.Answers(ServingTests.output + "\n  Non-2xx or 3xx responses: 15956") == nil)
        #expect(Wrk.Answers(ServingTests.output + "\n  Socket errors: connect 0, read 3, write 0, timeout 0") == nil)
        #expect(Wrk.Answers("unable to connect") == nil)
    }

    @Test func ratiosAreTakenWithinEachRound() throws {
        func answers(_ rate: Int) throws -> Wrk.Answers {
            try #require(Wrk.Answers("Requests/sec: \(rate)\n  99%  2.00ms"))
        }
        let rounds = try [(500, 1_000), (1_200, 2_000), (700, 1_000)].map { ours, theirs in
            ServingSeries.Requests(
                section: try answers(ours), sectionOfNginx: try answers(theirs), unchanged: try answers(theirs),
                unchangedOfNginx: try answers(theirs))
        }
        let report = ServingReport(
            machine: .current, plan: ServingPlan(), nginx: "nginx 1", sectionBytes: 100, requests: rounds,
            writes: [.init(orders: 300, fsyncs: 100)],
            sharedWrites: [
                .init(connections: 1, pgbench: 100, grouped: 110, oneServer: 120, twoServers: 130),
                .init(connections: 8, pgbench: 200, grouped: 300, oneServer: 400, twoServers: 500),
            ], streams: .init(times: [30, 40, 50], memory: 39_062, memoryOfOne: 20),
            ofOtherServer: .init(times: [1, 2, 3]), watching: [4], watchingOther: [5, 7])
        let lines = report.markdown.split(separator: "\n").map { line in
            line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "|")
        }
        #expect(lines.contains("a section of 100 bytes (200)|700|1000|0.60 (0.55 - 0.65)|>= 0.40|2.0|2.0"), "\(lines)")
        #expect(lines.contains("a second|300|100|3.00 (3.00 - 3.00)|>= 4000"))
        #expect(lines.contains("one server / pgbench|1.20 (1.20 - 1.20)|2.00 (2.00 - 2.00)|-|>= 0.50"), "\(lines)")
        #expect(lines.contains("on another terminal at another server, ms|6.0|6.9|<= 50"), "\(lines)")
        #expect(lines.contains("on the last of 2000 streams, ms|40.0|49.0|<= 70"))
        #expect(lines.contains("memory of all streams, MB|41.0||<= 60"), "\(lines)")
        #expect(
            try JSONDecoder().decode(ServingReport.self, from: JSONEncoder().encode(report)).markdown == report.markdown
        )
    }

    @Test func theDiskIsWaitedFor() throws {
        let scratch = try Scratch()
        #expect(try DiskLimit.rate(in: scratch.url, for: .milliseconds(20)) > 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.url.path).isEmpty)
    }

    private static let isMissing = Nginx.path == nil || Wrk.path == nil || Pgbench.program == nil

    /// The short form of `banchan-benchmark serving`.
    @Test(.disabled(if: isMissing, "apt-get install nginx-light wrk postgresql"))
    func aServerIsMeasuredBesideNginxItsDiskAndPgbench() async throws {
        let scratch = try Scratch()
        let plan = ServingPlan.short
        let report = try await ServingSeries(
            plan: plan, place: scratch.url, progress: MeasuringProgress("", steps: plan.steps)
        ).measure()
        let rates = report.requests.flatMap { [$0.section, $0.sectionOfNginx, $0.unchanged, $0.unchangedOfNginx] }
        #expect(rates.count == 4)
        #expect(rates.allSatisfy { $0.requestsPerSecond > 0 })
        #expect(report.writes.allSatisfy { $0.orders > 0 && $0.fsyncs > 0 })
        #expect(report.sharedWrites.map(\.connections) == plan.orderingConnections)
        for rate in report.sharedWrites {
            #expect([rate.pgbench, rate.grouped, rate.oneServer, rate.twoServers].allSatisfy { $0 > 0 })
        }
        #expect([report.streams, report.ofOtherServer].allSatisfy { $0.times.count == plan.changes && $0.memory > 0 })
        #expect([report.watching, report.watchingOther].allSatisfy { $0.count == plan.watched })
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.url.path).isEmpty)
    }

    @Test func pgbenchRunsTheStatementsThatTheServerSends() async throws {
        let scratch = try Scratch()
        let shop = try banchan_benchmark.SharedShop.open(
            below: scratch.url, settings: ["log_statement=all", "log_line_prefix='@%p '"])
        // The server prepares every statement for the first order, and runs the prepared statements for the second.
        _ = try await OrderLoad(shop.first).times(of: 2)
        let log = try shop.server.run(
            "SELECT pg_read_file(current_setting('unix_socket_directories') || '/log')", in: shop.database)
        shop.close()
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
