import Domain
import Foundation
import Storage
import TerminalText
import TestSupport
import Testing

@testable import ShopServer

/// Closings of the till over HTTP. What they hold is tested with the books.
@Suite struct ClosingTests {
    @Test func theKeeperClosesOnceUnderAKeyAndSeesWhatWasClosed() async throws {
        try await withOrderingShop { shop in
            let (order, _) = try await shop.placed()
            _ = try await shop.pay(order.id, .cash)
            let next = try await shop.keep("reports/closings/next").value(Closing.self)
            #expect((next.number, next.from, next.cashExpected) == (1, nil, order.total))
            let key = UUID()
            let reply = try await shop.close(cash: order.total.amount - 100, key: key)
            #expect(reply.status == 201)
            let closing = try reply.value(Closing.self)
            #expect((closing.number, closing.orders, closing.cashDifference) == (1, order.id..<order.id + 1, Won(-100)))
            #expect(closing.report == next.report)
            let again = try await shop.close(cash: order.total.amount - 100, key: key)
            #expect((again.status, again.body) == (200, reply.body))
            #expect(try await shop.close(cash: nil, key: key).status == 422)
            #expect(try await shop.keep("reports/closings/next").status == 409)
            #expect(try await shop.close(cash: nil).status == 409)
            _ = try await shop.pay(order.id, .card)
            #expect(try await shop.keep("reports/closings/1").value(Closing.self) == closing)
            let second = try await shop.close(cash: nil).value(Closing.self)
            #expect(second.orders.isEmpty && second.cashDifference == nil)
            #expect(second.report.payments.map(\.sum.amount) == [Won(-order.total.amount), order.total])
            let list = try await shop.keep("reports/closings").value(ClosingList.self)
            #expect(list == ClosingList([second, closing], count: 2))
            #expect(try await shop.keep("reports/closings?before=2").value(ClosingList.self).closings == [closing])
            #expect(try await shop.keep("reports/closings?limit=1").value(ClosingList.self).closings == [second])
            for path in ["reports/closings/3", "reports/closings/0", "reports/closings/x"] {
                #expect(try await shop.keep(path).status == 404)
            }
        }
    }

    @Test func onlyTheKeeperClosesAndOnlyWithANumber() async throws {
        try await withOrderingShop { shop in
            _ = try await shop.placed()
            for (token, status) in [(nil, 401), ("wrong", 403)] as [(String?, Int)] {
                #expect(try await shop.close(cash: nil, token: token).status == status)
                for path in ["reports/closings", "reports/closings/next", "reports/closings/1"] {
                    #expect(try await shop.keep(path, token: token).status == status)
                }
            }
            for body in ["", "[]", #"{"cash_counted":"5"}"#, #"{"cash_counted":-1}"#, #"{"cash_counted":1000000001}"#] {
                #expect(try await shop.close(body: Data(body.utf8)).status == 400)
            }
            #expect(try await shop.keep("reports/closings").value(ClosingList.self) == ClosingList([], count: 0))
            #expect(try await shop.close(body: Data("{}".utf8)).status == 201)
        }
    }

    /// A server that is killed between the closing and its sums leaves the sums to whoever asks for them.
    @Test func aClosingThatWasNotSummedUpIsWhenItIsAskedFor() async throws {
        try await withOrderingShop { shop in
            let (order, _) = try await shop.placed()
            _ = try await shop.store.transaction { try $0.close(cashCounted: nil, at: .now) }
            _ = try await shop.pay(order.id, .cash)
            let closing = try await shop.keep("reports/closings/1").value(Closing.self)
            #expect(closing.report.payments.map(\.payment) == [.unpaid])
            #expect(try await shop.store.read { try $0.report(ofClosing: 1) } == closing.report)
        }
    }
}

extension OrderingShop {
    fileprivate func close(cash: Int?, token: String? = token, key: UUID = UUID()) async throws -> Reply {
        let body = try JSONEncoder().encode(ClosingRequest(cashCounted: cash.map { Won($0) }))
        return try await close(body: body, token: token, key: key)
    }

    fileprivate func close(body: Data, token: String? = token, key: UUID = UUID()) async throws -> Reply {
        var fields = ["Idempotency-Key": key.uuidString]
        fields["Authorization"] = token.map { "Bearer \($0)" }
        return try await ask(url, "reports/closings", method: "POST", fields: fields, body: body)
    }
}
