import Foundation
import Platform
import TerminalEmulator

/// What one measurement with pictures came to. Times are milliseconds.
struct PictureFigures: Sendable {
    /// From the first request for a picture to the last byte of the last one.
    var total: Double
    /// From writing a key to the output that selected the next row, while pictures came.
    var keyTimes: [Double]
    /// Requests for pictures that were open at once.
    var mostAtOnce: Int
    /// With every picture seen, in KiB.
    var proportionalSetSize: Int
}

/// The shop on a fresh device, with a slow server of pictures.
struct PictureSeries {
    let plan: MeasuringPlan
    let count: Int
    let delay: Int

    func measure(_ bodies: [String: Data]) throws -> PictureFigures {
        let host = try PictureHost(bodies: bodies, delay: .milliseconds(delay))
        defer { host.close() }
        let directory = try RunDirectory()
        defer { directory.close() }
        let menu = GeneratedMenu(count: count)
        let subject = try Subject.shop(at: host.port, in: directory.url, ready: menu.title(0))
        let program = try TimedProgram(subject, plan: plan)
        _ = try program.wait(for: subject.ready, within: plan.timeout)
        let keyTimes = try keys(on: program, menu, while: { host.seen.pictures < count })
        let seen = host.seen
        try seeAll(on: program)
        let memory = program.processID.map { ProcessFigures(of: $0).proportionalSetSize } ?? 0
        try program.quit()
        guard let first = seen.first, let last = seen.last else { throw MeasuringError.shopClosed }
        return PictureFigures(
            total: (last - first).milliseconds, keyTimes: keyTimes, mostAtOnce: seen.mostAtOnce,
            proportionalSetSize: memory)
    }

    /// Moves down and up again while there is something to wait for: when the row was selected that should be.
    private func keys(
        on program: TimedProgram, _ menu: GeneratedMenu, while isLoading: () -> Bool
    ) throws -> [Double] {
        var times: [Double] = []
        var row = 0
        var step = 1
        let deadline = ContinuousClock.now + .milliseconds(plan.timeout)
        while isLoading(), ContinuousClock.now < deadline {
            if row + step < 0 || row + step > plan.stride { step = -step }
            row += step
            let pressed = ContinuousClock.now
            _ = try program.type(program.bytes(for: step > 0 ? .down : .up))
            let shown = try program.wait(for: .selected(menu.title(row)), within: plan.timeout)
            times.append((shown - pressed).milliseconds)
            try program.pause(milliseconds: plan.thinking)
        }
        return times
    }

    private func seeAll(on program: TimedProgram) throws {
        for _ in 0..<count {
            _ = try program.type(program.bytes(for: .pageDown))
            try program.pause(milliseconds: plan.thinking)
        }
        try program.settle(quiet: plan.quietAfterWork)
    }
}
