import Foundation
import NIOConcurrencyHelpers
import Storage
import TestSupport
import Testing

@testable import ShopServer

/// Lists that are slow to read are read once for many who ask at once.
@Suite struct SharedListTests {
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
                // The read that the first began, and some for those that were heard and had not joined it when it ended. Were
                // it not shared, each would read at least once, and the server itself reads at its start.
                #expect(store.readings < 20)
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
