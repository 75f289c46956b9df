import Domain
import Foundation
import TerminalText
import TestSupport
import Testing

@testable import ShopServer

/// Orders that the keeper reduces, refunds, and marks as paid.
@Suite struct ReductionTests {
    @Test func theKeeperTakesPiecesOutAndTheGuestSeesIt() async throws {
        try await withOrderingShop { shop in
            let (order, session) = try await shop.placed([OrderingShop.spinachLine, OrderingShop.juiceLine("kiwi")])
            let reply = try await shop.reduce(order.id, [(0, 1)], "하나만 남았어요")
            #expect(reply.status == 200)
            let mine = try await shop.mine(session).value(OrderList.self).orders
            #expect(mine == [try reply.value()])
            #expect(mine[0].lines.map(\.quantity) == [1, 1])
            #expect(mine[0].reductions.map(\.reason) == ["하나만 남았어요"])
            #expect(mine[0].total == Won(3_900 + OrderingShop.juiceLine("kiwi").unitPrice.amount))
            #expect(try await shop.board(.received).orders == mine)
            let stock = try await shop.stock["kiwi"]
            #expect(try await shop.reduce(order.id, [(1, 0)], "키위가 물러요").status == 200)
            #expect(try await shop.stock["kiwi"] == stock.map { $0 + 3 })
        }
    }

    @Test func theLastPieceIsACancellationAndASecondTimeIsTheSame() async throws {
        try await withOrderingShop { shop in
            let (order, _) = try await shop.placed()
            let key = UUID()
            let reply = try await shop.reduce(order.id, [(0, 0)], "다 나갔어요", key: key)
            #expect(try reply.value(Order.self).state == .cancelled)
            #expect(try reply.value(Order.self).reason == "다 나갔어요")
            #expect(try await shop.reduce(order.id, [(0, 0)], "다 나갔어요", key: key).body == reply.body)
            #expect(try await shop.reduce(order.id, [(0, 1)], "다 나갔어요", key: key).status == 422)
            let late = try await shop.reduce(order.id, [(0, 1)], "늦었어요")
            #expect(late.status == 409)
            #expect(try late.value(OrderStateConflict.self).state == .cancelled)
        }
    }

    @Test func theFeeFollowsTheTermsOfTheOrder() async throws {
        try await withOrderingShop { shop in
            let order = try await shop.order([OrderingShop.soupLine, OrderingShop.spinachLine], fee: 2_500).value(
                Order.self)
            // Without the soup, whose page states the fee, nothing is charged.
            let reply = try await shop.withOtherPrices { try await $0.reduce(order.id, [(0, 0)], "국이 떨어졌어요") }
            let reduced = try reply.value(Order.self)
            #expect(reduced.deliveryFee == Won(0))
            #expect(reduced.total == Won(7_800))
            #expect(
                reduced.deliveryFee.amount + reduced.lines.reduce(0) { $0 + $1.total.amount } == reduced.total.amount)
        }
    }

    @Test func whatWasHandedOverIsRefunded() async throws {
        try await withOrderingShop { shop in
            let (order, session) = try await shop.placed([OrderingShop.spinachLine, OrderingShop.juiceLine("kiwi")])
            let path = [OrderState.received, .preparing, .ready, .handedOver]
            for (seen, state) in zip(path, path.dropFirst()) {
                _ = try await shop.move(order.id, to: state, seen: seen)
            }
            let stock = try await shop.stock["kiwi"]
            let part = try await shop.reduce(order.id, [(0, 1)], "하나가 상했어요", seen: .handedOver).value(Order.self)
            #expect(part.state == .handedOver)
            #expect(part.refunded == Won(3_900))
            #expect(try await shop.move(order.id, to: .refunded, seen: .handedOver).status == 400)
            let whole = try await shop.move(order.id, to: .refunded, seen: .handedOver, reason: "전부 돌려드려요")
            #expect(whole.status == 200)
            #expect(try whole.value(Order.self).refunded == order.total)
            #expect(try await shop.mine(session).value(OrderList.self).orders.map(\.state) == [.refunded])
            #expect(try await shop.board(.refunded).orders.map(\.id) == [order.id])
            #expect(try await shop.stock["kiwi"] == stock)
            for state in OrderState.allCases {
                #expect(try await shop.move(order.id, to: state, seen: .refunded, reason: "x").status == 409)
            }
            let report: DayReport = try await shop.keep("reports/day").value()
            #expect(report.report.total == SalesSum())
            #expect(report.report.refunds == SalesSum(count: 1, amount: order.total))
        }
    }

    @Test func paymentIsMarkedAndReported() async throws {
        try await withOrderingShop { shop in
            let (order, session) = try await shop.placed()
            for method in [PaymentMethod.cash, nil, .transfer, .card] {
                #expect(try await shop.pay(order.id, method).value(Order.self).payment == method)
            }
            #expect(try await shop.mine(session).value(OrderList.self).orders.map(\.payment) == [.card])
            let report: DayReport = try await shop.keep("reports/day").value()
            #expect(report.report.payments.map(\.payment) == [.card])
            #expect(report.report.payments.map(\.sum) == [report.report.total])
            _ = try await shop.move(order.id, to: .cancelled, seen: .received, reason: "없어요")
            #expect(try await shop.pay(order.id, .cash).status == 409)
            let fields = ["Authorization": "Bearer \(OrderingShop.token)", "Idempotency-Key": UUID().uuidString]
            for body in ["{}", #"{"method":"check"}"#, "", #"{"method":"machine"}"#] {
                let reply = try await ask(
                    shop.url, "orders/\(order.id)/payment", method: "PUT", fields: fields, body: Data(body.utf8))
                #expect(reply.status == 400)
            }
        }
    }

    @Test func onlyWhatIsThereIsTakenOutAndOnlyByTheKeeper() async throws {
        try await withOrderingShop { shop in
            let (order, _) = try await shop.placed()
            for lines in [[], [(1, 0)], [(0, 2)], [(0, -1)], [(0, 1), (0, 0)]] as [[(Int, Int)]] {
                #expect(try await shop.reduce(order.id, lines, "없어요").status == 400)
            }
            #expect(try await shop.reduce(order.id, [(0, 1)], " ").status == 400)
            #expect(try await shop.reduce(99, [(0, 1)], "없어요").status == 404)
            #expect(try await shop.reduce(order.id, [(0, 1)], "없어요", seen: .ready).status == 412)
            #expect(try await shop.reduce(order.id, [(0, 1)], "없어요", token: nil).status == 401)
            #expect(try await shop.reduce(order.id, [(0, 1)], "없어요", token: "wrong").status == 403)
            #expect(try await shop.pay(order.id, .cash, token: nil).status == 401)
            #expect(try await shop.kept == [order])
        }
    }

    @Test func twoKeepersAtOnceTakeEachPieceOutOnce() async throws {
        try await withOrderingShop { shop in
            let (order, _) = try await shop.placed([OrderingShop.line(OrderingShop.spinach, quantity: 9)])
            let replies = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<10 { group.addTask { try await shop.reduce(order.id, [(0, 4)], "없어요").status } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(replies.sorted() == [200] + Array(repeating: 400, count: 9))
            #expect(try await shop.kept[0].lines.map(\.removed) == [5])
        }
    }
}

extension OrderingShop {
    func reduce(
        _ id: Int, _ lines: [(Int, Int)], _ reason: String, seen: OrderState? = nil, token: String? = token,
        key: UUID = UUID()
    ) async throws -> Reply {
        var fields = ["Idempotency-Key": key.uuidString]
        fields["If-Match"] = seen.map { "\"\($0.rawValue)\"" }
        fields["Authorization"] = token.map { "Bearer \($0)" }
        let change = ReductionRequest(lines: lines.map { .init(line: $0.0, quantity: $0.1) }, reason: reason)
        return try await ask(
            url, "orders/\(id)/lines", method: "PATCH", fields: fields, body: JSONEncoder().encode(change))
    }
}
