import Domain
import Foundation
import ShopClient
import ShopHTTP
import TerminalText
import TestPeers
import TestSupport
import Testing

@Suite struct JuiceClientTests {
    private let draft = JuiceDraft(
        key: UUID(),
        Juice(id: JuiceID("banana"), name: "바나나쥬스", price: Won(4_000), needs: [:], available: true), who: "홍길동")
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

    private func made(conflict: OrderLineConflict) async throws -> JuiceOutcome {
        let body = OrderConflict(error: "x", lines: [conflict])
        return try await made("409 Conflict", String(decoding: JSONEncoder().encode(body), as: UTF8.self))
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
            peer.answer("201 Created", body: #"{"id": 4, "number": 4, "total": 4000}"#)
        }
        let outcome = try await counter(server.port).make(draft)
        server.stop()
        #expect(outcome == .made(OrderReceipt(id: 4, number: 4, total: Won(4_000))))
        let line = #"{"counter":"juice","item":"banana","quantity":1,"title":"바나나쥬스","unit_price":4000}"#
        #expect(bodies.all == [#"{"delivery_fee":0,"lines":[\#(line)],"receive":"pickup","total":4000,"who":"홍길동"}"#])
        let head = server.requests.all[0].lowercased()
        #expect(head.hasPrefix("post /shop/orders "))
        #expect(head.contains("idempotency-key: \(draft.key.uuidString.lowercased())"))
        #expect(!head.contains("authorization"))
    }

    @Test func whatIsMissingIsNamedAsFarAsItMakesSense() async throws {
        let missing = OrderLineConflict(
            line: 0, title: "바나나쥬스", unitPrice: Won(4_000), missing: [FruitID("kiwi"): 2, FruitID("mango"): -1])
        #expect(try await made(conflict: missing) == .short([FruitID("kiwi"): 2]))
        #expect(try await made("409 Conflict", "no") == .refused(OrderRefusal(status: 409)))
    }

    @Test func anotherPriceAndAnotherJuiceAreToldApart() async throws {
        let price = OrderLineConflict(line: 0, title: "바나나쥬스", unitPrice: Won(4_200))
        #expect(
            try await made(conflict: price)
                == .refused(OrderRefusal(status: 409, problems: [0: .price(Won(4_200))])))
        let title = OrderLineConflict(line: 0, title: "바나나 스무디", unitPrice: Won(4_000))
        #expect(
            try await made(conflict: title)
                == .refused(OrderRefusal(status: 409, problems: [0: .title("바나나 스무디")])))
    }

    @Test func onlyAJuiceIsAJuice() async throws {
        #expect(try await made("200 OK", "<html>welcome</html>") == .unanswered(.status(200)))
        #expect(try await made("201 Created", "") == .made(nil))
        #expect(try await made("404 Not Found") == .refused(OrderRefusal(status: 404)))
        #expect(try await made("429 Slow") == .refused(OrderRefusal(status: 429)))
        for status in [408, 502, 503, 504] { #expect(try await made("\(status) Oh") == .unanswered(.status(status))) }
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
        for (status, line) in [(401, "401 Unauthorized"), (403, "403 Forbidden"), (429, "429 Slow")] {
            #expect(try await restocked(line) == .refused(status: status))
        }
        #expect(try await restocked("500 Oh") == .unanswered(.status(500)))
    }
}
