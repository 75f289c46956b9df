import Foundation
import ShopHTTP
import ShopResources
import ShopServer
import Storage
import Testing

@testable import banchan_benchmark

/// The short form of `banchan-benchmark siege`.
@Suite(.serialized) struct SiegeTests {
    @Test(.timeLimit(.minutes(5))) func aGuestIsAnsweredUnderEveryAttack() async throws {
        let directory = FileManager.default.temporaryDirectory.appending(component: "banchan-\(UUID())")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let store = try SQLiteStore(at: directory.appending(component: "shop.sqlite").path)
        let shop = try await ShopOnLoopback.open(resources: ShopResources.directory()) { configuration in
            configuration.store = store
            configuration.trustedProxies = [AddressRange(address: Attack.proxy)].compactMap(\.self)
        }
        let port = try #require(shop.url.port.flatMap { UInt16(exactly: $0) })
        let size = AttackSize(connections: 10, silentConnections: 60, pipelined: 100)
        let figures = try await SiegeSeries(port: port, size: size, requests: 10).measure()
        try await shop.close()
        await store.close()
        #expect(figures.map(\.attack) == [nil] + Attack.allCases)
        // Generous, because this is a debug build that runs beside other tests. It only has to show that guests do not
        // wait for the attackers, who take seconds.
        for figure in figures { #expect(figure.median < 1_000, "\(SiegeReport(figures: figures).text)") }
    }
}
