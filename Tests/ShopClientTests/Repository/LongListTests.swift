import Domain
import Foundation
import ShopClient
import ShopHTTP
import ShopResources
import ShopServer
import Storage
import TerminalText
import TestPeers
import TestSupport
import Testing

extension Order: SectionRow {}

/// A list that the real server sends in pages, and the repository fetches as far as it is wanted.
@Suite struct LongListTests {
    private static let board = OrderState.received.board

    /// Runs `body` with the repository of a keeper's board that has `count` orders.
    private func withBoard(
        of count: Int, _ body: (SectionRepository, MessageLog) async throws -> Void
    ) async throws {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let store = try SQLiteStore(at: directory.appendingPathComponent("shop.sqlite").path)
        try await store.transaction { transaction in
            let line = OrderLine(item: OrderedItem(.menu, "H"), title: "나물", quantity: 1, unitPrice: Won(3_900))
            for _ in 0..<count {
                _ = try transaction.insert(
                    NewOrder(who: "지훈", lines: [line], day: .ofTests, placedAt: .now, isAnnounced: false), change: 1)
            }
        }
        var configuration = ShopServer.Configuration(resources: try ShopResources.directory())
        configuration.store = store
        configuration.keeperToken = Secret("sesame")
        try await withServer(configuration) { url in
            let credentials = Credentials(session: TerminalSession(directory: nil), keeper: Secret("sesame"))
            let source = HTTPSectionSource(
                client: HTTPClient(), address: try ShopAddress(url.absoluteString), credentials: credentials)
            let section = SectionDefinition(
                LongListTests.board, for: .keeper, rowLimit: OrderList.defaultLength, rows: Order.self)
            let repository = SectionRepository(sections: [section], source: source, spacing: .zero)
            let log = await MessageLog(of: repository)
            try await running(repository) { try await body(repository, log) }
        }
    }

    /// Waits until that many rows are known, and returns the section.
    private func section(of count: Int, _ repository: SectionRepository, _ log: MessageLog) async -> Section {
        await log.wait {
            $0.section(LongListTests.board).rows.count == count && !$0.section(LongListTests.board).isFetching
        }
        return repository.section(LongListTests.board)
    }

    @Test func aServerThatSendsOneRowInEachPageIsAskedForFewPages() async throws {
        let line = OrderLine(item: OrderedItem(.menu, "H"), title: "나물", quantity: 1, unitPrice: Won(3_900))
        let order = NewOrder(who: "지훈", lines: [line], day: .ofTests, placedAt: .now, isAnnounced: false).placed(
            as: 7, number: 7, day: .ofTests)
        let page = String(decoding: try JSONEncoder().encode(OrderList([order], count: 1_000_000)), as: UTF8.self)
        let server = try HostileServer { peer, _ in peer.answer(body: page) }
        defer { server.stop() }
        let source = HTTPSectionSource(client: HTTPClient(), address: try ShopAddress(server.url.absoluteString))
        let section = SectionDefinition(LongListTests.board, rowLimit: 5_000, rows: Order.self)
        guard case .content(let rows, _) = try await source.fetch(section, validator: nil) else {
            Issue.record("no rows")
            return
        }
        #expect(rows.count == 11)
        #expect(server.requests.all.count == 11)
    }

    @Test func aPageIsFetchedAndTheRestIsCountedUntilItIsWanted() async throws {
        try await withBoard(of: 1_205) { repository, log in
            let first = await section(of: 200, repository, log)
            #expect((first.total, first.rows.unfetched) == (1_205, 1_005))
            #expect(first.rows.row(0, as: Order.self)?.id == 1_205)
            repository.limitRows(of: LongListTests.board, to: 400)
            #expect(await section(of: 400, repository, log).rows.unfetched == 805)
            // More than one answer holds.
            repository.limitRows(of: LongListTests.board, to: 1_100)
            #expect(await section(of: 1_100, repository, log).rows.unfetched == 105)
            repository.limitRows(of: LongListTests.board, to: 5_000)
            let whole = await section(of: 1_205, repository, log)
            #expect((whole.total, whole.rows.unfetched) == (1_205, 0))
            #expect(whole.rows.array(of: Order.self).map(\.id) == (1...1_205).reversed())
            // Fewer are fetched with the next change only.
            repository.limitRows(of: LongListTests.board, to: 200)
            #expect(repository.section(LongListTests.board).rows.count == 1_205)
            repository.refetch(LongListTests.board)
            #expect(await section(of: 200, repository, log).total == 1_205)
        }
    }
}
