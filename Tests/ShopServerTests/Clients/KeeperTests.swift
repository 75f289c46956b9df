import Domain
import Foundation
import TerminalText
import TestSupport
import Testing

@testable import ShopServer

@Suite struct KeeperTests {
    @Test func theKeeperSeesEveryOrderOldestFirst() async throws {
        try await withOrderingShop { shop in
            for who in ["가", "나", "다"] { _ = try await shop.place(OrderingShop.order(who: who)) }
            let reply = try await shop.list()
            #expect(reply.status == 200)
            let orders = try JSONDecoder().decode([Order].self, from: reply.body)
            #expect(orders.map(\.who) == ["가", "나", "다"])
            #expect(orders.map(\.counter) == [.menu, .menu, .menu])
            #expect(orders == (try await shop.kept))
            let raw = try #require(JSONSerialization.jsonObject(with: reply.body) as? [[String: Any]])
            #expect(raw[0]["counter"] as? String == "menu")
            #expect(raw[0]["unit_price"] as? Int == 3_900)
        }
    }

    @Test func theListIsReadInPieces() async throws {
        try await withOrderingShop { shop in
            for who in ["가", "나", "다"] { _ = try await shop.place(OrderingShop.order(who: who)) }
            let first = try JSONDecoder().decode([Order].self, from: try await shop.list("?limit=2").body)
            #expect(first.map(\.who) == ["가", "나"])
            let rest = try await shop.list("?after=\(first[1].id)&limit=2")
            #expect(try JSONDecoder().decode([Order].self, from: rest.body).map(\.who) == ["다"])
            let after = try await shop.list("?after=\(Int.max)")
            #expect(after.body == Data("[]".utf8))
        }
    }

    @Test(arguments: ["?limit=0", "?limit=1001", "?limit=x", "?limit=", "?after=-1", "?after=99999999999999999999"])
    func aNumberOutsideOfItsRangeAnswers400(_ query: String) async throws {
        let reply = try await withOrderingShop { try await $0.list(query) }
        #expect(reply.status == 400)
        #expect(try reply.texts.keys.first == "error")
    }

    @Test func anUnchangedListAnswers304() async throws {
        try await withOrderingShop { shop in
            _ = try await shop.place(OrderingShop.order())
            let tag = try #require(try await shop.list()["ETag"])
            let fields = ["Authorization": "Bearer \(OrderingShop.token)", "If-None-Match": tag]
            #expect(try await ask(shop.url, "orders", fields: fields).status == 304)
            _ = try await shop.place(OrderingShop.order())
            #expect(try await ask(shop.url, "orders", fields: fields).status == 200)
        }
    }

    @Test func withoutATokenTheAnswerIs401() async throws {
        try await withOrderingShop { shop in
            for fields in [[:], ["Authorization": ""], ["Authorization": "Basic a2V5"], ["Authorization": "Bearer"]] {
                let reply = try await ask(shop.url, "orders", fields: fields)
                #expect(reply.status == 401)
                #expect(reply["WWW-Authenticate"] == "Bearer")
                #expect(try reply.texts == ["error": "This is for the keeper: it needs the keeper's token."])
            }
        }
    }

    @Test(arguments: ["x", "keeper-token-of-the-tes", "keeper-token-of-the-testt", "KEEPER-TOKEN-OF-THE-TEST"])
    func withAWrongTokenTheAnswerIs403(_ token: String) async throws {
        let reply = try await withOrderingShop { try await $0.list(token: token) }
        #expect(reply.status == 403)
        #expect(try reply.texts == ["error": "This is not the keeper's token."])
    }

    @Test func aShopWithoutAKeeperKnowsNoToken() async throws {
        let reply = try await withOrderingShop(token: nil) { try await $0.list(token: "anything") }
        #expect(reply.status == 403)
    }

    @Test func aSecretIsComparedAsAWholeAndShownNowhere() {
        let secret = Secret("swordfish")
        #expect(secret.matches("swordfish"))
        for other in ["", "swordfis", "swordfishh", "Swordfish", "swordfishswordfish"] {
            #expect(!secret.matches(other))
        }
        #expect(!Secret("").matches("a"))
        var dumped = ""
        dump([secret], to: &dumped)
        for text in ["\(secret)", String(reflecting: secret), dumped] { #expect(!text.contains("sword")) }
    }
}
