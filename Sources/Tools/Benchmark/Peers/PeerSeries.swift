import TerminalEmulator

/// The measurements of one program in one round. What a program cannot do is left out, and why is told.
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

    /// Does one thing with the program, or with a new one where that before ended.
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

    private func burst(_ program: TimedProgram, _ figures: inout PeerFigures) throws {
        var measured = Figures()
        try series.burst(on: program, into: &measured)
        guard measured.burstIsRight == true else {
            throw PeerProblem("the right row was not in view when nothing came any more")
        }
        (figures.burstTime, figures.burstIsRight) = (measured.burstTime, measured.burstIsRight)
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

    /// One line of an error, which may go on with a screen.
    private static func reason(_ error: any Error) -> String {
        "\(error)".split(separator: "\n").first.map(String.init) ?? "\(error)"
    }
}

/// Why something cannot be measured of a program that is well.
struct PeerProblem: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
