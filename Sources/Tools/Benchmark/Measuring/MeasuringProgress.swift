import Foundation
import NIOConcurrencyHelpers
import Progress

/// How far a measurement is. It shows only between two steps: while something is measured, nothing of it runs.
final class MeasuringProgress: Sendable {
    private let line: ProgressLine?
    private let total: Int
    private let done = NIOLockedValueBox(0)

    init(_ title: String, steps: Int) {
        let hasColor = (ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty
        line = ProgressLine(.english(title), isColored: hasColor, ticks: false)
        total = steps
    }

    deinit { line?.finish() }

    func step(_ count: Int = 1) {
        let done = done.withLockedValue { done in
            done += count
            return done
        }
        line?.report(ProgressEstimate(count: done, total: total))
    }

    /// Takes the line away, before anything is printed.
    func finish() { line?.finish() }
}
