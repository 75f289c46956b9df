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
        #expect(answer(200, "<html>welcome to this hotel</html>") == .unanswered(.status(200)))
        for status in [400, 401, 403, 404, 413, 415, 422] {
            #expect(answer(status) == .refused(status: status, body: Data()))
        }
        for status in [425, 429] { #expect(answer(status) == .later(status: status, after: nil)) }
    }

    @Test(arguments: [204, 302, 408, 500, 502, 503, 504, 999])
    func whatAProxyMaySayAfterTheShopHasMadeAChangeTellsNothing(_ status: Int) {
        #expect(answer(status) == .unanswered(.status(status)))
        let pause = status < 400 ? FetchFailure.status(status) : .later(status: status, after: .seconds(7))
        #expect(answer(status, "", ["retry-after": "7"]) == .unanswered(pause))
    }

    @Test(arguments: [
        ("12000", 12_000), ("-1", nil), ("9223372036854775807", nil), ("\"12000\"", nil), ("1e99", nil), ("[]", nil),
    ])
    func aConflictTellsThePriceThatCounts(_ value: String, _ price: Int?) {
        let line = #"{"line": 0, "title": "반찬", "unit_price": \#(value), "sold_out": false}"#
        let body = Data(#"{"error": "x", "lines": [\#(line)]}"#.utf8)
        let refusal = OrderRefusal(status: 409, body: body, of: draft().lines)
        #expect(refusal.newPrice == price.map { Won($0) })
        #expect(OrderRefusal(status: 400, body: body, of: draft().lines) == OrderRefusal(status: 400))
    }

    @Test(arguments: ["{}", "", "[]", #"{"error": "x", "unit_price": 12000}"#, #"{"error": "x", "sold_out": true}"#])
    func whatIsNoConflictOfLinesTellsNothing(_ body: String) {
        #expect(
            OrderRefusal(status: 409, body: Data(body.utf8), of: draft().lines) == OrderRefusal(status: 409))
    }

    @Test func aConflictTellsWhatIsTheMatterWithEachLine() throws {
        let conflict = OrderConflict(
            error: "x",
            lines: [
                OrderLineConflict(line: 0, title: "반찬", unitPrice: Won(7_000)),
                OrderLineConflict(line: 1, title: "반찬", unitPrice: Won(7_000), isSoldOut: true),
                OrderLineConflict(line: 2, title: "반찬", unitPrice: Won(1), missing: [FruitID("kiwi"): 2]),
                OrderLineConflict(line: 3, title: "", unitPrice: nil),
                // Whatever else is the matter with it, it is not what the guest chose.
                OrderLineConflict(line: 4, title: "잡채", unitPrice: Won(1), isSoldOut: true),
                OrderLineConflict(line: 9, title: "", unitPrice: Won(1)),
                OrderLineConflict(line: 5, title: "반찬", unitPrice: Won(7_000), options: []),
            ], terms: OrderTermsConflict(deliveryFee: Won(2_500), total: Won(-1), minimum: Won(10_000)))
        let lines = Array(repeating: draft().lines[0], count: 6)
        let refusal = OrderRefusal(status: 409, body: try JSONEncoder().encode(conflict), of: lines)
        #expect(
            refusal.problems
                == [
                    0: .price(Won(7_000)), 1: .soldOut, 2: .short([FruitID("kiwi"): 2]), 3: .unknown, 4: .title("잡채"),
                    5: .options([], price: Won(7_000)),
                ])
        #expect(refusal.terms == OrderTermsConflict(deliveryFee: Won(2_500), minimum: Won(10_000)))
        #expect(refusal.deliveryFee == Won(2_500))
        #expect(refusal.newTitle == "잡채")
    }

    @Test(arguments: [("7", 7), ("-5", nil), ("99999999", 300), ("soon", nil), ("", nil)])
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
        let line = #"{"counter":"menu","item":"H1","quantity":2,"title":"반찬","unit_price":9900}"#
        #expect(body == #"{"delivery_fee":0,"lines":[\#(line)],"receive":"pickup","total":19800,"who":"홍길동"}"#)
    }

    @Test func severalLinesAreOneOrder() throws {
        let juice = SaleItem(OrderedItem(.juice, "kiwi"), title: "키위쥬스", price: Won(3_500))
        let draft = OrderDraft(
            key: UUID(), who: "홍길동", lines: draft().lines + [Cart.Line(juice, quantity: 1)], deliveryFee: Won(2_500))
        #expect(draft.total == Won(25_800))
        let body = try #require(PendingOrder(draft: draft, session: UUID(), confirmedAt: .now).write.body)
        let request = try JSONDecoder().decode(OrderRequest.self, from: body)
        #expect(request.lines.map(\.item) == [OrderedItem(.menu, "H1"), OrderedItem(.juice, "kiwi")])
        #expect(request.deliveryFee == Won(2_500))
    }
}
