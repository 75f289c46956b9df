import Domain
import Foundation
import ShopClient
import ShopHTTP
import ShopResources
import ShopServer
import TestSupport
import Testing

/// The repository and the real server, in one process over loopback.
@Suite struct RepositoryAndServerTests {
    private let requests = Record<String>()

    /// Serves the shop's own menu on `port`, or a free port, while `body` runs, and passes it the server's address.
    private func serving(port: Int = 0, _ body: (URL) async throws -> Void) async throws {
        var configuration = ShopServer.Configuration(resources: try ShopResources.directory())
        // A separate address, so that no other test takes the port between two runs.
        configuration.host = "127.0.0.2"
        configuration.port = port
        configuration.onRequest = { [requests] in requests.append($0) }
        try await withServer(configuration, body)
    }

    private func repository(of url: URL, backoff: ManualBackoff = ManualBackoff()) async throws -> (
        SectionRepository, MessageLog
    ) {
        let source = HTTPSectionSource(client: HTTPClient(), address: try ShopAddress(url.absoluteString))
        let repository = SectionRepository(
            sections: SectionDefinition.menu, source: source, backoff: backoff.backoff, spacing: .zero)
        return (repository, await MessageLog(of: repository))
    }

    private func waitUntilAllAreFresh(_ log: MessageLog) async {
        for section in SectionID.menu { await log.waitUntilFresh(section) }
    }

    @Test func theWholeMenuArrives() async throws {
        try await serving { url in
            let (repository, log) = try await repository(of: url)
            await running(repository) { await waitUntilAllAreFresh(log) }
            #expect(SectionID.menu.allSatisfy { repository.section($0).dishes.count >= 12 })
            #expect(repository.connection == .connected)
            await log.connections.wait { $0 == [.connected] }
            #expect(requests.all.sorted() == ["/woowa/main", "/woowa/side", "/woowa/soup"])
            #expect(await log.counts() == [.main: 2, .soup: 2, .side: 2])
        }
    }

    @Test func refetchAsksForItsSectionOnlyAndIsToldThatNothingChanged() async throws {
        try await serving { url in
            let (repository, log) = try await repository(of: url)
            try await running(repository) {
                await waitUntilAllAreFresh(log)
                let first = try #require(repository.section(.soup).confirmedAt)
                repository.refetch(.soup)
                await log.wait { $0.section(.soup).confirmedAt ?? first > first }
            }
            #expect(requests.all.count { $0 == "/woowa/soup" } == 2)
            #expect(requests.count == 4)
            #expect(repository.section(.soup).contentVersion == 1)
            #expect(repository.section(.soup).failure == nil)
        }
    }

    @Test func aServerThatComesBackIsNoticedByItself() async throws {
        let backoff = ManualBackoff()
        var url = URL(fileURLWithPath: "/")
        try await serving { url = $0 }
        let port = try #require(url.port)
        let (repository, log) = try await repository(of: url, backoff: backoff)
        try await running(repository) {
            // Wait for all fetches: one that failed after the server is back would begin another pause, which this test
            // never ends.
            await log.wait { repository in
                repository.connection == .disconnected
                    && SectionID.menu.allSatisfy { !repository.section($0).isFetching }
            }
            #expect(SectionID.menu.contains { repository.section($0).failure?.isConnectionLoss == true })
            try await serving(port: port) { _ in
                await backoff.end(1)
                await waitUntilAllAreFresh(log)
                #expect(repository.connection == .connected)
            }
            repository.refetch(.main)
            await log.waitUntilFailed(.main)
            #expect(repository.connection == .disconnected)
            #expect(repository.section(.main).dishes.count >= 12)
            #expect(repository.section(.soup).isFresh)
            try await serving(port: port) { _ in
                await backoff.end(1)
                await log.waitUntilFresh(.main)
                #expect(repository.connection == .connected)
            }
        }
        #expect(repository.section(.main).contentVersion == 1)
    }
}
