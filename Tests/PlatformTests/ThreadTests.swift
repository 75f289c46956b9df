import Foundation
import Platform
import Testing

@Suite(.timeLimit(.minutes(5))) struct OneShotTimerTests {
    @Test func itFiresAfterItsDelay() async {
        let delay = Duration.milliseconds(20)
        let (calls, continuation) = AsyncStream.makeStream(of: Void.self)
        let start = ContinuousClock.now
        let timer = OneShotTimer(after: delay) { continuation.yield() }
        for await _ in calls { break }
        #expect(ContinuousClock.now - start >= delay)
        timer.cancel()
    }

    @Test func timersFireInTheOrderOfTheirTimesAndACancelledOneNotAtAll() async {
        let (calls, continuation) = AsyncStream.makeStream(of: String.self)
        let last = OneShotTimer(after: .milliseconds(60)) {
            continuation.yield("last")
            continuation.finish()
        }
        let cancelled = OneShotTimer(after: .milliseconds(40)) { continuation.yield("cancelled") }
        let first = OneShotTimer(after: .milliseconds(20)) { continuation.yield("first") }
        cancelled.cancel()
        var names: [String] = []
        for await name in calls { names.append(name) }
        #expect(names == ["first", "last"])
        for timer in [first, last] { timer.cancel() }
    }

    @Test func sleepingEndsAtOnceWhenItsTaskIsCancelled() async {
        let sleeping = Task { try await OneShotTimer.sleep(for: .seconds(86_400)) }
        sleeping.cancel()
        await #expect(throws: CancellationError.self) { try await sleeping.value }
    }
}

@Suite(.timeLimit(.minutes(5))) struct TaskThreadPoolTests {
    @Test func tasksRunOnItsThreads() async {
        let pool = TaskThreadPool(count: 1)
        let name = await Task(executorPreference: pool) { Self.threadName }.value
        #expect(name == "tasks 0")
    }

    @Test func itRunsWhatItsOnlyThreadIsAskedInOrder() async {
        let pool = TaskThreadPool(count: 1)
        let (numbers, continuation) = AsyncStream.makeStream(of: Int.self)
        for number in 0..<100 { Task(executorPreference: pool) { continuation.yield(number) } }
        var seen: [Int] = []
        for await number in numbers.prefix(100) { seen.append(number) }
        #expect(seen == Array(0..<100))
    }

    /// Outside of tasks, where the thread's name may be asked for.
    private static var threadName: String? { Thread.current.name }
}
