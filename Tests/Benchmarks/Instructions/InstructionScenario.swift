import Foundation
import TerminalProbe

/// A fixed sequence of keys on the shop's own menu with pictures.
struct InstructionScenario {
    /// The path of the program to count.
    let program: String
    /// The port of the shop's server.
    let port: UInt16
    /// The directory for the program's data and the counts.
    let directory: URL

    /// A program takes fifty times as long under valgrind.
    private static let plan = MeasuringPlan(columns: 100, lines: 30, timeout: 120_000)

    /// Runs all steps and returns the count of each.
    func play() throws -> [InstructionCount] {
        let copy = directory.appending(path: "banchan")
        try CountedProgram.strip(program, to: copy)
        var subject = try Subject.shop(at: port, in: directory, ready: Self.connected)
        subject.path = copy.path
        try fillCaches(subject)
        let program = try CountedProgram(subject, plan: Self.plan, directory: directory)
        var counts: [InstructionCount] = []
        for step in Step.allCases {
            try step.prepare(program)
            if step != .start { _ = try program.takeCount() }
            try step.play(program)
            counts.append(InstructionCount(step: step.rawValue, instructions: try program.takeCount()))
        }
        try program.quit()
        return counts
    }

    /// Starts the program once without counting, so that every later start finds the same caches on disk.
    private func fillCaches(_ subject: Subject) throws {
        let (program, _) = try Series(subject: subject, plan: Self.plan).start()
        try program.settle(quiet: Self.quietAfterStart)
        try program.quit()
    }

    private static let connected = ScreenFact.text(" connected")
    /// Milliseconds without output after which all pictures have arrived.
    private static let quietAfterStart = 2_000

    /// The steps, named as in the recorded figures.
    private enum Step: String, CaseIterable {
        case start
        case moving = "100 keys, selection moving"
        case scrolling = "100 keys, list scrolling"
        case refetch = "30 refetches"
        case toast

        /// Does what the step requires first and is not counted.
        func prepare(_ program: CountedProgram) throws {
            switch self {
            case .start, .toast: break
            case .moving: try program.press([.down, .up])
            case .scrolling: try program.press(Array(repeating: .down, count: 20))
            case .refetch: try program.press(.text("r"), quiet: Step.quietAfterRefetch)
            }
        }

        func play(_ program: CountedProgram) throws {
            switch self {
            case .start:
                try program.wait(for: connected, quiet: quietAfterStart, within: plan.timeout)
            case .moving: for _ in 0..<10 { try program.press(Step.run(5)) }
            case .scrolling: for _ in 0..<5 { try program.press(Step.run(10)) }
            case .refetch: for _ in 0..<30 { try program.press(.text("r"), quiet: Step.quietAfterRefetch) }
            case .toast: try program.press(.enter, quiet: Step.quietAfterToast)
            }
        }

        /// Returns the keys that move `count` rows down and back up.
        private static func run(_ count: Int) -> [Key] {
            Array(repeating: .down, count: count) + Array(repeating: .up, count: count)
        }

        private static let quietAfterRefetch = 150
        /// Longer than a toast is shown, in milliseconds.
        private static let quietAfterToast = 3_000
    }
}

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

    /// Presses keys one by one.
    func press(_ keys: [Key]) throws { for key in keys { try press(key) } }

    /// Returns the instructions of all threads since the last call, or since the start.
    func takeCount() throws -> Int {
        guard let process = program.processID else { throw MeasuringProblem("the program has ended") }
        try CountedProgram.run("vgdb", ["--pid=\(process)", "dump"])
        taken += 1
        let file = directory.appending(path: "\(CountedProgram.file).\(taken)")
        let text = String(decoding: FileManager.default.contents(atPath: file.path) ?? Data(), as: UTF8.self)
        guard let total = CountedProgram.total(in: text) else { throw MeasuringProblem("\(file.path) has no total") }
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
        guard process.terminationStatus == 0 else { throw MeasuringProblem("\(tool) failed") }
    }
}
