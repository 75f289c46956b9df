import Foundation
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
            streams: .init(times: [30, 40, 50], memory: 39_062, memoryOfOne: 20))
        let lines = report.markdown.split(separator: "\n").map { line in
            line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "|")
        }
        #expect(lines.contains("a section of 100 bytes (200)|700|1000|0.60 (0.55 - 0.65)|>= 0.50|2.0|2.0"), "\(lines)")
        #expect(lines.contains("a second|300|100|3.00 (3.00 - 3.00)|>= 4000"))
        #expect(lines.contains("memory a stream, kB|20.5|<= 22"))
        #expect(lines.contains("memory of all streams, MB|41.0|<= 45"))
        #expect(lines.contains("the server's memory (PSS), MB|40.0|"))
        #expect(
            try JSONDecoder().decode(ServingReport.self, from: JSONEncoder().encode(report)).markdown == report.markdown
        )
    }

    @Test func theDiskIsWaitedFor() throws {
        let scratch = try Scratch()
        #expect(try DiskLimit.rate(in: scratch.url, for: .milliseconds(20)) > 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.url.path).isEmpty)
    }

    private static let isMissing = Nginx.path == nil || Wrk.path == nil

    /// The short form of `banchan-benchmark serving`.
    @Test(.takingTurns, .disabled(if: isMissing, "apt-get install nginx-light wrk"))
    func aServerIsMeasuredBesideNginxAndItsDisk() async throws {
        let scratch = try Scratch()
        let plan = ServingPlan.short
        let report = try await ServingSeries(
            plan: plan, place: scratch.url, progress: MeasuringProgress("", steps: plan.steps)
        ).measure()
        let rates = report.requests.flatMap { [$0.section, $0.sectionOfNginx, $0.unchanged, $0.unchangedOfNginx] }
        #expect(rates.count == 4)
        #expect(rates.allSatisfy { $0.requestsPerSecond > 0 })
        #expect(report.writes.allSatisfy { $0.orders > 0 && $0.fsyncs > 0 })
        #expect(report.streams.times.count == plan.changes)
        #expect(report.streams.memory > 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.url.path).isEmpty)
    }
}
