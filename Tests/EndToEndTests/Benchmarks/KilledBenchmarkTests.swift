import Foundation
import TestSupport
import Testing

@testable import banchan_benchmark

/// A benchmark that is killed leaves nothing behind: no process, and no file.
@Suite struct KilledBenchmarkTests {
    /// The arguments of a benchmark run, and the name of the child process during which the benchmark is killed.
    struct Moment: CustomTestStringConvertible, Sendable {
        let arguments: [String]
        let program: String

        var testDescription: String { "\(arguments[0]), while \(program) runs" }
    }

    private static var moments: [Moment] {
        let endless = ["peers", "--short", "--rounds", "100000", "--only"]
        // One of the programs on a terminal stands for all of them.
        let peer = Peer.all.lazy.compactMap { peer in
            peer.find().map {
                Moment(arguments: endless + [peer.name], program: URL(filePath: $0.path).lastPathComponent)
            }
        }.first
        var moments = [
            Moment(arguments: ["list", "--short", "--rows", "100", "--keys", "100000000"], program: "banchan"),
            Moment(arguments: ["growth", "--short", "--keys", "100000000", "contacts", "rows"], program: "banchan"),
        ]
        if Nginx.path != nil, Wrk.path != nil, Pgbench.program != nil {
            moments += ["nginx", "wrk"].map {
                Moment(arguments: ["serving", "--short", "--seconds", "1000"], program: $0)
            }
        }
        return moments + (peer.map { [$0] } ?? [])
    }

    @Test(arguments: moments)
    func nothingIsLeftOfIt(moment: Moment) async throws {
        let scratch = try Scratch()
        let benchmark = Process()
        benchmark.executableURL = URL(filePath: try BuiltProgram.path(of: "banchan-benchmark"))
        benchmark.arguments = moment.arguments
        benchmark.currentDirectoryURL = scratch.url
        benchmark.environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": scratch.url.path]) { $1 }
        (benchmark.standardOutput, benchmark.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
        try benchmark.run()
        defer { kill(benchmark.processIdentifier, SIGKILL) }
        var started: Set<Int32> = []
        try await wait {
            started = KilledBenchmarkTests.descendants(of: benchmark.processIdentifier)
            return started.contains { KilledBenchmarkTests.name(of: $0) == moment.program }
        }
        #expect(started.count > 1, "there is a watch, too")
        kill(benchmark.processIdentifier, SIGKILL)
        benchmark.waitUntilExit()
        try await wait { started.allSatisfy { KilledBenchmarkTests.name(of: $0).isEmpty } }
        try await wait { try FileManager.default.contentsOfDirectory(atPath: scratch.url.path).isEmpty }
    }

    @Test func whatRunsInADirectoryEndsWithIt() async throws {
        let scratch = try Scratch()
        let run = try RunDirectory(below: scratch.url)
        let process = run.process("/bin/sh", ["-c", "sleep 1000 & exec sleep 1000"])
        try process.run()
        try await wait { KilledBenchmarkTests.name(of: process.processIdentifier) == "sleep" }
        let children = KilledBenchmarkTests.descendants(of: process.processIdentifier)
        #expect(children.count == 1)
        run.close()
        process.waitUntilExit()
        #expect(process.terminationReason == .uncaughtSignal)
        #expect(children.allSatisfy { KilledBenchmarkTests.name(of: $0).isEmpty })
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.url.path).isEmpty)
    }

    /// Returns the name of a running process, or an empty text if it has ended or is a zombie.
    private static func name(of process: Int32) -> String {
        let fields = text("/proc/\(process)/stat")
        guard !fields.contains(") Z ") else { return "" }
        return fields.isEmpty ? "" : text("/proc/\(process)/comm").trimmingCharacters(in: .newlines)
    }

    private static func descendants(of process: Int32) -> Set<Int32> {
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
        let children = threads.flatMap { text("/proc/\(process)/task/\($0)/children").split(separator: " ") }
            .compactMap { Int32($0) }
        return children.reduce(into: Set(children)) { $0.formUnion(descendants(of: $1)) }
    }

    private static func text(_ path: String) -> String {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}
