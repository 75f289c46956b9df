/// Rows of a menu, whose keys are told apart.
struct MenuKeys {
    let rows: Int
    /// What a row takes at least.
    let linesPerRow: Int

    /// Rows that there are at most in view.
    private func inView(_ plan: MeasuringPlan) -> Int { plan.rows / linesPerRow + 1 }

    /// Keys in a row that each scroll the list, after those that go to its lower edge.
    func scrollingInARow(_ plan: MeasuringPlan) -> Int { max(0, rows - 1 - inView(plan)) }

    /// Presses both kinds of key, one by one. Where all rows are in view, nothing scrolls.
    func measure(_ series: Series, on program: TimedProgram, into figures: inout Figures) throws {
        figures.moving = try series.keysAtRest(on: program)
        let (plan, inARow) = (series.plan, scrollingInARow(series.plan))
        guard inARow > 0 else { return }
        let forth = program.bytes(for: series.subject.keys.forth)
        var scrolling = KeyFigures()
        while scrolling.count < plan.keys {
            try series.goHome(program)
            for _ in 0..<inView(plan) { _ = try program.type(forth) }
            try program.settle(quiet: plan.quietAfterWork)
            for _ in 0..<min(inARow, plan.keys - scrolling.count) {
                scrolling.bytes += try series.key(forth, on: program, into: &scrolling.times).bytes
                scrolling.count += 1
            }
        }
        figures.scrolling = scrolling
    }
}
