/// The figures of one kind of key. Times are milliseconds.
struct KeyFigures: Codable, Sendable {
    /// From writing a key to the last byte it caused, for each key that caused any output.
    var times: [Double] = []
    var bytes = 0
    var count = 0

    var bytesPerKey: Double? { count > 0 ? Double(bytes) / Double(count) : nil }
    var median: Double? { Statistics.median(times) }
    var late: Double? { Statistics.percentile(95, of: times) }
}

extension Series {
    /// The number of rows that every program shows at once, even the shop with pictures.
    static let rowsInSight = 4

    /// Presses keys one by one that move the selection between visible rows, so that nothing scrolls.
    func keysAtRest(on program: TimedProgram) throws -> KeyFigures {
        try goHome(program)
        let (forth, back) = (program.bytes(for: subject.keys.forth), program.bytes(for: subject.keys.back))
        var figures = KeyFigures()
        for index in 0..<plan.keys {
            try press(index / Series.rowsInSight % 2 == 0 ? forth : back, on: program, into: &figures)
        }
        return figures
    }

    /// Presses keys one by one at the lower edge of a list of `rows` rows, so that each key scrolls it. At most
    /// `inView` rows are visible; the default assumes that a row takes at least one line.
    func keysScrolling(on program: TimedProgram, rows: Int, inView: Int? = nil) throws -> KeyFigures {
        let forth = program.bytes(for: subject.keys.forth)
        let inView = inView ?? plan.rows
        let inARow = max(1, rows - 1 - inView)
        var figures = KeyFigures()
        while figures.count < plan.keys {
            try goHome(program)
            _ = try program.type(Array(repeatElement(forth, count: inView).joined()))
            try program.settle(quiet: plan.quietAfterWork)
            for _ in 0..<min(inARow, plan.keys - figures.count) { try press(forth, on: program, into: &figures) }
        }
        return figures
    }

    private func press(_ bytes: [UInt8], on program: TimedProgram, into figures: inout KeyFigures) throws {
        figures.bytes += try key(bytes, on: program, into: &figures.times).bytes
        figures.count += 1
    }
}
