import Foundation
import Progress
import Synchronization

/// The progress line of a measurement. It is drawn only between two steps, so that it does not run while something is
/// measured. May be used by several threads.
final class MeasuringProgress: Sendable {
    private let line: ProgressLine?
    private let total: Int
    private let done = Atomic(0)

    init(_ title: String, steps: Int) {
        let hasColor = (ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty
        line = ProgressLine(.english(title), isColored: hasColor, ticks: false)
        total = steps
    }

    deinit { line?.finish() }

    func step(_ count: Int = 1) {
        let done = done.add(count, ordering: .relaxed).newValue
        line?.report(ProgressEstimate(count: done, total: total))
    }

    /// Removes the line before anything is printed.
    func finish() { line?.finish() }
}
