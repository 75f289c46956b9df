import Foundation
import Platform
import TerminalEmulator

/// The latencies of a large phone book on the screen, from a key to the last byte that it caused, in milliseconds.
struct ContactScreenFigures: Sendable {
    /// From the counter's key to the output with the first contacts.
    var openings: [Double] = []
    /// Latencies of the Down and Up keys.
    var keys: [Double] = []
    /// From typing a letter of the filter until the list is updated.
    var filterKeys: [Double] = []
    /// The bytes of output that the Down and Up keys caused.
    var bytes = 0
    /// The proportional set size with the list on the screen, in KiB.
    var proportionalSetSize = 0
}

/// Measures the shop's contacts counter with an existing phone book, on a pseudo-terminal.
struct ContactScreenSeries {
    /// The directory used as all of the user's base directories; the phone book is below it.
    let data: URL
    /// A name, or a part of one, that the first screen of contacts shows.
    let first: String
    let rounds: Int

    private static let plan = MeasuringPlan(columns: 120, rows: 40, starts: 0, keys: 0, burst: 0, idleSeconds: 0)
    private static let keysInARow = 40
    /// The letters typed into the filter, one by one.
    private static let typed = ["ㄱ", "ㅅ", "ㅇ"]
    /// Milliseconds without output after which the list counts as updated.
    private static let quiet = 120

    func figures() throws -> ContactScreenFigures {
        var figures = ContactScreenFigures()
        for _ in 0..<rounds { try measure(&figures) }
        return figures
    }

    private func measure(_ figures: inout ContactScreenFigures) throws {
        let (program, _) = try Series(subject: try subject(), plan: ContactScreenSeries.plan).start()
        try program.settle(quiet: ContactScreenSeries.plan.quietAfterWork)
        let counter = program.screen.line(0).firstMatch(of: #/(\d) Contacts/#).map { String($0.1) } ?? ""
        figures.openings.append(try program.time(.text(counter), until: .text(first)))
        try program.settle(quiet: ContactScreenSeries.plan.quietAfterWork)
        for index in 0..<ContactScreenSeries.keysInARow {
            let key: Key = index < ContactScreenSeries.keysInARow / 2 ? .down : .up
            let pressed = try time(program.bytes(for: key), quiet: ContactScreenSeries.plan.quietAfterKey, program)
            figures.keys += pressed.times
            figures.bytes += pressed.bytes
        }
        figures.proportionalSetSize = program.processID.map { ProcessFigures(of: $0).proportionalSetSize } ?? 0
        _ = try program.type(program.bytes(for: .text("/")))
        try program.settle(quiet: ContactScreenSeries.plan.quietAfterWork)
        for letter in ContactScreenSeries.typed {
            figures.filterKeys += try time(Array(letter.utf8), quiet: ContactScreenSeries.quiet, program).times
        }
        _ = try program.type(program.bytes(for: .escape))
        try program.settle(quiet: ContactScreenSeries.plan.quietAfterWork)
        try program.quit()
    }

    private func time(
        _ bytes: [UInt8], quiet: Int, _ program: TimedProgram
    ) throws -> (times: [Double], bytes: Int) {
        let pressed = ContinuousClock.now
        var output = try program.type(bytes)
        try program.drain(quiet: quiet, timeout: ContactScreenSeries.plan.keyTimeout, into: &output)
        try program.look()
        return (output.last.map { [($0 - pressed).milliseconds] } ?? [], output.bytes)
    }

    private func subject() throws -> Subject {
        let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let path = URL(filePath: own).deletingLastPathComponent().appending(path: "banchan").path
        guard FileManager.default.isExecutableFile(atPath: path) else { throw MeasuringError.notBuilt(path) }
        var subject = Subject(name: "banchan", path: path, ready: .texts(["Contacts", "connected"]))
        for name in BaseDirectory.variables {
            subject.environment[name] = data.path(percentEncoded: false)
        }
        return subject
    }
}
