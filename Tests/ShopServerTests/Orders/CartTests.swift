import Domain
import Foundation
import Storage
import TerminalText
import TestSupport
import Testing

@testable import ShopServer

@Suite struct CartTests {
    private let session = UUID()

    @Test func severalLinesAreOneOrderOfBothCountersWithItsDelivery() async throws {
        let session = session
        try await withOrderingShop { shop in
            let lines = [
                OrderingShop.spinachLine, OrderingShop.soupLine, OrderingShop.juiceLine("banana", quantity: 3),
            ]
            let reply = try await shop.order(lines, fee: 2_500, session: session)
            #expect(reply.status == 201)
            let order: Order = try reply.value()
            #expect(order.lines.map(\.title) == ["시금치나물", "미역국", "바나나쥬스"])
            #expect(order.lines.map(\.item) == lines.map(\.item))
            #expect((order.subtotal, order.total) == (Won(26_800), Won(29_300)))
            #expect(order.state == .received)
            #expect(order.steps.map(\.by) == [.guest])
            #expect(try await shop.kept == [order])
            #expect(try await shop.stock["banana"] == 4)
            #expect(try await shop.mine(session).value() == OrderList([order], count: 1))
        }
    }

    @Test func theSameKeyAgainIsTheSameOrderAndNoMoreFruit() async throws {
        try await withOrderingShop { shop in
            let key = UUID()
            let lines = [OrderingShop.juiceLine("kiwi", quantity: 2)]
            let replies = try await withThrowingTaskGroup(of: Reply.self) { group in
                for _ in 0..<8 { group.addTask { try await shop.order(lines, key: key) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(replies.map(\.status).sorted() == Array(repeating: 200, count: 7) + [201])
            #expect(Set(replies.map(\.body)).count == 1)
            #expect(try await shop.stock["kiwi"] == 4)
            #expect(try await shop.order(lines, who: "서연", key: key).status == 422)
            #expect(try await shop.kept.count == 1)
        }
    }

    @Test func aLineThatDiffersRefusesAllOfThemAndIsNamed() async throws {
        try await withOrderingShop { shop in
            let key = UUID()
            var dear = OrderingShop.spinachLine
            dear.unitPrice = Won(1)
            let lines = [
                OrderingShop.juiceLine("banana"), dear, OrderingShop.soupLine,
                OrderingShop.juiceLine("banana", quantity: 5),
            ]
            let refused = try await shop.order(lines, fee: 2_500, key: key)
            #expect(refused.status == 409)
            let conflict: OrderConflict = try refused.value()
            #expect(
                conflict.lines == [
                    OrderLineConflict(line: 1, title: "시금치나물", unitPrice: Won(3_900)),
                    // The first line takes two bananas, so eight of the ten are left.
                    OrderLineConflict(line: 3, title: "바나나쥬스", unitPrice: Won(4_000), missing: [FruitID("banana"): 2]),
                ])
            #expect(conflict.error == "This cannot be ordered as it was shown: line 2, 4.")
            #expect(conflict.terms.deliveryFee == nil)
            #expect(try await shop.kept.isEmpty)
            #expect(try await shop.stock["banana"] == 10)
            // A key under which an order was refused can be used again for a different order.
            #expect(try await shop.order([OrderingShop.spinachLine], key: key).status == 201)
        }
    }

    @Test func anotherDeliveryFeeIsToldAndNothingIsOrdered() async throws {
        try await withOrderingShop { shop in
            for (fee, lines) in [
                (0, [OrderingShop.soupLine]), (2_500, [OrderingShop.spinachLine]), (9, [OrderingShop.soupLine]),
            ] {
                let refused = try await shop.order(lines + [OrderingShop.juiceLine("kiwi")], fee: fee)
                #expect(refused.status == 409)
                let conflict: OrderConflict = try refused.value()
                #expect(conflict.lines.isEmpty)
                #expect(conflict.terms.deliveryFee == (fee == 2_500 ? Won(0) : Won(2_500)))
            }
            #expect(try await shop.kept.isEmpty)
            #expect(try await shop.stock["kiwi"] == 10)
        }
    }

    /// One rule, however the order was placed: a single dish has a delivery fee as well.
    @Test func oneDishPaysTheDeliveryOfItsPageLikeACart() async throws {
        try await withOrderingShop { shop in
            let refused = try await shop.order([OrderingShop.soupLine], fee: 0)
            #expect(refused.status == 409)
            #expect(try refused.value(OrderConflict.self).terms.deliveryFee == Won(2_500))
            let placed: Order = try await shop.order([OrderingShop.soupLine], fee: 2_500).value()
            #expect((placed.deliveryFee, placed.total) == (Won(2_500), Won(9_500)))
            #expect(try await shop.kept.count == 1)
        }
    }

    @Test func aLineWithAnotherTitleRefusesTheOrderAndBothAreNamed() async throws {
        try await withOrderingShop { shop in
            var dish = OrderingShop.spinachLine
            dish.title = "콩나물"
            var juice = OrderingShop.juiceLine("kiwi")
            juice.title = "키위 스무디"
            let refused = try await shop.order([OrderingShop.spinachLine, dish, juice])
            #expect(refused.status == 409)
            let conflict: OrderConflict = try refused.value()
            #expect(
                conflict.lines == [
                    OrderLineConflict(line: 1, title: "시금치나물", unitPrice: Won(3_900)),
                    OrderLineConflict(line: 2, title: "키위쥬스", unitPrice: Won(4_500)),
                ])
            #expect(
                conflict.error
                    == "This cannot be ordered as it was shown: line 2 (콩나물 is 시금치나물 now), 3 (키위 스무디 is 키위쥬스 now)."
            )
            #expect(try await shop.kept.isEmpty)
            #expect(try await shop.stock["kiwi"] == 10)
        }
    }

    /// The cart still says one dish when the menu's file uses its hash and its price for another.
    @Test func anotherDishOfTheSameHashAndPriceIsNotSoldForTheFirst() async throws {
        try await withOrderingShop { shop in
            let other = Dish(
                detailHash: OrderingShop.spinach.detailHash, title: "숙주나물", price: OrderingShop.spinach.price)
            let refused = try await shop.withMenu([other]) { try await $0.order([OrderingShop.spinachLine]) }
            #expect(refused.status == 409)
            #expect(try refused.value(OrderConflict.self).lines.map(\.title) == ["숙주나물"])
            #expect(try await shop.kept.isEmpty)
        }
    }

    @Test func whatTheShopDoesNotKnowAnswers404AndIsNamed() async throws {
        try await withOrderingShop { shop in
            let unknown = OrderingShop.line(Dish(detailHash: "H9999", title: "없는 반찬", price: Won(1)))
            for line in [unknown, OrderingShop.juiceLine("durian")] {
                let refused = try await shop.order([OrderingShop.spinachLine, line])
                #expect(refused.status == 404)
                let conflict: OrderConflict = try refused.value()
                #expect(conflict.lines == [OrderLineConflict(line: 1, title: "", unitPrice: nil)])
                #expect(conflict.error == "The shop does not sell this: line 2.")
            }
            #expect(try await shop.kept.isEmpty)
        }
    }

    @Test func linesAndQuantitiesHaveBounds() async throws {
        try await withOrderingShop { shop in
            let line = OrderingShop.spinachLine
            for lines in [[], Array(repeating: line, count: 51)] {
                let refused = try await shop.order(lines)
                #expect(refused.status == 400)
                #expect(try refused.texts == ["error": "An order has from 1 to 50 lines."])
            }
            for quantity in [0, 100, -1, Int.max] {
                let one = OrderingShop.line(OrderingShop.spinach, quantity: quantity)
                #expect(try await shop.order([line, one]).status == 400)
            }
            #expect(try await shop.order([line], who: " ").status == 400)
            #expect(try await shop.kept.isEmpty)
            #expect(try await shop.order(Array(repeating: line, count: 50)).status == 201)
        }
    }

    @Test(arguments: [
        #"{"who":"a","lines":{},"delivery_fee":0}"#, #"{"who":"a","lines":[{}],"delivery_fee":0}"#,
        #"{"who":"a","lines":[LINE]}"#, #"{"lines":[LINE],"delivery_fee":0}"#,
        // As earlier versions of the program wrote orders: one dish, one juice, and lines without their titles.
        #"{"who":"a","detail_hash":"H0002","quantity":1,"unit_price":3900}"#, #"{"who":"a","juice":"kiwi"}"#,
        #"{"who":"a","lines":[{"detail_hash":"H0002","quantity":1,"unit_price":3900}],"delivery_fee":0}"#,
        #"{"who":"a","lines":[{"juice":"kiwi","quantity":1,"unit_price":4500}],"delivery_fee":0}"#,
        #"{"who":"a","lines":[{"counter":"juice","item":"kiwi","quantity":1,"unit_price":4500}],"delivery_fee":0}"#,
    ])
    func whatIsNotTheOneBodyOfAnOrderAnswers400(_ body: String) async throws {
        let line = #"{"counter":"juice","item":"kiwi","title":"키위쥬스","quantity":1,"unit_price":4500}"#
        let (reply, kept) = try await withOrderingShop { shop in
            (
                try await shop.place(Data(body.replacing("LINE", with: line).utf8), key: UUID().uuidString),
                try await shop.kept
            )
        }
        #expect(reply.status == 400)
        #expect(kept.isEmpty)
    }

    @Test func manyCartsAtOnceTakeNoMoreFruitThanThereIs() async throws {
        try await withOrderingShop { shop in
            let lines = [OrderingShop.juiceLine("banana"), OrderingShop.juiceLine("strawberry-banana")]
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<10 { group.addTask { try await shop.order(lines).status } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            // There are enough strawberries for only one order.
            #expect(statuses.sorted() == [201] + Array(repeating: 409, count: 9))
            #expect(try await shop.stock["banana"] == 7)
        }
    }
}
