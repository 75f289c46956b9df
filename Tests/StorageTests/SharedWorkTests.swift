import Dispatch
import Domain
import NIOConcurrencyHelpers
import Platform
import Storage
import Testing

@Suite(.timeLimit(.minutes(5))) struct SharedReadingTests {
    @Test func moreMayAskAtOnceThanAStoreKeepsWaitingAndItIsReadOnce() async throws {
        try await withScratch { path in
            let store = try SQLiteStore(at: path)
            let (release, asked) = (DispatchSemaphore(value: 0), NIOLockedValueBox(0))
            let readings = NIOLockedValueBox(0)
            let work = SharedWork<String, [FruitID: Int]>()
            let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
            async let blocking: Void = store.transaction { transaction in
                try transaction.setCount(7, of: FruitID("kiwi"))
                beginning.yield()
                release.wait()
            }
            for await _ in begun { break }
            let counts = try await withThrowingTaskGroup(of: [FruitID: Int].self) { group in
                for _ in 0..<3_000 {
                    group.addTask {
                        let count = asked.withLockedValue { count in
                            count += 1
                            return count
                        }
                        if count == 3_000 { release.signal() }
                        return try await work.value(of: "fruit") {
                            try await store.read { reader in
                                readings.withLockedValue { $0 += 1 }
                                return try reader.fruitCounts()
                            }
                        }
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            try await blocking
            #expect(counts == Array(repeating: [FruitID("kiwi"): 7], count: 3_000))
            // One before the others asked, one for all of them.
            #expect(readings.withLockedValue(\.self) <= 3)
        }
    }
}
