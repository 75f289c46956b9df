import TerminalEmulator

/// Measures one program in one round. A step that the program cannot do is skipped, and the reason is recorded.
struct PeerSeries {
    private let series: Series
    private let rows: Int
    private let reloads: Int

    private var plan: MeasuringPlan { series.plan }
    private var subject: Subject { series.subject }

    init(_ subject: Subject, plan: PeersPlan) {
        series = Series(subject: subject, plan: plan.measuring)
        (rows, reloads) = (plan.rows, plan.reloads)
    }

    func measure() -> PeerFigures {
        var figures = PeerFigures()
        do {
            figures.firstFrames = try series.firstFrames(plan.starts)
        } catch {
            figures.problems["start"] = PeerSeries.reason(error)
            return figures
        }
        var program: TimedProgram?
        step("idle", &program, &figures, idle)
        step("keys at rest", &program, &figures, keysAtRest)
        step("keys that scroll", &program, &figures) { $1.scrolling = try series.keysScrolling(on: $0, rows: rows) }
        step("keys at once", &program, &figures, burst)
        step("reload", &program, &figures, reload)
        try? program?.quit()
        return figures
    }

    /// Performs one step with the running program, or with a new one if the previous step ended it.
    private func step(
        _ name: String, _ program: inout TimedProgram?, _ figures: inout PeerFigures,
        _ measure: (TimedProgram, inout PeerFigures) throws -> Void
    ) {
        do {
            let open = try program ?? open()
            program = nil
            try measure(open, &figures)
            program = open
        } catch {
            figures.problems[name] = PeerSeries.reason(error)
        }
    }

    private func open() throws -> TimedProgram {
        let (program, _) = try series.start()
        try program.settle(quiet: plan.quietAfterWork)
        for step in subject.opening {
            _ = try program.type(program.bytes(for: step.key))
            _ = try program.wait(for: step.shown, within: plan.timeout)
            try program.settle(quiet: plan.quietAfterWork)
        }
        return program
    }

    private func idle(_ program: TimedProgram, _ figures: inout PeerFigures) throws {
        var measured = Figures()
        try series.idle(on: program, into: &measured)
        (figures.idle, figures.proportionalSetSize) = (measured.idle, measured.proportionalSetSize)
    }

    private func keysAtRest(_ program: TimedProgram, _ figures: inout PeerFigures) throws {
        guard subject.hasSelection else { throw PeerProblem("it selects no row") }
        figures.atRest = try series.keysAtRest(on: program)
    }

    /// Measures keys written at once. It waits until the right row is in view rather than for silence, since some
    /// programs pause for longer than others in the middle of their output.
    private func burst(_ program: TimedProgram, _ figures: inout PeerFigures) throws {
        try series.goHome(program)
        let keys = Array(repeatElement(program.bytes(for: subject.keys.forth), count: plan.burst).joined())
        let pressed = ContinuousClock.now
        var output = try program.type(keys)
        repeat {
            try program.drain(quiet: plan.quietAfterWork, into: &output)
            try program.look()
            figures.burstIsRight = subject.arrived?.holds(on: program.screen)
        } while figures.burstIsRight == false && .now < pressed + .milliseconds(plan.timeout)
        guard figures.burstIsRight == true, let last = output.last else {
            throw PeerProblem("the right row never came into view")
        }
        figures.burstTime = (last - pressed).milliseconds
    }

    private func reload(_ program: TimedProgram, _ figures: inout PeerFigures) throws {
        guard let key = subject.keys.reload else { throw PeerProblem("no key reloads what is shown") }
        try series.goHome(program)
        var measured = KeyFigures()
        for _ in 0..<reloads {
            let pressed = ContinuousClock.now
            var output = try program.type(program.bytes(for: key))
            try program.drain(quiet: plan.quietAfterWork, timeout: plan.keyTimeout, into: &output)
            try program.look()
            if let last = output.last { measured.times.append((last - pressed).milliseconds) }
            measured.bytes += output.bytes
            measured.count += 1
        }
        guard !measured.times.isEmpty else { throw PeerProblem("nothing is written, since nothing changed") }
        figures.reloads = measured
    }

    /// Returns the first line of an error, whose description may go on with a screen.
    private static func reason(_ error: any Error) -> String {
        "\(error)".split(separator: "\n").first.map(String.init) ?? "\(error)"
    }
}

/// The reason why a working program cannot be measured in some respect.
struct PeerProblem: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
