import Dispatch
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
        let last = OneShotTimer(after: .milliseconds(600)) {
            continuation.yield("last")
            continuation.finish()
        }
        // Long enough to be cancelled in time on a busy machine.
        let cancelled = OneShotTimer(after: .milliseconds(500)) { continuation.yield("cancelled") }
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
    @Test func theTasksOfAPoolOfOneRunOneAfterAnotherOnItsThread() async {
        let pool = TaskThreadPool(count: 1)
        let (runs, continuation) = AsyncStream.makeStream(of: (number: Int, thread: UInt).self)
        for number in 0..<200 {
            Task(executorPreference: pool) { continuation.yield((number, Self.thread)) }
        }
        var (numbers, threads): ([Int], Set<UInt>) = ([], [])
        for await run in runs.prefix(200) {
            numbers.append(run.number)
            threads.insert(run.thread)
        }
        #expect(numbers == Array(0..<200))
        #expect(threads.count == 1)
    }

    @Test func jobsThatBlockRunAtOnceOnAsManyThreadsAsAllowed() async {
        let pool = TaskThreadPool(count: 4)
        let (running, continuation) = AsyncStream.makeStream(of: UInt.self)
        let gate = DispatchSemaphore(value: 0)
        let jobs = (0..<5).map { _ in
            Task(executorPreference: pool) {
                continuation.yield(Self.thread)
                gate.block()
            }
        }
        // Four threads, all blocked, have each begun one job. The fifth job finds none.
        var threads: Set<UInt> = []
        var iterator = running.makeAsyncIterator()
        for _ in 0..<4 { await iterator.next().map { _ = threads.insert($0) } }
        #expect(threads.count == 4)
        for _ in jobs { gate.signal() }
        for job in jobs { await job.value }
        await iterator.next().map { _ = threads.insert($0) }
        #expect(threads.count == 4)
    }

    @Test func aJobFindsAThreadWhenAllThatWereStartedAreBlocked() async {
        let pool = TaskThreadPool(count: 2)
        let gate = DispatchSemaphore(value: 0)
        let (running, continuation) = AsyncStream.makeStream(of: UInt.self)
        let blocked = Task(executorPreference: pool) {
            continuation.yield(Self.thread)
            gate.block()
        }
        let first = await running.first { _ in true }
        #expect(await Task(executorPreference: pool) { Self.thread }.value != first)
        gate.signal()
        await blocked.value
    }

    private static var thread: UInt { UInt(pthread_self()) }
}

extension DispatchSemaphore {
    /// Blocks the thread, as a job that waits for the disk does.
    fileprivate func block() { wait() }
}
