import Foundation
import TerminalEmulator

/// A program on a pseudo-terminal whose instructions are counted by valgrind's callgrind, step by step.
///
/// Valgrind presents the same processor to every program, so counts from different machines can be compared.
final class CountedProgram {
    private let program: TimedProgram
    private let directory: URL
    /// The number of counts taken so far.
    private var taken = 0

    /// Starts the program under callgrind, which writes its files to `directory`.
    init(_ subject: Subject, plan: MeasuringPlan, directory: URL) throws {
        self.directory = directory
        var counted = subject
        counted.path = "valgrind"
        // With fair scheduling, threads take turns and do the same work in every run.
        counted.arguments =
            ["--quiet", "--tool=callgrind", "--fair-sched=yes"]
            + ["--callgrind-out-file=\(directory.appending(path: CountedProgram.file).path)", subject.path]
            + subject.arguments
        program = try TimedProgram(counted, plan: plan)
    }

    /// Waits until `fact` holds, and then until nothing has come for `quiet` milliseconds.
    func wait(for fact: ScreenFact, quiet: Int, within timeout: Int) throws {
        if !fact.holds(on: program.screen) {
            _ = try program.wait(for: fact, within: timeout, quiet: CountedProgram.breath)
        }
        try program.settle(quiet: quiet)
    }

    /// Presses a key and reads until nothing has come for `quiet` milliseconds.
    func press(_ key: Key, quiet: Int = breath) throws {
        var output = try program.type(program.bytes(for: key))
        try program.drain(quiet: quiet, timeout: CountedProgram.keyTimeout, into: &output)
        try program.look()
    }

    /// Returns the instructions of all threads since the last call, or since the start.
    func takeCount() throws -> Int {
        guard let process = program.processID else { throw MeasuringError.notCounted("no process") }
        try CountedProgram.run("vgdb", ["--pid=\(process)", "dump"])
        taken += 1
        let file = directory.appending(path: "\(CountedProgram.file).\(taken)")
        let text = String(decoding: FileManager.default.contents(atPath: file.path) ?? Data(), as: UTF8.self)
        guard let total = CountedProgram.total(in: text) else { throw MeasuringError.notCounted(file.path) }
        return total
    }

    func quit() throws { try program.quit() }

    /// Returns the total of a callgrind output file, or `nil` if the file has none.
    static func total(in text: String) -> Int? {
        let line = text.split(separator: "\n").last { $0.hasPrefix("totals: ") }
        return line.flatMap { Int($0.dropFirst("totals: ".count)) }
    }

    private static let file = "counts"
    /// Milliseconds without output after which a key's output is complete; programs are slow under valgrind.
    private static let breath = 10
    private static let keyTimeout = 10_000
}

extension CountedProgram {
    /// The tools that have to be installed.
    static let tools = ["valgrind", "vgdb", "strip"]

    /// The first of the tools that is not installed; `nil` if all are.
    static var missingTool: String? {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return tools.first { tool in
            !path.split(separator: ":").contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(tool)") }
        }
    }

    /// Copies a program without its debug information, since valgrind cannot read all of Swift's.
    static func strip(_ program: String, to copy: URL) throws {
        try run("strip", ["--strip-debug", "-o", copy.path, program])
    }

    private static func run(_ tool: String, _ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [tool] + arguments
        (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw MeasuringError.notCounted(tool) }
    }
}
