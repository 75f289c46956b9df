import Foundation
import TestSupport
import Testing

@testable import banchan_benchmark

/// The short form of `banchan-benchmark soak`.
@Suite(.takingLongTurns) struct SoakTests {
    /// Too few steps to reveal a slow leak, and memory use is still warming up, but resources that are never released
    /// show.
    private static let plan = SoakPlan(
        refetches: 100, fileChanges: 20, sales: 60, parts: 4, warmUp: 2,
        bounds: SoakBounds(memory: 16_384, descriptors: 4, threads: 8))

    @Test func aTerminalAndItsServerDoNotGrowThroughRefetchesAndChanges() async throws {
        let scratch = try Scratch()
        let shop = try ServingShop.open(below: scratch.url, with: ["juice"])
        defer { shop.process.terminate() }
        let figures = try await banchan_benchmark.onOwnThread {
            try SoakSeries(shop: shop, plan: SoakTests.plan).measure()
        }
        #expect(figures.grown.isEmpty, "\(figures.text)")
        #expect(figures.rows.allSatisfy { $0.values.count == 3 && $0.values.allSatisfy { $0 > 0 } }, "\(figures.text)")
    }

    @Test func everythingIsDoneOnceHoweverItIsParted() {
        let plan = SoakPlan(refetches: 17, fileChanges: 3, sales: 0, parts: 5)
        #expect((0..<5).map { plan.share(of: 17, in: $0) }.reduce(0, +) == 17)
        #expect((0..<5).map { plan.share(of: 3, in: $0) } == [0, 1, 0, 1, 1])
    }
}

/// A temporary directory that is removed at the end of a test.
final class Scratch: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "banchan-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { FileManager.default.removeScratch(url) }
}
