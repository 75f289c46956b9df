import Foundation
import NIOConcurrencyHelpers
import Platform
import Testing

/// Expensive work is performed once for many concurrent callers with the same key.
@Suite(.timeLimit(.minutes(5))) struct SharedWorkTests {
    /// Requests all `keys` concurrently, and lets no work finish before the last one was requested. Returns the values
    /// and the number of times that work was performed.
    private func outcomes(of keys: [Int]) async throws -> (values: [Int], done: Int) {
        let (work, done) = (SharedWork<Int, Int>(), NIOLockedValueBox(0))
        let (gate, opening) = AsyncStream.makeStream(of: Void.self)
        let asking = NIOLockedValueBox(0)
        let values = try await withThrowingTaskGroup(of: Int.self) { group in
            for key in keys {
                group.addTask {
                    if asking.withLockedValue({
                        $0 += 1; return $0
                    }) == keys.count {
                        opening.finish()
                    }
                    return try await work.value(of: key) {
                        for await _ in gate {}
                        done.withLockedValue { $0 += 1 }
                        return key
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        return (values, done.withLockedValue(\.self))
    }

    @Test func manyWhoAskAtOnceHaveItDoneOnce() async throws {
        let (values, done) = try await outcomes(of: Array(repeating: 7, count: 100))
        #expect(values == Array(repeating: 7, count: 100))
        // The first, one for the callers that arrive after it has begun, and one per processor for a caller that was
        // about to ask.
        #expect(done <= 2 + ProcessInfo.processInfo.activeProcessorCount)
    }

    @Test func whoAsksForSomethingElseHasThat() async throws {
        let (values, done) = try await outcomes(of: Array(0..<10))
        #expect(values.sorted() == Array(0..<10))
        #expect(done == 10)
    }

    @Test func whatIsDoneIsBegunAfterTheAsking() async throws {
        let (work, present) = (SharedWork<Int, Int>(), NIOLockedValueBox(0))
        for expected in 1...20 {
            present.withLockedValue { $0 = expected }
            #expect(try await work.value(of: 0) { present.withLockedValue(\.self) } == expected)
        }
    }

    @Test func whatFailsIsToldToAllAndTriedAnew() async throws {
        let work = SharedWork<Int, Int>()
        await withTaskGroup { group in
            for _ in 0..<10 {
                group.addTask {
                    await #expect(throws: Failure.self) {
                        try await work.value(of: 0) { throw Failure() }
                    }
                }
            }
        }
        #expect(try await work.value(of: 0) { 1 } == 1)
    }

    @Test func aCallerThatIsCancelledFailsAlone() async throws {
        let work = SharedWork<Int, Int>()
        let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
        let first = Task {
            try await work.value(of: 0) {
                beginning.yield()
                try await OneShotTimer.sleep(for: .seconds(3_600))
                return 1
            }
        }
        for await _ in begun { break }
        async let others = withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<10 { group.addTask { try await work.value(of: 0) { 2 } } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        #expect(try await others == Array(repeating: 2, count: 10))
    }
}

private struct Failure: Error {}
