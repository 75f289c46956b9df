import Foundation
import InMemoryStore
import NIOConcurrencyHelpers
import Storage
import TestSupport
import Testing

@testable import ShopServer

/// Expensive work is performed once for many concurrent callers with the same key.
@Suite(.takingTurns) struct SharedWorkTests {
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
                    await #expect(throws: StoreError.damaged) {
                        try await work.value(of: 0) { throw StoreError.damaged }
                    }
                }
            }
        }
        #expect(try await work.value(of: 0) { 1 } == 1)
    }

    @Test(arguments: ["orders/board/received", "orders?after=0&limit=1000", "reports/day?date=2026-11-22"])
    func theSameListIsReadOnceForManyKeepersAtOnce(_ path: String) async throws {
        let (heard, store) = (NIOLockedValueBox(0), HeldStore())
        try await withOrderingShop(
            configure: { configuration in
                configuration.store = store
                configuration.onRequest = { _ in
                    heard.withLockedValue { $0 += 1 }
                    if heard.withLockedValue({ $0 == 20 }) { store.relinquish() }
                }
            },
            { shop in
                let request = """
                    GET /\(path) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(OrderingShop.token)\r\n\
                    Connection: close\r\n\r\n
                    """
                let answers = try await withThrowingTaskGroup(of: RawAnswer.self) { group in
                    for _ in 0..<20 { group.addTask { try await RawConnection.exchange(with: shop.url, request) } }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(answers.allSatisfy { $0.statusLine == "HTTP/1.1 200 OK" })
                #expect(Set(answers.map(\.body)).count == 1)
                // The read that the first began, and one for those behind it; a report reads until a page is empty.
                #expect(store.readings <= 6)
            })
    }
}

/// A store whose reads are counted and wait until they are released.
private final class HeldStore: ForwardingStore {
    let store: any Store = InMemoryStore()
    private let count = NIOLockedValueBox(0)
    private let gate: AsyncStream<Void>
    private let opening: AsyncStream<Void>.Continuation

    init() { (gate, opening) = AsyncStream.makeStream() }

    var readings: Int { count.withLockedValue(\.self) }

    func relinquish() { opening.finish() }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreReader) throws -> Value
    ) async throws -> Value {
        count.withLockedValue { $0 += 1 }
        for await _ in gate {}
        return try await store.read(body)
    }
}
