/// A menu whose keys are measured separately, by whether they scroll.
struct MenuKeys {
    let rows: Int
    /// The least number of lines that a row takes.
    let linesPerRow: Int

    /// Presses both kinds of key, one by one. If all rows fit on the screen, only keys that do not scroll are measured.
    func measure(_ series: Series, on program: TimedProgram, into figures: inout Figures) throws {
        figures.moving = try series.keysAtRest(on: program)
        let inView = series.plan.rows / linesPerRow + 1
        guard rows - 1 > inView else { return }
        figures.scrolling = try series.keysScrolling(on: program, rows: rows, inView: inView)
    }
}
