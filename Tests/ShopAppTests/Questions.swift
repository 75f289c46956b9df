/// Questions that wait until a test answers them.
actor Questions<Question: Sendable, Answer: Sendable> {
    private(set) var asked: [Question] = []
    /// Questions whose asker was cancelled.
    private(set) var cancelled: Set<Int> = []
    private var waiting: [Int: CheckedContinuation<Answer?, Never>] = [:]

    /// The answer; `nil` as soon as the asker is cancelled.
    func ask(_ question: Question) async -> Answer? {
        asked.append(question)
        let number = asked.count
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if Task.isCancelled { cancelled.insert(number) }
                if Task.isCancelled { continuation.resume(returning: nil) } else { waiting[number] = continuation }
            }
        } onCancel: {
            Task { await cancel(number) }
        }
    }

    /// Answers the question of that number, counted from 1.
    func answer(_ number: Int, _ answer: Answer) { waiting.removeValue(forKey: number)?.resume(returning: answer) }

    /// Returns once so many questions were asked.
    nonisolated func wait(count: Int) async { while await asked.count < count { await Task.yield() } }

    /// Returns once the asker of the question of that number was cancelled.
    nonisolated func waitUntilCancelled(_ number: Int) async {
        while await !cancelled.contains(number) { await Task.yield() }
    }

    private func cancel(_ number: Int) {
        guard let continuation = waiting.removeValue(forKey: number) else { return }
        cancelled.insert(number)
        continuation.resume(returning: nil)
    }
}
