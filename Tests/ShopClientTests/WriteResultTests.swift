import Domain
import Foundation
import ShopHTTP
import TerminalText
import Testing

@testable import ShopClient

struct WriteResultTests {
    private func answer(_ status: Int, _ body: String = "", _ headers: [String: String] = [:]) -> WriteResult<
        OrderReceipt
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
        let refusal = OrderRefusal(status: 409, body: Data(body.utf8), lines: 1)
        #expect(refusal.newPrice == price.map { Won($0) })
        #expect(refusal.isAboutContent == (price != nil))
        #expect(OrderRefusal(status: 400, body: Data(body.utf8), lines: 1) == OrderRefusal(status: 400))
    }

    @Test func aConflictTellsWhatIsTheMatterWithEachLine() throws {
        let conflict = CartConflict(
            error: "x",
            lines: [
                CartLineConflict(line: 0, title: "반찬", unitPrice: Won(7_000)),
                CartLineConflict(line: 1, title: "반찬", unitPrice: Won(7_000), isSoldOut: true),
                CartLineConflict(line: 2, title: "쥬스", unitPrice: Won(1), missing: [FruitID("kiwi"): 2]),
                CartLineConflict(line: 3, title: "", unitPrice: nil),
                CartLineConflict(line: 9, title: "", unitPrice: Won(1)),
            ], deliveryFee: Won(2_500))
        let refusal = OrderRefusal(status: 409, body: try JSONEncoder().encode(conflict), lines: 4)
        #expect(
            refusal.problems
                == [0: .price(Won(7_000)), 1: .soldOut, 2: .short([FruitID("kiwi"): 2]), 3: .unknown])
        #expect(refusal.deliveryFee == Won(2_500))
    }

    @Test func aDishThatIsSoldOutIsToldInTheShortFormToo() {
        let body = Data(#"{"error": "x", "sold_out": true}"#.utf8)
        #expect(OrderRefusal(status: 409, body: body, lines: 1).problems == [0: .soldOut])
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

    @Test func whatAnEarlierVersionKeptIsSentAsThatVersionWouldHaveSentIt() throws {
        let kept = """
            {"draft": {"key": "5E0C2F0B-6A0E-4F2A-9A53-0A4B6E4B6A11", "title": "반찬",
             "request": {"detail_hash": "H1", "quantity": 2, "unit_price": 9900, "who": "홍길동"}},
             "session": "5E0C2F0B-6A0E-4F2A-9A53-0A4B6E4B6A12", "confirmedAt": 0}
            """
        let order = try JSONDecoder().decode(PendingOrder.self, from: Data(kept.utf8))
        #expect(order.draft.lines == draft().lines)
        #expect(order.write.body == PendingOrder(draft: draft(), session: UUID(), confirmedAt: .now).write.body)
        #expect(order.mayHaveArrived)
    }

    @Test func severalLinesAreOneOrder() throws {
        let juice = SaleItem(OrderedItem(.juice, "kiwi"), title: "키위쥬스", price: Won(3_500))
        let draft = OrderDraft(
            key: UUID(), who: "홍길동", lines: draft().lines + [Cart.Line(juice, quantity: 1)], deliveryFee: Won(2_500))
        #expect(draft.total == Won(25_800))
        let body = try #require(PendingOrder(draft: draft, session: UUID(), confirmedAt: .now).write.body)
        let request = try JSONDecoder().decode(CartRequest.self, from: body)
        #expect(request.lines.map(\.item) == [OrderedItem(.menu, "H1"), OrderedItem(.juice, "kiwi")])
        #expect(request.deliveryFee == Won(2_500))
    }
}
