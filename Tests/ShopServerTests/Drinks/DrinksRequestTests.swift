import Domain
import Foundation
import TestSupport
import Testing

@testable import ShopServer

/// Invalid requests, and repeated ones.
@Suite struct DrinksRequestTests {
    private let session = UUID()

    @Test(arguments: [nil, "", "1", "me"] as [String?])
    func withoutAKeyNothingHappens(_ key: String?) async throws {
        try await withDrinksShop { shop in
            let (name, token) = (session.uuidString, OrderingShop.token)
            let replies = [
                try await shop.send(#"{"amount":1000}"#, to: "money", session: name, key: key),
                try await shop.send(#"{"id":"cola"}"#, to: "purchases", session: name, key: key),
                try await shop.send("{}", to: "change", session: name, key: key),
                try await shop.send(#"{"id":"cola","count":9}"#, to: "stock", by: "PUT", key: key, token: token),
                try await shop.send(#"{"id":"milk"}"#, to: "removals", key: key, token: token),
            ]
            #expect(replies.map(\.status) == [400, 400, 400, 400, 400])
            #expect(try await shop.machine(of: session).balance == Won(0))
            #expect(try await shop.drinks["cola"] == 3)
        }
    }

    @Test(arguments: [nil, "", "1", "me", "00000000-0000-0000-0000-00000000000g"] as [String?])
    func withoutASessionNothingHappens(_ session: String?) async throws {
        try await withDrinksShop { shop in
            let fields = session.map { ["Banchan-Session": $0] } ?? [:]
            let replies = [
                try await ask(shop.url, "drinks/machine", fields: fields),
                try await shop.send(#"{"amount":1000}"#, to: "money", session: session),
                try await shop.send(#"{"id":"cola"}"#, to: "purchases", session: session),
                try await shop.send("{}", to: "change", session: session),
            ]
            #expect(replies.map(\.status) == [400, 400, 400, 400])
        }
    }

    private static let noMoney = [
        "", "[]", "null", "1000", #"{"amount":"1000"}"#, #"{"amount":1000.5}"#, #"{"amount":null}"#,
        #"{"amount":99999999999999999999}"#, #"{"amount":1e400}"#, "\u{0}", String(repeating: "[", count: 60_000),
    ]
    private static let noStock = [
        "", "{}", "[]", #"{"id":1}"#, #"{"id":null}"#, #"{"id":"cola"}"#, #"{"count":5}"#,
        #"{"id":"cola","count":"5"}"#,
        #"{"id":"cola","count":101}"#, #"{"id":"cola","count":-1}"#, #"{"id":"cola","count":9e99}"#,
    ]

    @Test func whatIsNoMoneyOrNoStockAnswers400AndSetsNothing() async throws {
        try await withDrinksShop { shop in
            for body in DrinksRequestTests.noMoney {
                let reply = try await shop.send(body, to: "money", session: session.uuidString)
                #expect(reply.status == 400, "\(body.prefix(40))")
            }
            for body in DrinksRequestTests.noStock {
                let reply = try await shop.send(body, to: "stock", by: "PUT", token: OrderingShop.token)
                #expect(reply.status == 400, "\(body)")
                #expect(try await shop.drinks["cola"] == 3)
            }
        }
    }

    @Test(arguments: ["[]", "null", "{", #"{"amount":1000}"#, #"{"a":"b"}"#])
    func changeIsAskedForWithNothingInTheBody(_ body: String) async throws {
        try await withDrinksShop { shop in
            _ = try await shop.insert(5_000, session: session)
            let reply = try await shop.send(body, to: "change", session: session.uuidString)
            #expect(reply.status == 400)
            let change = try await shop.send("", to: "change", session: session.uuidString)
            #expect(change.status == 201)
        }
    }

    @Test func tooLargeABodyAnswers413() async throws {
        let body = String(repeating: " ", count: 64 * 1_024) + #"{"amount":1000}"#
        let reply = try await withDrinksShop {
            try await $0.send(body, to: "money", session: session.uuidString)
        }
        #expect(reply.status == 413)
    }

    @Test func theSameKeyAnswersTheSameAndDoesItOnce() async throws {
        try await withDrinksShop { shop in
            let keys = (0..<5).map { _ in UUID() }
            func all() async throws -> [Reply] {
                [
                    try await shop.insert(5_000, session: session, key: keys[0]),
                    try await shop.buy("cola", session: session, key: keys[1]),
                    try await shop.giveChange(session: session, key: keys[2]),
                    try await shop.restock("top", to: 1, key: keys[3]),
                    try await shop.removeExpired("old", key: keys[4]),
                ]
            }
            let first = try await all()
            #expect(first.map(\.status) == [201, 201, 201, 200, 200])
            _ = try await shop.restock("top", to: 9)
            let second = try await all()
            #expect(second.map(\.status) == [200, 200, 200, 200, 200])
            #expect(second.map(\.body) == first.map(\.body))
            #expect(try await shop.drinks["cola"] == 2)
            #expect(try await shop.drinks["top"] == 9)
            #expect(try await shop.machine(of: session).balance == Won(0))
        }
    }

    @Test func aKeyOfSomethingElseAnswers422() async throws {
        try await withDrinksShop { shop in
            let key = UUID()
            _ = try await shop.insert(5_000, session: session, key: key)
            #expect(try await shop.insert(1_000, session: session, key: key).status == 422)
            #expect(try await shop.insert(5_000, session: UUID(), key: key).status == 422)
            #expect(try await shop.buy("cola", session: session, key: key).status == 422)
            #expect(try await shop.giveChange(session: session, key: key).status == 422)
            #expect(try await shop.restock("cola", to: 1, key: key).status == 422)
            #expect(try await shop.place(OrderingShop.order(), key: key).status == 422)
            #expect(try await shop.sell("banana", key: key).status == 422)
            let order = UUID()
            _ = try await shop.place(OrderingShop.order(), key: order)
            #expect(try await shop.insert(5_000, session: session, key: order).status == 422)
            #expect(try await shop.machine(of: session).balance == Won(5_000))
        }
    }

    @Test func whatWasRefusedMayBeDoneUnderItsKeyLater() async throws {
        try await withDrinksShop { shop in
            let key = UUID()
            #expect(try await shop.buy("cola", session: session, key: key).status == 402)
            _ = try await shop.insert(5_000, session: session)
            #expect(try await shop.buy("cola", session: session, key: key).status == 201)
        }
    }
}
