import Domain
import Foundation
import ShopHTTP
import Testing

@testable import ShopClient

struct WriteResultTests {
    private func answer(_ status: Int, _ body: String = "", _ headers: [String: String] = [:]) -> WriteResult<
        PlacedOrder
    > {
        WriteResult(HTTPAnswer(status: status, headers: headers, body: Data(body.utf8)))
    }

    @Test func theStatusSaysHowAChangeWent() {
        #expect(answer(201) == .made(nil))
        #expect(answer(200, "<html>welcome to this hotel</html>") == .later(status: 200, after: nil))
        for status in [400, 401, 403, 404, 413, 415, 422] {
            #expect(answer(status) == .refused(status: status, body: Data()))
        }
        for status in [204, 302, 500, 502, 503, 999] { #expect(answer(status) == .later(status: status, after: nil)) }
        for status in [408, 429] { #expect(answer(status) == .later(status: status, after: nil)) }
    }

    @Test(arguments: [
        (#"{"error": "x", "unit_price": 12000}"#, 12_000), (#"{"unit_price": -1}"#, nil), ("{}", nil), ("", nil),
        (#"{"unit_price": 9223372036854775807}"#, nil), (#"{"unit_price": "12000"}"#, nil), ("[]", nil),
        (#"{"unit_price": 1e99}"#, nil),
    ])
    func aConflictTellsThePriceThatCounts(_ body: String, _ price: Int?) {
        #expect(PriceChange(status: 409, body: Data(body.utf8))?.price == price.map { Won($0) })
        #expect(PriceChange(status: 400, body: Data(body.utf8)) == nil)
    }

    @Test(arguments: [("7", 7), ("-5", 0), ("99999999", 300), ("soon", nil), ("", nil)])
    func aServerIsLeftAloneAsLongAsItAsksWithinReason(_ header: String, _ seconds: Int?) {
        #expect(
            answer(429, "", ["retry-after": header])
                == .later(status: 429, after: seconds.map { .seconds($0) }))
    }

    @Test func aKeyStandsForOneBody() throws {
        let order = PendingOrder(draft: draft(), session: UUID(), confirmedAt: Date())
        let read = try JSONDecoder().decode(PendingOrder.self, from: JSONEncoder().encode(order))
        #expect(read.write == order.write)
        let body = String(decoding: try #require(order.write.body), as: UTF8.self)
        #expect(body == #"{"detail_hash":"H1","quantity":2,"unit_price":9900,"who":"홍길동"}"#)
    }
}
