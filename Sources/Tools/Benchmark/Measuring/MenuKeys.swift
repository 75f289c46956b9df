/// Rows of a menu, whose keys are told apart.
struct MenuKeys {
    let rows: Int
    /// What a row takes at least.
    let linesPerRow: Int

    /// Presses both kinds of key, one by one. Where all rows are in view, nothing scrolls.
    func measure(_ series: Series, on program: TimedProgram, into figures: inout Figures) throws {
        figures.moving = try series.keysAtRest(on: program)
        let inView = series.plan.rows / linesPerRow + 1
        guard rows - 1 > inView else { return }
        figures.scrolling = try series.keysScrolling(on: program, rows: rows, inView: inView)
    }
}
