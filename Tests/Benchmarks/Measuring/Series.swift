import Foundation
import TerminalProbe

/// Measures one program in one round, step by step. A step that fails is left out, and the reason is recorded.
struct Series {
    let subject: Subject
    let plan: MeasuringPlan

    /// The steps that every program has, named as in reports.
    enum Step: String, CaseIterable {
        case start, idle
        case moving = "keys at rest"
        case scrolling = "keys that scroll"
        case burst = "keys at once"
        case letters = "letters of a search"
        case reload
    }

    func measure(_ steps: [Step] = Step.allCases, ownSteps: [Contestant.Step] = []) async -> Figures {
        var figures = Figures()
        if steps.contains(.start) {
            // Alone: newsboat refuses to start beside itself.
            do {
                figures.firstFrames = try firstFrames(plan.starts)
            } catch {
                figures.note(error, in: Step.start.rawValue)
            }
            // A program that does not start would fail in every other step, too.
            guard figures.problems.isEmpty else { return figures }
        }
        var program: TimedProgram?
        for step in steps where step != .start {
            await record(step.rawValue, &program, &figures) { try measure(step, on: $0, into: &$1) }
        }
        for step in ownSteps {
            await record(step.name, &program, &figures) { try await step.measure(self, $0, &$1) }
        }
        try? program?.quit()
        return figures
    }

    /// Performs one step with the running program, or with a new one if the previous step ended it.
    private func record(
        _ name: String, _ program: inout TimedProgram?, _ figures: inout Figures,
        _ measure: (TimedProgram, inout Figures) async throws -> Void
    ) async {
        do {
            let open = try program ?? open()
            program = nil
            try await measure(open, &figures)
            program = open
        } catch {
            figures.note(error, in: name)
        }
    }

    private func measure(_ step: Step, on program: TimedProgram, into figures: inout Figures) throws {
        switch step {
        case .start: break
        case .idle: try idle(on: program, into: &figures)
        case .moving:
            guard subject.hasSelection else { throw MeasuringProblem("it selects no row") }
            figures.moving = try keysAtRest(plan.keys, on: program)
        case .scrolling: figures.scrolling = try keysScrolling(on: program)
        case .burst: figures.burstTime = try burst(on: program)
        case .letters: figures.letters = try letters(on: program)
        case .reload: figures.reloads = try reloads(on: program)
        }
    }
}

// Starting and doing nothing.
extension Series {
    /// Starts the program `count` times and returns the times until its first screen was complete.
    func firstFrames(_ count: Int) throws -> [Double] {
        try (0..<count).map { _ in
            let (program, time) = try start()
            try program.settle(quiet: MeasuringPlan.quietAfterWork)
            try program.quit()
            return time
        }
    }

    /// Starts the program and waits until it is ready. Returns it and the milliseconds from just before `exec`.
    func start(quiet: Int = TimedProgram.breath) throws -> (TimedProgram, Double) {
        let program = try TimedProgram(subject, plan: plan)
        let ready = try program.wait(for: subject.ready, within: plan.timeout, quiet: quiet)
        return (program, (ready - program.startedAt).milliseconds)
    }

    /// Starts the program and goes to its list.
    func open() throws -> TimedProgram {
        let (program, _) = try start()
        try program.settle(quiet: MeasuringPlan.quietAfterWork)
        for step in subject.opening {
            _ = try program.type(program.bytes(for: step.key))
            _ = try program.wait(for: step.shown, within: plan.timeout)
            try program.settle(quiet: MeasuringPlan.quietAfterWork)
        }
        return program
    }

    /// Measures what the program does without any input, and its memory.
    func idle(on program: TimedProgram, into figures: inout Figures) throws {
        guard let process = program.processID else { return }
        try program.settle(quiet: MeasuringPlan.quietAfterWork)
        let before = ProcessFigures(of: process)
        figures.memory = before.proportionalSetSize
        let start = ContinuousClock.now
        let end = start + .seconds(plan.idleSeconds)
        var bytes = 0
        while case let left = Int((end - .now).milliseconds), left > 0 {
            bytes += try program.settle(quiet: left).bytes
        }
        figures.idle = Figures.Idle(
            seconds: max((ContinuousClock.now - start) / .seconds(1), 0.001),
            wakeUps: ProcessFigures(of: process).wakeUps(since: before), bytes: bytes)
    }
}

// Keys.
extension Series {
    /// The number of rows that every program shows at once, even the shop with pictures.
    private static let rowsInSight = 4

    /// Presses keys one by one that move the selection between visible rows, so that nothing scrolls.
    func keysAtRest(_ count: Int, on program: TimedProgram) throws -> KeyFigures {
        try goHome(program)
        let (forth, back) = (program.bytes(for: subject.keys.forth), program.bytes(for: subject.keys.back))
        var figures = KeyFigures()
        for index in 0..<count {
            try press(index / Series.rowsInSight % 2 == 0 ? forth : back, on: program, into: &figures)
        }
        return figures
    }

    /// Presses keys one by one at the lower edge of the list, so that each key scrolls it.
    func keysScrolling(on program: TimedProgram) throws -> KeyFigures {
        let forth = program.bytes(for: subject.keys.forth)
        let inView = plan.lines / subject.linesPerRow + 1
        let inARow = subject.rows - 1 - inView
        guard inARow > 0 else { throw MeasuringProblem("the whole list is in view") }
        var figures = KeyFigures()
        while figures.count < plan.keys {
            try goHome(program)
            _ = try program.type(Array(repeatElement(forth, count: inView).joined()))
            try program.settle(quiet: MeasuringPlan.quietAfterWork)
            for _ in 0..<min(inARow, plan.keys - figures.count) { try press(forth, on: program, into: &figures) }
        }
        return figures
    }

    /// Presses one key, or types one letter, and adds the latency of its last byte if it caused any output.
    func press(
        _ bytes: [UInt8], on program: TimedProgram, quiet: Int = MeasuringPlan.quietAfterKey,
        into figures: inout KeyFigures
    ) throws {
        let pressed = ContinuousClock.now
        var output = try program.type(bytes)
        try program.drain(quiet: quiet, timeout: MeasuringPlan.keyTimeout, into: &output)
        if let last = output.last { figures.times.append((last - pressed).milliseconds) }
        try program.look()
        // Output that comes during the pause between keys was caused by this key, too, but late.
        figures.bytes += output.bytes + (try program.settle(quiet: MeasuringPlan.thinking).bytes)
        figures.count += 1
    }

    /// Writes many keys at once. Returns the time until the last byte, once the right row is in view: some programs
    /// pause for longer than others in the middle of their output.
    private func burst(on program: TimedProgram) throws -> Double {
        try goHome(program)
        let keys = Array(repeatElement(program.bytes(for: subject.keys.forth), count: plan.burst).joined())
        let pressed = ContinuousClock.now
        var output = try program.type(keys)
        repeat {
            try program.drain(quiet: MeasuringPlan.quietAfterWork, into: &output)
            try program.look()
            if subject.arrived?.holds(on: program.screen) != false, let last = output.last {
                return (last - pressed).milliseconds
            }
        } while .now < pressed + .milliseconds(plan.timeout)
        throw MeasuringProblem("the right row never came into view")
    }

    /// Types searches in the list, letter by letter, and cancels each. Returns `nil` if the program has no search.
    private func letters(on program: TimedProgram) throws -> KeyFigures? {
        guard let find = subject.keys.find else { return nil }
        var figures = KeyFigures()
        for text in Series.searched {
            _ = try program.type(program.bytes(for: find))
            try program.settle(quiet: MeasuringPlan.quietAfterWork)
            for letter in text { try press(Array(String(letter).utf8), on: program, into: &figures) }
            _ = try program.type(program.bytes(for: .escape))
            try program.settle(quiet: MeasuringPlan.quietAfterWork)
        }
        return figures
    }

    /// Parts of names and initial consonants; the first letters match many rows, the last ones few.
    private static let searched = ["ㄱㅂㅉ", "갈비찜", "ㅁㄷㅈㅊ", "0000", "두부"]

    private func reloads(on program: TimedProgram) throws -> KeyFigures {
        guard let key = subject.keys.reload else { throw MeasuringProblem("no key reloads what is shown") }
        try goHome(program)
        var figures = KeyFigures()
        for _ in 0..<MeasuringPlan.reloads {
            try press(
                program.bytes(for: key), on: program, quiet: MeasuringPlan.quietAfterWork, into: &figures)
        }
        guard !figures.times.isEmpty else { throw MeasuringProblem("nothing is written, since nothing changed") }
        return figures
    }

    func goHome(_ program: TimedProgram) throws {
        _ = try program.type(program.bytes(for: subject.keys.home))
        // A screen with a spinner never settles.
        try program.pause(milliseconds: MeasuringPlan.quietAfterWork)
    }
}
