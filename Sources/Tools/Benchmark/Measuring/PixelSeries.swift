import Foundation
import TerminalEmulator
import TerminalProbe

/// What one measurement of a terminal with pixels, or without, came to. Times are milliseconds.
struct PixelFigures: Sendable {
    /// What was done, how long after it the last byte came, and how many bytes came.
    struct Work: Sendable {
        var time: Double
        var bytes: Int
    }

    /// From the start until a screen of pictures stands still.
    var start: Work
    /// A key that moves the selection.
    var keys: [Work] = []
    /// A key that brings other pictures into view, the first time, and those that are known.
    var newPages: [Work] = []
    var knownPages: [Work] = []
}

/// The shop on a fresh device, whose pictures come at once, on a terminal that shows them in one way.
struct PixelSeries {
    let plan: MeasuringPlan
    let count: Int

    /// Milliseconds without output after which a screen stands still.
    private static let quiet = 150
    /// Screens that are looked at.
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

    /// Does something, and reads until nothing comes any more.
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
