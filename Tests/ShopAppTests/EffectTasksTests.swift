import Dispatch
import Platform
import TestSupport
import Testing

@testable import ShopApp

struct EffectTasksTests {
    @Test func whatLastsIsAllDoneAndOfTheRestTheNewest() async {
        let tasks = EffectTasks()
        let (update, box) = AsyncStream.makeStream(of: String.self)
        for name in ["one", "two", "three"] { tasks.start(lasting: { box.yield(name) }) }
        for name in ["first", "last"] { tasks.start(look, work: { name }) { box.yield($0) } }
        let running = Task { await tasks.run() }
        var seen: Set<String> = []
        for await name in update.prefix(4) { seen.insert(name) }
        #expect(seen == ["one", "two", "three", "last"])
        running.cancel()
        await running.value
    }

    @Test func whatLastsIsDoneAlsoIfTheGuestIsGoneBeforeItBegins() async {
        let tasks = EffectTasks()
        let done = Record<String>()
        for name in ["one", "two"] { tasks.start(lasting: { done.append(name) }) }
        tasks.start(look, work: { "looked" }) { done.append($0) }
        await withDiscardingTaskGroup { group in
            group.cancelAll()
            group.addTask { await tasks.run() }
        }
        #expect(done.all == ["one", "two"])
    }

    /// Runs on one thread, on which nothing else runs while the first job is blocked, so that it ends before it can
    /// notice that it was replaced.
    @Test func nothingIsToldOfAJobOnceAnotherTookItsPlace() async throws {
        let tasks = EffectTasks()
        let told = Record<String>()
        let (begun, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let running = Task(executorPreference: TaskThreadPool(count: 1)) { await tasks.run() }
        tasks.start(look) {
            begun.signal()
            gate.wait()
            return "first"
        } telling: {
            told.append($0)
        }
        try await onOwnThread { begun.wait() }
        tasks.start(look, work: { "last" }) { told.append($0) }
        gate.signal()
        await told.wait(count: 1)
        #expect(told.all == ["last"])
        running.cancel()
        await running.value
        #expect(told.all == ["last"])
    }

    private let look = EffectTasks.Key("look")
}
