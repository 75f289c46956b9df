import Domain
import Foundation
import Storage
import TerminalText
import TestSupport
import Testing

@testable import ShopServer

@Suite struct JuiceTests {
    private static let full = ["strawberry": 10, "banana": 10, "pineapple": 10, "kiwi": 10, "mango": 10]

    @Test func theMenuAndTheStockAreThoseOfTheResources() async throws {
        try await withOrderingShop { shop in
            let juices = try JSONDecoder().decode([Juice].self, from: try await ask(shop.url, "juice/menu").body)
            #expect(
                juices.map(\.name.string) == ["딸기쥬스", "바나나쥬스", "키위쥬스", "파인애플쥬스", "딸바쥬스", "망고쥬스", "망키쥬스"])
            #expect(juices.filter { !$0.available }.map(\.id.name) == ["strawberry"])
            #expect(juices[4].needs == [FruitID("strawberry"): 10, FruitID("banana"): 1])
            #expect(try await shop.stock == JuiceTests.full)
            let fruits = try await ask(shop.url, "juice/fruits")
            let raw = try #require(JSONSerialization.jsonObject(with: fruits.body) as? [[String: Any]])
            #expect(raw.map { $0["name"] as? String } == ["딸기", "바나나", "파인애플", "키위", "망고"])
        }
    }

    @Test func anUnchangedListAnswers304AndASaleMakesAnother() async throws {
        try await withOrderingShop { shop in
            for path in ["juice/menu", "juice/fruits"] {
                let tag = try #require(try await ask(shop.url, path)["ETag"])
                #expect(tag.hasPrefix("W/\""))
                #expect(try await ask(shop.url, path, fields: ["If-None-Match": tag]).status == 304)
            }
            let tag = try #require(try await shop.tag)
            #expect(try await shop.sell("banana").status == 201)
            let reply = try await ask(shop.url, "juice/fruits", fields: ["If-None-Match": tag])
            #expect(reply.status == 200)
            #expect(try reply.stock["banana"] == 8)
        }
    }

    @Test func aJuiceIsMadeAndItsSaleIsInTheStore() async throws {
        try await withOrderingShop { shop in
            let reply = try await shop.sell("mango-kiwi", who: "서연")
            #expect(reply.status == 201)
            let made: Order = try reply.value()
            #expect(made.lines.map(\.item) == [OrderedItem(.juice, "mango-kiwi")])
            #expect(try await shop.stock == JuiceTests.full.merging(["mango": 8, "kiwi": 9]) { $1 })
            let orders = try await shop.store.read { try $0.orders(after: 0, limit: 9) }
            #expect(orders.map(\.counter) == [.juice])
            let order = try #require(orders.first)
            #expect(order == made)
            #expect(order.who == "서연")
            #expect(order.title == "망키쥬스")
            #expect(order.quantity == 1)
            #expect(order.total == Won(5_500))
        }
    }

    @Test func tooLittleFruitAnswers409WithWhatIsMissingAndTakesNothing() async throws {
        try await withOrderingShop { shop in
            let short = try await shop.sell("strawberry")
            #expect(short.status == 409)
            #expect(try short.missing == ["strawberry": 6])
            #expect(try await shop.sell("strawberry-banana").status == 201)
            let again = try await shop.sell("strawberry-banana")
            #expect(try again.missing == ["strawberry": 10])
            #expect(try await shop.stock == JuiceTests.full.merging(["strawberry": 0, "banana": 9]) { $1 })
            #expect(try await shop.kept.count == 1)
        }
    }

    @Test func theSameKeyAnswersTheSameJuiceWhenTheFruitIsGone() async throws {
        try await withOrderingShop { shop in
            let key = UUID()
            let first = try await shop.sell("strawberry-banana", key: key)
            let second = try await shop.sell("strawberry-banana", key: key)
            #expect(first.status == 201)
            #expect(second.status == 200)
            #expect(second.body == first.body)
            #expect(try await shop.sell("kiwi", key: key).status == 422)
            #expect(try await shop.place(OrderingShop.order(), key: key).status == 422)
            #expect(try await shop.kept.count == 1)
        }
    }

    @Test func aJuiceThatCouldNotBeMadeCanBeMadeUnderItsKeyAfterARestock() async throws {
        try await withOrderingShop { shop in
            let key = UUID()
            let short = try await shop.sell("strawberry", key: key)
            #expect(short.status == 409)
            #expect(try await shop.restock(["strawberry": 16], seen: shop.tag).status == 200)
            #expect(try await shop.sell("strawberry", key: key).status == 201)
            #expect(try await shop.stock["strawberry"] == 0)
        }
    }

    @Test func fiveHundredOrdersAtOnceMakeExactlyWhatTheStockSufficesFor() async throws {
        try await withOrderingShop { shop in
            _ = try await shop.restock(["banana": 100], seen: shop.tag)
            let body = try JSONEncoder().encode(OrderingShop.juiceOrder("banana"))
            let statuses = try await withThrowingTaskGroup(of: [Int].self) { group in
                for number in 0..<64 {
                    let count = number < 52 ? 8 : 7
                    group.addTask { try await RawConnection.juices(count, of: body, from: shop.url) }
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            #expect(statuses.count == 500)
            #expect(statuses.count { $0 == 201 } == 50)
            #expect(statuses.count { $0 == 409 } == 450)
            #expect(try await shop.stock["banana"] == 0)
            #expect(try await shop.kept.count == 50)
        }
    }

    @Test func aJuiceThatIsNotOnTheMenuAnswers404() async throws {
        let reply = try await withOrderingShop { try await $0.sell("durian") }
        #expect(reply.status == 404)
        #expect(try reply.value(OrderConflict.self).error == "The shop does not sell this: line 1.")
    }

    @Test func anotherPriceOfAJuiceIsRefusedLikeThatOfADish() async throws {
        try await withOrderingShop { shop in
            var line = OrderingShop.juiceLine("banana")
            line.unitPrice = Won(3_900)
            let refused = try await shop.order([line])
            #expect(refused.status == 409)
            #expect(try refused.value(OrderConflict.self).lines.map(\.unitPrice) == [Won(4_000)])
            #expect(try await shop.stock == JuiceTests.full)
        }
    }

    @Test func aShopWithoutAJuiceBarSaysSo() async throws {
        try await withServer { url in
            for (method, path) in [("GET", "menu"), ("GET", "fruits"), ("PUT", "fruits")] {
                let reply = try await ask(url, "juice/\(path)", method: method)
                #expect(reply.status == 503)
                #expect(try reply.texts == ["error": "This shop has no juice bar."])
            }
        }
    }

    @Test func juicesTakeOnlyTheirMethods() async throws {
        try await withOrderingShop { shop in
            for (method, path, allowed) in [
                ("DELETE", "juice/menu", "GET, HEAD"), ("POST", "juice/fruits", "GET, HEAD, PUT"),
            ] {
                let reply = try await ask(shop.url, path, method: method)
                #expect(reply.status == 405)
                #expect(reply["Allow"] == allowed)
            }
        }
    }
}

extension RawConnection {
    /// Orders `count` juices one after the other on a new connection. Returns the statuses of the answers.
    static func juices(_ count: Int, of body: Data, from server: URL) async throws -> [Int] {
        let connection = try RawConnection(to: server)
        let requests = (0..<count).map { number in
            """
            POST /orders HTTP/1.1\r\nHost: localhost\r\nIdempotency-Key: \(UUID())\r\n\
            \(number == count - 1 ? "Connection: close\r\n" : "")Content-Length: \(body.count)\r\n\r\n\
            \(String(decoding: body, as: UTF8.self))
            """
        }
        try await connection.send(requests.joined())
        let answers = String(decoding: try await connection.receive(), as: UTF8.self)
        return answers.split(separator: "HTTP/1.1 ").compactMap { Int($0.prefix(3)) }
    }
}
