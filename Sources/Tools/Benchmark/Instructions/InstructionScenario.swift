import Foundation
import TerminalEmulator

/// A fixed sequence of keys on the shop's own menu with pictures.
struct InstructionScenario {
    /// The path of the program to count.
    let program: String
    /// The address of the shop's server.
    let url: URL
    /// The directory for the program's data and the counts.
    let directory: URL

    private static let plan = {
        var plan = MeasuringPlan(columns: 100, rows: 30, starts: 1, keys: 100, burst: 1, idleSeconds: 0)
        // A program takes fifty times as long under valgrind.
        plan.timeout = 120_000
        return plan
    }()

    /// Runs all steps and returns the count of each.
    func play() throws -> [InstructionCount] {
        let copy = directory.appending(path: "banchan")
        try CountedProgram.strip(program, to: copy)
        var subject = Subject(
            name: "banchan", path: copy.path, arguments: ["--server", url.absoluteString], ready: Self.connected)
        subject.keepEverything(in: directory)
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

extension CountedProgram {
    /// Presses keys one by one.
    func press(_ keys: [Key]) throws { for key in keys { try press(key) } }
}
