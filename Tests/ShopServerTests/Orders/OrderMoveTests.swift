import Domain
import Foundation
import Storage
import TerminalText
import TestSupport
import Testing

@testable import ShopServer

@Suite struct OrderMoveTests {
    @Test func theKeeperMovesAnOrderAlongAndItsTerminalSeesIt() async throws {
        try await withOrderingShop { shop in
            let (order, session) = try await shop.placed()
            for (seen, state) in [
                (OrderState.received, .preparing), (.preparing, .ready), (.ready, OrderState.handedOver),
            ] {
                #expect(try await shop.board(seen).orders.map(\.id) == [order.id])
                let reply = try await shop.move(order.id, to: state, seen: seen)
                #expect(reply.status == 200)
                #expect(try reply.value(Order.self).state == state)
                #expect(try await shop.board(seen).orders.isEmpty)
                #expect(try await shop.mine(session).value(OrderList.self).orders.map(\.state) == [state])
            }
            let back = try await shop.move(order.id, to: .ready, seen: .handedOver)
            #expect(
                try back.value(Order.self).steps.map(\.state) == [.received, .preparing, .ready, .handedOver, .ready])
            #expect(try back.value(Order.self).steps.map(\.by) == [.guest] + Array(repeating: .keeper, count: 4))
        }
    }

    @Test func whoSawAnotherStateMovesNothing() async throws {
        try await withOrderingShop { shop in
            let (order, _) = try await shop.placed()
            _ = try await shop.move(order.id, to: .preparing, seen: .received)
            let late = try await shop.move(order.id, to: .preparing, seen: .received)
            #expect(late.status == 412)
            #expect(try late.value(OrderStateConflict.self).state == .preparing)
            let wild = try await shop.move(order.id, to: .handedOver, seen: .preparing)
            #expect(wild.status == 409)
            #expect(try wild.value(OrderStateConflict.self).state == .preparing)
            #expect(try await shop.move(order.id, to: .ready, seen: nil).status == 428)
            #expect(try await shop.move(99, to: .ready, seen: .received).status == 404)
            #expect(try await shop.move(order.id, to: .ready, seen: .preparing, key: nil).status == 400)
            #expect(try await shop.board(.preparing).orders.map(\.steps.count) == [2])
        }
    }

    @Test func twoKeepersAtOnceMoveItOnce() async throws {
        try await withOrderingShop { shop in
            let (order, _) = try await shop.placed()
            let replies = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<10 {
                    group.addTask { try await shop.move(order.id, to: .preparing, seen: .received).status }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(replies.sorted() == [200] + Array(repeating: 412, count: 9))
            #expect(try await shop.kept[0].steps.count == 2)
        }
    }

    @Test func theSameKeyAgainIsAnsweredAsItWasAndMovesNothing() async throws {
        try await withOrderingShop { shop in
            let (order, _) = try await shop.placed()
            let key = UUID()
            let first = try await shop.move(order.id, to: .preparing, seen: .received, key: key)
            _ = try await shop.move(order.id, to: .ready, seen: .preparing)
            let again = try await shop.move(order.id, to: .preparing, seen: .received, key: key)
            #expect(again.status == 200)
            #expect(again.body == first.body)
            #expect(try await shop.move(order.id, to: .received, seen: .preparing, key: key).status == 422)
            #expect(try await shop.kept[0].state == .ready)
        }
    }

    @Test func onlyTheKeeperMovesAndSeesTheBoard() async throws {
        try await withOrderingShop { shop in
            let (order, session) = try await shop.placed()
            for (token, status) in [(nil, 401), ("wrong", 403)] as [(String?, Int)] {
                #expect(try await shop.move(order.id, to: .preparing, seen: .received, token: token).status == status)
                for path in OrderState.allCases.map(\.board.path) + ["reports/day", "orders"] {
                    #expect(try await shop.keep(path, token: token).status == status)
                }
            }
            #expect(try await shop.keep("orders/board/lost").status == 404)
            #expect(try await ask(shop.url, "orders/\(order.id)").status == 400)
            let fields = ["Banchan-Session": session.uuidString]
            #expect(try await ask(shop.url, "orders/\(order.id)", fields: fields).value() == order)
            #expect(try await shop.keep("orders/\(order.id)").value() == order)
            let other = ["Banchan-Session": UUID().uuidString]
            #expect(try await ask(shop.url, "orders/\(order.id)", fields: other).status == 403)
            #expect(try await shop.mine(nil).status == 400)
            #expect(try await shop.mine(UUID()).body == Data(#"{"count":0,"orders":[]}"#.utf8))
            #expect(try await shop.kept == [order])
        }
    }

    @Test func aGuestCancelsOnlyTheirOwnWhileItIsReceivedAndTheFruitIsBack() async throws {
        try await withOrderingShop { shop in
            let lines = [OrderingShop.juiceLine("mango-kiwi", quantity: 2), OrderingShop.spinachLine]
            let (order, session) = try await shop.placed(lines)
            #expect(try await shop.stock["mango"] == 6)
            #expect(try await shop.cancel(order.id, by: UUID()).status == 403)
            #expect(try await shop.cancel(order.id, by: nil).status == 400)
            #expect(try await shop.cancel(order.id, by: session, key: nil).status == 400)
            #expect(try await shop.cancel(99, by: session).status == 404)
            let key = UUID()
            for _ in 0..<3 {
                let reply = try await shop.cancel(order.id, by: session, key: key)
                #expect(reply.status == 200)
                #expect(try reply.value(Order.self).state == .cancelled)
            }
            #expect(try await shop.stock["mango"] == 10)
            #expect(try await shop.stock["kiwi"] == 10)
            let late = try await shop.cancel(order.id, by: session)
            #expect(late.status == 409)
            #expect(try late.value(OrderStateConflict.self).state == .cancelled)
            let (other, owner) = try await shop.placed()
            _ = try await shop.move(other.id, to: .preparing, seen: .received)
            #expect(try await shop.cancel(other.id, by: owner).status == 409)
            #expect(try await shop.move(order.id, to: .received, seen: .cancelled).status == 409)
        }
    }

    @Test func theKeeperCancelsWithAReasonThatTheGuestSees() async throws {
        try await withOrderingShop { shop in
            let (order, session) = try await shop.placed([
                OrderingShop.juiceLine("pineapple"), OrderingShop.spinachLine,
            ])
            _ = try await shop.move(order.id, to: .preparing, seen: .received)
            for reason in [nil, "", " \n", String(repeating: "가", count: 201)] {
                let refused = try await shop.move(order.id, to: .cancelled, seen: .preparing, reason: reason)
                #expect(refused.status == 400)
            }
            let reply = try await shop.move(order.id, to: .cancelled, seen: .preparing, reason: "파인애플이\n상했어요\u{202E}")
            #expect(reply.status == 200)
            let seen = try await shop.mine(session).value(OrderList.self).orders
            #expect(seen.map(\.reason) == ["파인애플이 상했어요"])
            #expect(try await shop.stock["pineapple"] == 10)
        }
    }

    @Test func aJuiceAloneIsMadeAtOnceAndNotGivenBackAnyMore() async throws {
        try await withOrderingShop { shop in
            #expect(try await shop.sell("kiwi").status == 201)
            let order = try #require(try await shop.kept.first)
            #expect(order.steps.map(\.state) == [.ready])
            let reply = try await shop.move(order.id, to: .cancelled, seen: .ready, reason: "키위가 물러요")
            #expect(reply.status == 200)
            #expect(try await shop.stock["kiwi"] == 7)
        }
    }

    @Test func aJuiceThatWasReadyOnceIsNotGivenBackAfterAStepBack() async throws {
        try await withOrderingShop { shop in
            let (order, _) = try await shop.placed([OrderingShop.juiceLine("kiwi"), OrderingShop.spinachLine])
            #expect(try await shop.stock["kiwi"] == 7)
            for (seen, state) in [
                (OrderState.received, OrderState.preparing), (.preparing, .ready), (.ready, .preparing),
            ] {
                #expect(try await shop.move(order.id, to: state, seen: seen).status == 200)
            }
            let reply = try await shop.move(order.id, to: .cancelled, seen: .preparing, reason: "시금치가 없어요")
            #expect(reply.status == 200)
            #expect(try await shop.stock["kiwi"] == 7)
        }
    }

    @Test func whatTheDrinksMachineSoldIsHandedOverForGood() async throws {
        let session = UUID()
        try await withDrinksShop { shop in
            _ = try await shop.insert(5_000, session: session)
            _ = try await shop.buy("cola", session: session)
            let mine = try await shop.mine(session).value(OrderList.self).orders
            let order = try #require(mine.first)
            #expect(order.state == .handedOver)
            #expect(order.steps.map(\.by) == [.machine])
            #expect(order.lines.map(\.item) == [OrderedItem(.drinks, "cola")])
            #expect(try await shop.board(.handedOver).orders == [order])
            #expect(try await shop.move(order.id, to: .ready, seen: .handedOver).status == 409)
            let refused = try await shop.move(order.id, to: .cancelled, seen: .handedOver, reason: "x")
            #expect(refused.status == 409)
            #expect(try await shop.cancel(order.id, by: session).status == 409)
        }
    }

    @Test func listsAreAnsweredAnewOnlyWhereTheyChanged() async throws {
        try await withOrderingShop { shop in
            let (order, session) = try await shop.placed()
            let tag = try #require(try await shop.mine(session)["ETag"])
            #expect(try await shop.mine(session, tag: tag).status == 304)
            let list = try #require(try await shop.list()["ETag"])
            _ = try await shop.move(order.id, to: .preparing, seen: .received)
            #expect(try await shop.mine(session, tag: tag).status == 200)
            let fields = ["Authorization": "Bearer \(OrderingShop.token)", "If-None-Match": list]
            #expect(try await ask(shop.url, "orders", fields: fields).status == 200)
            #expect(try await shop.mine(session)["Cache-Control"] == "no-store")
        }
    }

    @Test func theBoardShowsTheNewestFirst() async throws {
        try await withOrderingShop { shop in
            for _ in 0..<3 { _ = try await shop.placed() }
            #expect(try await shop.board(.received).orders.map(\.id) == [3, 2, 1])
            for id in 1...3 { _ = try await shop.move(id, to: .cancelled, seen: .received, reason: "닫았어요") }
            #expect(try await shop.board(.cancelled).orders.map(\.id) == [3, 2, 1])
        }
    }

    @Test func aDayIsReportedAsTheLedgerHasIt() async throws {
        try await withOrderingShop { shop in
            for _ in 0..<3 {
                _ = try await shop.placed([OrderingShop.spinachLine, OrderingShop.juiceLine("kiwi")])
            }
            _ = try await shop.order([OrderingShop.soupLine], fee: 2_500)
            _ = try await shop.move(1, to: .cancelled, seen: .received, reason: "닫았어요")
            let report: DayReport = try await shop.keep("reports/day").value()
            var builder = SalesReportBuilder(in: .current)
            for order in try await shop.kept { builder.add(order) }
            #expect(report.report == builder.report)
            #expect(report.report.total == SalesSum(count: 3, amount: Won(2 * 12_300 + 9_500)))
            #expect(report.report.cancelled == SalesSum(count: 1, amount: Won(12_300)))
            #expect(try await shop.keep("reports/day?date=\(report.date.dashed)").value() == report)
            let empty: DayReport = try await shop.keep("reports/day?date=2020-02-29").value()
            #expect(empty.report.total == SalesSum())
            for date in ["", "x", "2026-02-30", "20261122"] {
                #expect(try await shop.keep("reports/day?date=\(date)").status == 400)
            }
        }
    }
}
