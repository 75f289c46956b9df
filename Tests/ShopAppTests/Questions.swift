import TestSupport
import Testing

/// A queue of requests that wait until a test answers them.
final class Questions<Question: Sendable, Answer: Sendable>: Sendable {
    private struct State: Sendable {
        var asked: [Question] = []
        /// The numbers of requests whose caller was cancelled.
        var cancelled: Set<Int> = []
        var waiting: [Int: CheckedContinuation<Answer?, Never>] = [:]
    }

    private let state = Watched(State())

    var asked: [Question] { state.value.asked }

    /// Waits for the answer. Returns `nil` as soon as the caller is cancelled.
    func ask(_ question: Question) async -> Answer? {
        let number = Watched(0)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // Registered in one step with its continuation, so that a test that sees the request can answer it.
                let place = state.change { state in
                    state.asked.append(question)
                    state.waiting[state.asked.count] = continuation
                    return state.asked.count
                }
                number.change { $0 = place }
                if Task.isCancelled { cancel(place) }
            }
        } onCancel: {
            cancel(number.value)
        }
    }

    /// Answers the request with that number, counted from 1.
    func answer(_ number: Int, _ answer: Answer) {
        state.change { $0.waiting.removeValue(forKey: number) }?.resume(returning: answer)
    }

    /// Returns once at least `count` requests were made.
    func wait(count: Int, _ location: SourceLocation = #_sourceLocation) async {
        await state.wait(location) { $0.asked.count >= count }
    }

    /// Returns once the caller of that request was cancelled.
    func waitUntilCancelled(_ number: Int, _ location: SourceLocation = #_sourceLocation) async {
        await state.wait(location) { $0.cancelled.contains(number) }
    }

    private func cancel(_ number: Int) {
        let waiting = state.change { state in
            let waiting = state.waiting.removeValue(forKey: number)
            if waiting != nil { state.cancelled.insert(number) }
            return waiting
        }
        waiting?.resume(returning: nil)
    }
}
