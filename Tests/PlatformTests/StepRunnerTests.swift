import NIOConcurrencyHelpers
import Platform
import Testing

@Suite(.timeLimit(.minutes(5))) struct StepRunnerTests {
    private let runner = StepRunner()
    private let due = NIOLockedValueBox<[Int]>([])
    private let done: AsyncStream<Int>
    private let doing: AsyncStream<Int>.Continuation

    init() { (done, doing) = AsyncStream.makeStream() }

    /// Runs the steps that are due until its task is cancelled.
    private func run() async {
        await runner.run {
            takeSteps()
        } perform: { [doing] step in
            doing.yield(step)
        }
    }

    private func takeSteps() -> [Int] {
        due.withLockedValue { due in
            defer { due = [] }
            return due
        }
    }

    private func add(_ step: Int) {
        due.withLockedValue { $0.append(step) }
        runner.wake()
    }

    @Test func stepsFromBeforeItRanAndLaterOnesArePerformedOnce() async {
        add(1)
        let running = Task { await run() }
        var performed = done.makeAsyncIterator()
        #expect(await performed.next() == 1)
        add(2)
        #expect(await performed.next() == 2)
        add(3)
        #expect(await performed.next() == 3)
        running.cancel()
        await running.value
    }

    @Test func aSecondRunReturnsAtOnceAndALaterOneRuns() async {
        for step in 1...3 {
            let running = Task { await run() }
            add(step)
            #expect(await done.first { _ in true } == step)
            // The first one runs, so this one performs nothing.
            await run()
            running.cancel()
            await running.value
        }
    }

    @Test func cancellingEndsTheStepsBeforeTheEndIsCalled() async {
        let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
        let ended = NIOLockedValueBox<[String]>([])
        let running = Task { [runner] in
            await runner.run {
                ["a", "b"]
            } perform: { step in
                beginning.yield()
                try? await OneShotTimer.sleep(for: .seconds(3_600))
                ended.withLockedValue { $0.append(step) }
            } end: {
                ended.withLockedValue { $0.append("end") }
            }
        }
        var count = 0
        for await _ in begun {
            count += 1
            if count == 2 { break }
        }
        running.cancel()
        await running.value
        #expect(ended.withLockedValue { $0.count == 3 && $0.last == "end" })
    }
}
