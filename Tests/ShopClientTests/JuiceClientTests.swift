import Domain
import FaultyPeer
import Foundation
import ShopClient
import ShopHTTP
import TerminalText
import TestSupport
import Testing

@Suite(.takingTurns) struct JuiceClientTests {
    private let draft = JuiceDraft(key: UUID(), juice: JuiceID("banana"), name: "쥬스", who: "홍길동")
    private let stock = StockDraft(
        key: UUID(), counts: [FruitID("kiwi"): 3, FruitID("mango"): 100], contentVersion: 1)

    /// Returns a client of the server at `port`, with the keeper's rights if a token is given.
    private func counter(_ port: UInt16, keeper: Secret? = nil) throws -> JuiceClient {
        let address = try ShopAddress("http://127.0.0.1:\(port)/shop")
        return .http(
            client: HTTPClient(), credentials: Credentials(session: TerminalSession(directory: nil), keeper: keeper),
            limits: .patient
        ) { address }
    }

    private func made(_ status: String, _ body: String = "") async throws -> JuiceOutcome {
        let server = try HostileServer { peer, head in
            _ = peer.readWholeBody(of: head)
            peer.answer(status, body: body)
        }
        defer { server.stop() }
        return try await counter(server.port).make(draft)
    }

    private func restocked(_ status: String) async throws -> StockOutcome {
        let server = try HostileServer { peer, head in
            _ = peer.readWholeBody(of: head)
            peer.answer(status, body: "<html>")
        }
        defer { server.stop() }
        return try await counter(server.port).restock(stock, "W/\"1\"")
    }

    @Test func aJuiceIsAskedForOnceWithItsKey() async throws {
        let bodies = Record<String>()
        let server = try HostileServer { peer, head in
            bodies.append(String(decoding: peer.readWholeBody(of: head) ?? Data(), as: UTF8.self))
            peer.answer(
                "201 Created", body: "{\"id\": 4, \"juice\": \"banana\", \"name\": \"바나나쥬스\", \"price\": 4000}")
        }
        let outcome = try await counter(server.port).make(draft)
        server.stop()
        #expect(
            outcome == .made(JuicePurchase(id: 4, juice: JuiceID("banana"), name: "바나나쥬스", price: Won(4_000))))
        #expect(bodies.all == ["{\"juice\":\"banana\",\"who\":\"홍길동\"}"])
        let head = server.requests.all[0].lowercased()
        #expect(head.hasPrefix("post /shop/juice/orders "))
        #expect(head.contains("idempotency-key: \(draft.key.uuidString.lowercased())"))
        #expect(!head.contains("authorization"))
    }

    @Test func whatIsMissingIsNamedAsFarAsItMakesSense() async throws {
        #expect(
            try await made("409 Conflict", "{\"error\": \"x\", \"missing\": {\"kiwi\": 2, \"mango\": -1}}")
                == .short([FruitID("kiwi"): 2]))
        #expect(try await made("409 Conflict", "no") == .short([:]))
    }

    @Test func onlyAJuiceIsAJuice() async throws {
        #expect(try await made("200 OK", "<html>welcome</html>") == .refused(status: 200))
        #expect(try await made("201 Created", "") == .made(nil))
        #expect(try await made("404 Not Found") == .refused(status: 404))
        #expect(try await made("503 Service Unavailable") == .refused(status: 503))
    }

    @Test func aServerThatIsNotThereSaysNothing() async throws {
        try await HostileServer.withoutServer { url in
            let counter = try counter(UInt16(url.port ?? 0))
            #expect(await counter.make(draft) == .unanswered(.unreachable))
            #expect(await counter.restock(stock, "\"1\"") == .unanswered(.unreachable))
        }
    }

    @Test func theStockIsChangedAgainstWhatWasSeenAndByTheKeeper() async throws {
        let bodies = Record<String>()
        let server = try HostileServer { peer, head in
            bodies.append(String(decoding: peer.readWholeBody(of: head) ?? Data(), as: UTF8.self))
            peer.answer("200 OK", body: "[]")
        }
        let outcome = try await counter(server.port, keeper: Secret("sesame")).restock(stock, "W/\"7\"")
        server.stop()
        #expect(outcome == .stored)
        #expect(bodies.all == ["{\"kiwi\":3,\"mango\":100}"])
        let head = server.requests.all[0]
        #expect(head.hasPrefix("PUT /shop/juice/fruits "))
        #expect(head.contains("If-Match: W/\"7\""))
        #expect(head.contains("Authorization: Bearer sesame"))
    }

    @Test func refusalsOfTheStockAreToldApart() async throws {
        #expect(try await restocked("412 Precondition Failed") == .changedMeanwhile)
        for (status, line) in [(401, "401 Unauthorized"), (403, "403 Forbidden"), (500, "500 Oh")] {
            #expect(try await restocked(line) == .refused(status: status))
        }
    }
}
