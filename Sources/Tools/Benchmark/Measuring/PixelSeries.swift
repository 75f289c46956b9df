import Foundation
import TerminalEmulator
import TerminalProbe

/// The figures of one measurement of pictures on a terminal with or without pixel graphics. Times are milliseconds.
struct PixelFigures: Sendable {
    /// One operation: the time until its last byte of output, and the number of bytes.
    struct Work: Sendable {
        var time: Double
        var bytes: Int
    }

    /// From the start until a screen of pictures is complete.
    var start: Work
    /// Keys that move the selection.
    var keys: [Work] = []
    /// Keys that bring pictures into view: pictures shown for the first time, and pictures shown before.
    var newPages: [Work] = []
    var knownPages: [Work] = []
}

/// Measures the shop on a fresh device with pictures that load at once, on a terminal with one kind of graphics.
struct PixelSeries {
    let plan: MeasuringPlan
    let count: Int

    /// Milliseconds without output after which a screen is complete.
    private static let quiet = 150
    /// The number of screens paged through.
    private static let pages = 5

    func measure(_ bodies: [String: Data], _ script: GraphicsTerminal.Script) throws -> PixelFigures {
        let host = try PictureHost(bodies: bodies, delay: .zero)
        defer { host.close() }
        let directory = try RunDirectory()
        defer { directory.close() }
        let subject = try Subject.shop(at: host.port, in: directory.url, ready: GeneratedMenu(count: count).title(0))
        let program = try ProgramOnTerminal(
            subject.path, arguments: subject.arguments, environment: subject.environment, columns: plan.columns,
            rows: plan.rows, graphics: GraphicsTerminal(script))
        var figures = PixelFigures(
            start: try work(program, quiet: PixelSeries.quiet * 4) {
                try program.wait(forText: GeneratedMenu(count: count).title(0))
            })
        figures.keys = try [Key.down, .up, .down, .up].map { key in try work(program) { try program.press(key) } }
        figures.newPages = try pages(.pageDown, program)
        _ = try pages(.pageUp, program)
        figures.knownPages = try pages(.pageDown, program)
        try program.press("q")
        try program.waitForExit()
        return figures
    }

    private func pages(_ key: Key, _ program: ProgramOnTerminal) throws -> [PixelFigures.Work] {
        try (0..<PixelSeries.pages).map { _ in try work(program) { try program.press(key) } }
    }

    /// Runs `body` and reads until no more output comes.
    private func work(
        _ program: ProgramOnTerminal, quiet: Int = PixelSeries.quiet, _ body: () throws -> Void
    ) throws -> PixelFigures.Work {
        let (before, begin) = (program.bytesReceived, ContinuousClock.now)
        var last = begin
        try body()
        if program.bytesReceived > before { last = .now }
        while try program.pump(milliseconds: quiet) { last = .now }
        return PixelFigures.Work(time: (last - begin).milliseconds, bytes: program.bytesReceived - before)
    }
}
