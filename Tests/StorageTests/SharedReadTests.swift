import Dispatch
import Domain
import NIOConcurrencyHelpers
import Storage
import Testing

@Suite(.timeLimit(.minutes(5))) struct SharedReadTests {
    @Test func moreMayAskAtOnceThanAStoreKeepsWaitingAndItIsReadOnce() async throws {
        try await withScratch { path in
            let store = try SQLiteStore(at: path)
            let (release, asked) = (DispatchSemaphore(value: 0), NIOLockedValueBox(0))
            let readings = NIOLockedValueBox(0)
            let read = SharedRead { reader in
                readings.withLockedValue { $0 += 1 }
                return try reader.fruitCounts()
            }
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
                        return try await read.value(in: store)
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            try await blocking
            #expect(counts == Array(repeating: [FruitID("kiwi"): 7], count: 3_000))
            // The last caller may arrive when the read has already begun.
            #expect(readings.withLockedValue(\.self) <= 3)
        }
    }

    @Test func whatAReadingThrowsIsToldToEverybodyAndTheNextOneReadsAnew() async throws {
        try await withScratch { path in
            let store = try SQLiteStore(at: path)
            let isDamaged = NIOLockedValueBox(true)
            let read = SharedRead { _ in
                if isDamaged.withLockedValue(\.self) { throw StoreError.damaged }
                return 1
            }
            await withTaskGroup { group in
                for _ in 0..<10 {
                    group.addTask { await #expect(throws: StoreError.damaged) { try await read.value(in: store) } }
                }
            }
            isDamaged.withLockedValue { $0 = false }
            #expect(try await read.value(in: store) == 1)
            await store.close()
            await #expect(throws: StoreError.overloaded) { try await read.value(in: store) }
        }
    }
}
