import Foundation
import Synchronization
import Terminal

/// A program that takes part in a comparison.
struct Contestant {
    /// A step that only this program has. It may use the running program or others.
    struct Step {
        let name: String
        let measure: (Series, TimedProgram, inout Figures) async throws -> Void
    }

    let name: String
    var version = "built with it"
    /// What a reader must know to interpret its figures; empty if nothing.
    var note = ""
    /// The program, or why it cannot be measured.
    let subject: Result<Subject, any Error>
    /// Called once before anything is measured, for example for a first start that fills a cache.
    var prepare: () throws -> Void = {}
    var ownSteps: [Step] = []
}

/// Measures programs in turn, so that any other load on the machine affects all of them alike.
struct Comparison {
    let plan: MeasuringPlan

    func run(_ contestants: [Contestant], title: String, missing: [Report.Missing] = []) async throws -> Report {
        for contestant in contestants { try contestant.prepare() }
        var figures = contestants.map { _ in [Figures]() }
        let progress = MeasuringProgress("Measuring \(title)", steps: plan.rounds * contestants.count)
        defer { progress.finish() }
        for _ in 0..<plan.rounds {
            for (index, contestant) in contestants.enumerated() {
                figures[index].append(await measure(contestant))
                progress.step()
            }
        }
        return Report(
            title: title, plan: plan,
            programs: zip(contestants, figures).map {
                Report.Program(name: $0.name, version: $0.version, note: $0.note, rounds: $1)
            }, missing: missing)
    }

    private func measure(_ contestant: Contestant) async -> Figures {
        switch contestant.subject {
        case .success(let subject):
            await Series(subject: subject, plan: plan).measure(ownSteps: contestant.ownSteps)
        case .failure(let error): Figures(problems: [Series.Step.start.rawValue: "\(error)"])
        }
    }
}

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

/// Runs blocking `work` on a thread of its own, so that it does not block the shared thread pool.
func onOwnThread<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result { try work() }) }
    }
}
