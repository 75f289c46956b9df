import Domain
import Foundation
import Storage
import TerminalText
import TestSupport
import Testing

@testable import ShopServer

@Suite struct OrderTests {
    @Test func anOrderIsAnsweredOnceItIsKept() async throws {
        let (reply, kept) = try await withOrderingShop { shop in
            (try await shop.place(OrderingShop.order(quantity: 2)), try await shop.kept)
        }
        #expect(reply.status == 201)
        let order = try JSONDecoder().decode(Order.self, from: reply.body)
        #expect(kept == [order])
        #expect(order.who == "지훈")
        #expect(order.title == "시금치나물")
        #expect(order.unitPrice == Won(3_900))
        #expect(order.total == Won(7_800))
    }

    @Test func theSameKeyTwiceIsOneOrderAndTheFirstAnswer() async throws {
        let key = UUID()
        try await withOrderingShop { shop in
            let first = try await shop.place(OrderingShop.order(), key: key)
            let second = try await shop.place(OrderingShop.order(), key: key)
            #expect(first.status == 201)
            #expect(second.status == 200)
            #expect(second.body == first.body)
            #expect(try await shop.kept.count == 1)
        }
    }

    /// The guest, whose first answer was lost, would be told that it was refused while the kitchen cooks.
    @Test func whatTheShopAsksSinceIsNotAskedOfAnOrderThatWasPlaced() async throws {
        let (key, order) = (UUID(), OrderRequest(who: "지훈", lines: [OrderingShop.spinachLine]))
        try await withOrderingShop { shop in
            let first = try await shop.place(order, key: key)
            #expect(first.status == 201)
            let menu = [OrderingShop.spinach]
            try await shop.withMenu(menu) { directory in
                try Data(#"{"ask": {"phone": ["pickup"]}}"#.utf8).write(to: directory.appending(path: "shop.json"))
            } _: { other in
                let again = try await other.place(order, key: key)
                #expect(again.status == 200)
                #expect(again.body == first.body)
                let refused = try await other.place(order)
                #expect(refused.status == 400)
                #expect(String(decoding: refused.body, as: UTF8.self).contains("phone"))
            }
        }
    }

    /// One order that cannot be read would hide all others.
    @Test func noTextOfAGuestHidesTheOtherOrders() async throws {
        let syllables = String(repeating: "\u{1100}\u{1160}\u{11A8}", count: 150)
        try await withOrderingShop { shop in
            var body = try JSONEncoder().encode(OrderingShop.order())
            body = Data(
                String(decoding: body, as: UTF8.self).replacing("{\"", with: "{\"note\":\"\(syllables)\",\"").utf8)
            #expect(try await shop.place(body, key: UUID().uuidString).status == 400)
            // As an earlier version may have stored it.
            let line = OrderLine(
                item: OrderedItem(.menu, "H0002"), title: "시금치나물", quantity: 1, unitPrice: Won(1_200_000_000),
                note: PlainText(syllables))
            let order = NewOrder(
                who: "지훈", handover: Handover(.pickup, note: PlainText(syllables)), lines: [line], day: .ofTests,
                placedAt: .now, isAnnounced: false)
            _ = try await shop.store.transaction { try $0.keep(order) }
            let list = try await shop.list()
            #expect(list.status == 200)
            #expect(try list.value([Order].self)[0].lines[0].note?.string.count == Handover.maxNoteLength)
        }
    }

    @Test func theSameKeyTenTimesAtOnceIsOneOrder() async throws {
        let key = UUID()
        try await withOrderingShop { shop in
            let replies = try await withThrowingTaskGroup(of: Reply.self) { group in
                for _ in 0..<10 { group.addTask { try await shop.place(OrderingShop.order(), key: key) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(replies.map(\.status).sorted() == Array(repeating: 200, count: 9) + [201])
            #expect(Set(replies.map(\.body)).count == 1)
            #expect(try await shop.kept.count == 1)
        }
    }

    @Test func theSameOrderSpeltAnotherWayIsTheSame() async throws {
        try await withOrderingShop { shop in
            let key = UUID()
            let order = try await shop.place(OrderingShop.order(), key: key)
            let line = #"{ "unit_price": 3900, "title": " 시금치나물", "quantity": 1, "item": "H0002", "counter": "menu" }"#
            let handover = #""address": "서울시  반찬로 1", "phone": "010-1234-5678", "receive": "delivery", "note": """#
            let spelling = #"{ \#(handover), "delivery_fee": 0, "total": 3900, "lines": [\#(line)], "who": "지훈" }"#
            let again = try await shop.place(Data(spelling.utf8), key: key.uuidString.lowercased())
            #expect(again.status == 200)
            #expect(again.body == order.body)
        }
    }

    @Test func anotherOrderUnderAUsedKeyAnswers422() async throws {
        try await withOrderingShop { shop in
            let key = UUID()
            _ = try await shop.place(OrderingShop.order(), key: key)
            let others = [OrderingShop.order(quantity: 2), OrderingShop.order(who: "서연"), OrderingShop.order(price: 1)]
            for other in others {
                let reply = try await shop.place(other, key: key)
                #expect(reply.status == 422)
                #expect(try reply.texts == ["error": "This Idempotency-Key belongs to another request."])
            }
            #expect(try await shop.kept.count == 1)
        }
    }

    @Test(arguments: [nil, "", "1", "not-a-uuid", "E621E1F8-C36C-495A-93FC-0C247A3E6E5", "{E621E1F8}"])
    func anOrderWithoutAKeyAnswers400(_ key: String?) async throws {
        try await withOrderingShop { shop in
            let reply = try await shop.place(JSONEncoder().encode(OrderingShop.order()), key: key)
            #expect(reply.status == 400)
            #expect(try reply.texts == ["error": "This needs an Idempotency-Key that is a UUID."])
            #expect(try await shop.kept.isEmpty)
        }
    }

    @Test(arguments: [0, 100, -1, Int.max, Int.min]) func aQuantityOutsideOfItsRangeAnswers400(_ count: Int)
        async throws
    {
        let reply = try await withOrderingShop { try await $0.place(OrderingShop.order(quantity: count)) }
        #expect(reply.status == 400)
        #expect(try reply.texts == ["error": "The quantity is from 1 to 99."])
    }

    @Test(arguments: ["", "   ", "\u{200B}\u{202E}", "\n\t"]) func nobodyOrdersNothing(_ who: String) async throws {
        let reply = try await withOrderingShop { try await $0.place(OrderingShop.order(who: who)) }
        #expect(reply.status == 400)
        #expect(try reply.texts == ["error": "The order does not say who orders."])
    }

    @Test func aNameHasAtMost64Characters() async throws {
        try await withOrderingShop { shop in
            let longest = String(repeating: "김", count: 64)
            #expect(try await shop.place(OrderingShop.order(who: longest)).status == 201)
            let longer = try await shop.place(OrderingShop.order(who: longest + "김"))
            #expect(longer.status == 400)
            #expect(try longer.texts == ["error": "Who orders is named in at most 64 characters."])
            // One character, until what joins its parts is left out.
            let joined = Array(repeating: "❤", count: 65).joined(separator: "\u{200D}")
            #expect(try await shop.place(OrderingShop.order(who: joined)).status == 400)
            #expect(try await shop.kept.map(\.who.string) == [longest])
        }
    }

    @Test func aDishThatIsNotOnTheMenuAnswers404() async throws {
        let reply = try await withOrderingShop { try await $0.place(OrderingShop.order("H9999")) }
        #expect(reply.status == 404)
        #expect(try reply.value(OrderConflict.self).error == "The shop does not sell this: line 1.")
    }

    @Test(arguments: [("H0001", 5_500, 6_000), ("H0002", 3_800, 3_900), ("H0003", -1, 7_000), ("H0003", 0, 7_000)])
    func anotherPriceThanTheShopsAnswers409WithTheShops(_ hash: String, _ asked: Int, _ price: Int) async throws {
        try await withOrderingShop { shop in
            let refused = try await shop.place(OrderingShop.order(hash, price: asked))
            #expect(refused.status == 409)
            let conflict: OrderConflict = try refused.value()
            #expect(conflict.lines.map(\.unitPrice) == [Won(price)])
            #expect(conflict.error == "This cannot be ordered as it was shown: line 1.")
            #expect(try await shop.kept.isEmpty)
            #expect(try await shop.place(OrderingShop.order(hash, price: price)).status == 201)
        }
    }

    @Test func anOrderThatWasTakenStaysTakenWhenThePriceChanges() async throws {
        try await withOrderingShop { shop in
            let key = UUID()
            let order = OrderingShop.order()
            let first = try await shop.place(order, key: key)
            let other = try await shop.withOtherPrices { try await $0.place(order, key: key) }
            #expect(other.status == 200)
            #expect(other.body == first.body)
            let late = try await shop.withOtherPrices { try await $0.place(order) }
            #expect(late.status == 409)
            #expect(first.status == 201)
            #expect(try await shop.kept.count == 1)
        }
    }

    @Test(arguments: [
        "", "{}", "[]", "null", "hello", #"{"who":1,"lines":[LINE],"delivery_fee":0}"#,
        #"{"who":null,"lines":[LINE],"delivery_fee":0}"#, #"{"who":"\ud800","lines":[LINE],"delivery_fee":"0"}"#,
        #"{"who":"a","lines":[LINE],"delivery_fee":1e999}"#,
        #"{"who":"a","lines":[LINE],"delivery_fee":99999999999999999999999}"#,
        #"{"who":"a","lines":[{"counter":"menu","item":"H0002","title":"시금치나물","quantity":1.5,"unit_price":3900}],"#
            + #""delivery_fee":0}"#,
    ])
    func whatIsNoOrderAnswers400(_ body: String) async throws {
        let line = #"{"counter":"menu","item":"H0002","title":"시금치나물","quantity":1,"unit_price":3900}"#
        try await expectNoOrder(Data(body.replacing("LINE", with: line).utf8))
    }

    @Test func bytesThatAreNoTextAndNestingWithoutEndAnswer400() async throws {
        try await expectNoOrder(Data((0..<2_000).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 128) }))
        try await expectNoOrder(Data(String(repeating: "[", count: 60_000).utf8))
        try await expectNoOrder(Data(String(repeating: "{\"who\":", count: 8_000).utf8))
    }

    @Test func anOrderOverTheLimitAnswers413() async throws {
        try await withOrderingShop { shop in
            let body = try JSONEncoder().encode(OrderingShop.order(who: String(repeating: "a", count: 70_000)))
            let head = "POST /orders HTTP/1.1\r\nHost: localhost\r\nIdempotency-Key: \(UUID())\r\n"
            let request = head + "Content-Length: \(body.count)\r\n\r\n" + String(decoding: body, as: UTF8.self)
            let answer = try await RawConnection.exchange(with: shop.url, request)
            #expect(answer.statusLine.hasPrefix("HTTP/1.1 413"))
            #expect(try await shop.kept.isEmpty)
        }
    }

    @Test func aNameThatWouldSteerATerminalIsKeptHarmless() async throws {
        try await withOrderingShop { shop in
            let reply = try await shop.place(OrderingShop.order(who: "\u{1B}[31m지\u{7}\u{202E}훈\r\nx"))
            #expect(reply.status == 201)
            #expect(try await shop.kept.map(\.who) == ["[31m지훈 x"])
        }
    }

    @Test func aNameOfOneCharacterWithThousandsOfMarksIsKeptShort() async throws {
        try await withOrderingShop { shop in
            let name = "a" + String(repeating: "\u{301}", count: 20_000)
            #expect(try await shop.place(OrderingShop.order(who: name)).status == 201)
            let kept = try await shop.kept[0].who.string
            #expect(kept.unicodeScalars.count <= 3)
        }
    }

    @Test func aShopWithoutAStoreTakesNoOrders() async throws {
        for method in ["POST", "GET"] {
            let reply = try await withServer { try await ask($0, "orders", method: method) }
            #expect(reply.status == 503)
            #expect(try reply.texts == ["error": "This shop takes no orders."])
        }
    }

    @Test func ordersTakeOnlyTheirMethods() async throws {
        let reply = try await withOrderingShop { try await ask($0.url, "orders", method: "DELETE") }
        #expect(reply.status == 405)
        #expect(reply["Allow"] == "GET, HEAD, POST")
    }

    private func expectNoOrder(_ body: Data) async throws {
        let reply = try await withOrderingShop { try await $0.place(body, key: UUID().uuidString) }
        #expect(reply.status == 400)
        #expect(try reply.texts.keys.first == "error")
    }
}
