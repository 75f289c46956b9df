import Dispatch
import Foundation
import NIOConcurrencyHelpers
import Platform
import TestSupport
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

    /// Nobody can set the system's clock here, but the descriptor of a timer names the clock that it follows. Nothing else
    /// in these tests makes such a timer.
    @Test func aTimerByTheWallClockFollowsTheSystemsClock() async throws {
        let timer = OneShotTimer(after: .seconds(3_600), byWallClock: true) {}
        defer { timer.cancel() }
        let directory = "/proc/self/fdinfo"
        try await wait {
            try FileManager.default.contentsOfDirectory(atPath: directory).contains { name in
                let text = try? String(contentsOfFile: "\(directory)/\(name)", encoding: .utf8)
                return text?.contains("clockid: \(CLOCK_REALTIME)\n") ?? false
            }
        }
        let (calls, continuation) = AsyncStream.makeStream(of: Void.self)
        let short = OneShotTimer(after: .milliseconds(20), byWallClock: true) { continuation.yield() }
        for await _ in calls { break }
        short.cancel()
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

@Suite(.timeLimit(.minutes(5))) struct WorkerThreadsTests {
    @Test func acceptedJobsRunBeforeTheThreadsEndAndLaterOnesAreRefused() async {
        let ended = NIOLockedValueBox(0)
        let threads = WorkerThreads(name: "test", count: 3, maxWaiting: 100) {
        } end: { _ in
            ended.withLockedValue { $0 += 1 }
        }
        let done = NIOLockedValueBox(0)
        for _ in 0..<100 { threads.submit { _ in done.withLockedValue { $0 += 1 } } }
        await threads.closed()
        #expect(done.withLockedValue(\.self) == 100)
        #expect((1...3).contains(ended.withLockedValue(\.self)))
        #expect(!threads.submit { _ in })
        #expect(await threads.perform { _ in 1 } == nil)
        await threads.closed()
    }

    @Test func moreJobsThanMayWaitAreRefusedButForThoseThatBypassTheLimit() async {
        let threads = WorkerThreads(name: "test", count: 1, maxWaiting: 1) {}
        let gate = DispatchSemaphore(value: 0)
        let (running, begin) = AsyncStream.makeStream(of: Void.self)
        threads.submit { _ in
            begin.yield()
            gate.block()
        }
        for await _ in running { break }
        #expect(threads.submit { _ in })
        #expect(!threads.submit { _ in })
        #expect(threads.submit(bypassesLimit: true) { _ in })
        #expect(threads.load == WorkerLoad(running: 1, ready: 0, waiting: 1))
        gate.signal()
        await threads.closed()
        #expect(threads.load.waiting == 0)
    }

    @Test func eachThreadHasAContextOfItsOwn() async {
        final class Context { var jobs = 0 }
        let made = NIOLockedValueBox(0)
        let threads = WorkerThreads(name: "test", count: 2, maxWaiting: 100) {
            made.withLockedValue { $0 += 1 }
            return Context()
        }
        for number in 1...20 {
            #expect(
                await threads.perform {
                    $0.jobs += 1
                    return $0.jobs
                } ?? 0 <= number)
        }
        #expect((1...2).contains(made.withLockedValue(\.self)))
        await threads.closed()
    }
}

extension DispatchSemaphore {
    /// Blocks the thread, as a job that waits for the disk does.
    fileprivate func block() { wait() }
}
