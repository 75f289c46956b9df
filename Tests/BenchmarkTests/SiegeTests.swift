import Foundation
import ShopResources
import Testing

@testable import banchan_benchmark

/// The short form of `banchan-benchmark siege`.
@Suite(.serialized) struct SiegeTests {
    @Test(.timeLimit(.minutes(2))) func aGuestIsAnsweredUnderEveryAttack() async throws {
        let shop = try await ShopOnLoopback.open(resources: ShopResources.directory())
        let port = try #require(shop.url.port.flatMap { UInt16(exactly: $0) })
        let size = AttackSize(connections: 10, silentConnections: 60, pipelined: 100)
        let figures = try await SiegeSeries(port: port, size: size, requests: 10).measure()
        try await shop.close()
        #expect(figures.map(\.attack) == [nil] + Attack.allCases)
        // A debug build among other tests: what is meant is that nobody waits for the attackers, who take seconds.
        for figure in figures { #expect(figure.median < 1_000, "\(SiegeReport(figures: figures).text)") }
    }
}
