import Foundation
import Platform
import TerminalEmulator

/// The figures of one measurement with pictures. Times are milliseconds.
struct PictureFigures: Sendable {
    /// From the first request for a picture to the last byte of the last picture.
    var total: Double
    /// From writing a key to the output that selects the next row, while pictures are loading.
    var keyTimes: [Double]
    /// The most concurrent requests for pictures.
    var maxConcurrent: Int
    /// The proportional set size after every picture was shown, in KiB.
    var proportionalSetSize: Int
}

/// Measures the shop on a fresh device, with a slow picture server.
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
        try scrollThrough(on: program)
        let memory = program.processID.map { ProcessFigures(of: $0).proportionalSetSize } ?? 0
        try program.quit()
        guard let first = seen.first, let last = seen.last else { throw MeasuringError.shopClosed }
        return PictureFigures(
            total: (last - first).milliseconds, keyTimes: keyTimes, maxConcurrent: seen.maxConcurrent,
            proportionalSetSize: memory)
    }

    /// Moves the selection up and down while pictures are loading. Returns the times until the right row was selected.
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
            times.append(try program.time(step > 0 ? .down : .up, until: .selected(menu.title(row))))
            try program.pause(milliseconds: plan.thinking)
        }
        return times
    }

    private func scrollThrough(on program: TimedProgram) throws {
        for _ in 0..<count {
            _ = try program.type(program.bytes(for: .pageDown))
            try program.pause(milliseconds: plan.thinking)
        }
        try program.settle(quiet: plan.quietAfterWork)
    }
}
