/// A program that takes part in a comparison, with the hooks that measure it.
struct Contestant {
    let subject: Subject
    /// Called once before anything is measured, for example for a first start that fills a cache.
    var prepare: () async throws -> Void = {}
    /// The rows that the program shows; `nil` if keys that scroll are not measured separately.
    var menu: MenuKeys?
    /// Measures the output of refetches, changing the data that the program fetches where necessary.
    var refetch: (Series, TimedProgram, inout Figures) async throws -> Void = { series, program, figures in
        figures.refetchUnchanged = try series.reload(on: program)
    }
    /// Measures other kinds of start, after everything else.
    var otherStarts: (inout Figures) throws -> Void = { _ in }

    init(_ subject: Subject) { self.subject = subject }
}

/// Measures programs in turn, so that any other load on the machine affects all of them alike.
struct Comparison {
    let plan: MeasuringPlan
    let rounds: Int

    func run(_ contestants: [Contestant], title: String) async throws -> Report {
        for contestant in contestants { try await contestant.prepare() }
        var figures = contestants.map { _ in [Figures]() }
        let progress = MeasuringProgress("Measuring \(title)", steps: rounds * contestants.count)
        defer { progress.finish() }
        for _ in 0..<rounds {
            for (index, contestant) in contestants.enumerated() {
                figures[index].append(try await measure(contestant))
                progress.step()
            }
        }
        return Report(
            title: title,
            columns: zip(contestants, figures).map { Report.Column(name: $0.subject.name, rounds: $1) })
    }

    private func measure(_ contestant: Contestant) async throws -> Figures {
        let series = Series(subject: contestant.subject, plan: plan)
        var figures = Figures()
        figures.firstFrames = try series.firstFrames(plan.starts - 1)
        let (program, time) = try series.start()
        figures.firstFrames.append(time)
        try program.settle(quiet: plan.quietAfterWork)
        try series.idle(on: program, into: &figures)
        try series.keys(on: program, into: &figures)
        try contestant.menu?.measure(series, on: program, into: &figures)
        try series.burst(on: program, into: &figures)
        try series.goHome(program)
        try series.letters(on: program, into: &figures)
        try await contestant.refetch(series, program, &figures)
        try program.quit()
        try contestant.otherStarts(&figures)
        return figures
    }
}
