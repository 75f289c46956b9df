/// One of the programs that are set beside each other.
struct Contestant {
    let subject: Subject
    /// Done once before anything is measured, such as a first start that fills a cache.
    var prepare: () async throws -> Void = {}
    /// The rows that it shows, where keys that scroll them are to be told from others.
    var menu: MenuKeys?
    /// Measures what refetches write, with whatever has to change behind the program's back.
    var refetch: (Series, TimedProgram, inout Figures) async throws -> Void = { series, program, figures in
        figures.refetchUnchanged = try series.reload(on: program)
    }
    /// Measures starts of another kind, after everything else.
    var otherStarts: (inout Figures) throws -> Void = { _ in }

    init(_ subject: Subject) { self.subject = subject }
}

/// Measures programs in turn, so that whatever else the machine does meets them alike.
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
