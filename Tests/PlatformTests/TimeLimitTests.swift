import Dispatch
import Platform
import Testing

@Suite(.timeLimit(.minutes(5))) struct TimeLimitTests {
    private struct Failure: Error {}

    @Test func whatEndsInTimeIsReturnedOrThrown() async throws {
        #expect(try await TimeLimit.outcome(within: .seconds(3_600)) { 7 } == 7)
        await #expect(throws: Failure.self) {
            try await TimeLimit.outcome(within: .seconds(3_600)) { throw Failure() }
        }
    }

    @Test func whatDoesNotEndIsWaitedForNoLongerAndCancelled() async throws {
        let (cancellations, continuation) = AsyncStream.makeStream(of: Void.self)
        let outcome: Void? = try await TimeLimit.outcome(within: .milliseconds(20)) {
            do {
                try await OneShotTimer.sleep(for: .seconds(3_600))
            } catch {
                continuation.yield()
            }
        }
        #expect(outcome == nil)
        for await _ in cancellations { break }
    }

    @Test func whatCannotBeCancelledIsLeftToItself() async throws {
        let (gate, (ends, continuation)) = (DispatchSemaphore(value: 0), AsyncStream.makeStream(of: Void.self))
        let threads = WorkerThreads<Void>(name: "stuck", count: 1, maxWaiting: 1) {}
        let outcome: Void? = try await TimeLimit.outcome(within: .milliseconds(20)) {
            await threads.perform { _ in gate.wait() }
            continuation.yield()
        }
        #expect(outcome == nil)
        gate.signal()
        for await _ in ends { break }
        await threads.closed()
    }
}
