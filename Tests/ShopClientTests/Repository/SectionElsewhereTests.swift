import Domain
import Foundation
import ShopHTTP
import TestPeers
import TestSupport
import Testing

@testable import ShopClient

/// Sections that are fetched from other servers than the shop's.
@Suite struct SectionElsewhereTests {
    private func section(at url: URL) -> SectionDefinition {
        SectionDefinition(SectionID(path: url.absoluteString), elsewhere: url, rows: Dish.self)
    }

    @Test func itIsFetchedFromItsOwnAddressAndNotToldWhoAsks() async throws {
        let body =
            #"[{"detail_hash": "X", "image": "/pictures/1.jpg", "alt": "", "delivery_type": [], "title": "A", "description": "", "s_price": "1,000원"}]"#
        let other = try HostileServer { peer, _ in
            peer.send(Array("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8))
        }
        let client = HTTPClient()
        let credentials = Credentials(session: TerminalSession(directory: nil), keeper: Secret("hunter2"))
        let source = HTTPSectionSource(
            client: client, address: try ShopAddress("http://127.0.0.1:1"), credentials: credentials)
        let url = other.url.appending(path: "menu/noodles")
        guard case .content(let rows, _) = try await source.fetch(section(at: url), validator: nil) else {
            Issue.record("no content")
            return
        }
        #expect(rows.row(0, as: Dish.self)?.image == other.url.appending(path: "pictures/1.jpg").absoluteString)
        let head = try #require(other.requests.all.first).lowercased()
        #expect(head.hasPrefix("get /menu/noodles "))
        for secret in ["authorization", "banchan-", "hunter2"] { #expect(!head.contains(secret)) }
        other.stop()
    }

    @Test func whetherItAnswersSaysNothingOfTheShop() async throws {
        let url = try #require(URL(string: "http://elsewhere.example/menu"))
        let (source, backoff) = (ScriptedSource(), ManualBackoff())
        let repository = SectionRepository(
            sections: [SectionDefinition(.main, rows: Dish.self), section(at: url)], source: source,
            backoff: backoff.backoff, spacing: .zero)
        let log = await MessageLog(of: repository)
        let id = SectionID(path: url.absoluteString)
        await running(repository) {
            await source.call(.main, 1).bring(dishes(1))
            await log.waitUntilFresh(.main)
            await source.call(id, 1).fail(.unreachable)
            await log.waitUntilFailed(id)
            #expect(repository.connection == .connected)
        }
        #expect(backoff.begun.all.isEmpty)
    }
}
