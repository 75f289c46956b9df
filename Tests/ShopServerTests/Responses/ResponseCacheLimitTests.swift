import Domain
import Storage
import TestSupport
import Testing

@testable import ShopServer

/// The cache by itself.
@Suite struct ResponseCacheLimitTests {
    private let cache = ResponseCache(of: nil, lifetime: .seconds(60))

    private func content(_ bytes: Int) -> EncodedContent { EncodedContent(json: [UInt8](repeating: 32, count: bytes)) }

    @Test func itHasABoundHoweverMuchIsAskedFor() {
        for number in 0..<2_000 {
            cache.keep(content(10_000), of: "/\(number)", route: nil, madeIn: cache.generation())
            #expect(cache.size <= ResponseCache.maxSize)
            #expect(cache.entry(of: "/\(number)", at: .now) != nil)
        }
        #expect(cache.size > ResponseCache.maxSize / 2)
        #expect(cache.targets.count < 2_000)
        cache.empty()
        #expect(cache.size == 0)
    }

    @Test func aLongTargetCountsToo() {
        for number in 0..<1_000 {
            let target = "/\(number)" + String(repeating: "x", count: 8_000)
            cache.keep(content(1), of: target, route: nil, madeIn: cache.generation())
        }
        #expect(cache.targets.map(\.utf8.count).reduce(0, +) <= ResponseCache.maxSize)
    }

    @Test func whatIsTooLargeOrHasAQueryIsNotKept() {
        cache.keep(content(ResponseCache.maxContentSize + 1), of: "/large", route: nil, madeIn: cache.generation())
        cache.keep(content(1), of: "/a?b", route: nil, madeIn: cache.generation())
        #expect(cache.targets.isEmpty)
        for _ in 0..<3 {
            cache.keep(content(ResponseCache.maxContentSize), of: "/", route: nil, madeIn: cache.generation())
        }
        #expect(cache.targets == ["/"])
        #expect(cache.size < 2 * ResponseCache.maxContentSize)
    }

    /// Made from what was read before the change.
    @Test func whatWasBegunBeforeAChangeAndEndsAfterItIsNotKept() async throws {
        let store = InMemoryStore()
        let cache = ResponseCache(of: store, lifetime: .seconds(60))
        let generation = cache.generation()
        try await store.transaction { try $0.change([.fruits]) }
        cache.keep(content(1), of: "/", route: nil, madeIn: generation)
        #expect(cache.entry(of: "/", at: .now) == nil)
        cache.keep(content(1), of: "/", route: nil, madeIn: cache.generation())
        #expect(cache.entry(of: "/", at: .now) != nil)
        try await store.transaction { try $0.change([.fruits]) }
        #expect(cache.entry(of: "/", at: .now) == nil)
    }

    @Test func itIsUsedForALifetimeAndThenMakesRoom() async throws {
        let cache = ResponseCache(of: nil, lifetime: .milliseconds(20))
        cache.keep(content(1), of: "/old", route: nil, madeIn: cache.generation())
        let now = ContinuousClock.now
        #expect(cache.entry(of: "/old", at: now - .milliseconds(20)) != nil)
        #expect(cache.entry(of: "/old", at: now + .milliseconds(20)) == nil)
        try await wait {
            cache.keep(content(1), of: "/new", route: nil, madeIn: cache.generation())
            return cache.targets == ["/new"]
        }
    }
}
