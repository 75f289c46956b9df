import Testing

@testable import ShopApp

struct EffectTasksTests {
    @Test func whatLastsIsAllDoneAndOfTheRestTheNewest() async {
        let tasks = EffectTasks()
        let (news, box) = AsyncStream.makeStream(of: String.self)
        for name in ["one", "two", "three"] { tasks.start(lasting: { box.yield(name) }) }
        for name in ["first", "last"] { tasks.start(EffectTasks.Key("look")) { box.yield(name) } }
        let running = Task { await tasks.run() }
        var seen: Set<String> = []
        for await name in news.prefix(4) { seen.insert(name) }
        #expect(seen == ["one", "two", "three", "last"])
        running.cancel()
        await running.value
    }
}
