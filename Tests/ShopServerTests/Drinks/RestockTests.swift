import Domain
import Foundation
import TestSupport
import Testing

@testable import ShopServer

@Suite struct RestockTests {
    @Test func theKeeperSetsTheStockAndSeesIt() async throws {
        try await withOrderingShop { shop in
            let reply = try await shop.restock(["kiwi": 0, "mango": 100], seen: shop.tag)
            #expect(reply.status == 200)
            #expect(try reply.stock["kiwi"] == 0)
            #expect(try reply.stock == (try await shop.stock))
            #expect(reply["ETag"] == (try await shop.tag))
            let again = try await shop.restock([:], seen: reply["ETag"])
            #expect(again.body == reply.body)
        }
    }

    @Test func aStockThatChangedMeanwhileIsNotOverwritten() async throws {
        try await withOrderingShop { shop in
            let seen = try await shop.tag
            _ = try await shop.sell("kiwi")
            let reply = try await shop.restock(["kiwi": 50], seen: seen)
            #expect(reply.status == 412)
            #expect(try reply.texts == ["error": "The stock has changed since that list was seen."])
            #expect(try await shop.stock["kiwi"] == 7)
            #expect(try await shop.restock(["kiwi": 50], seen: "W/\"of-no-list\"").status == 412)
            #expect(try await shop.restock(["kiwi": 50], seen: nil).status == 428)
        }
    }

    @Test func aRestockWhoseAnswerWasLostIsToldAgainWhateverHappenedSince() async throws {
        try await withOrderingShop { shop in
            let (seen, key) = (try await shop.tag, UUID())
            let first = try await shop.restock(["kiwi": 50], seen: seen, key: key)
            _ = try await shop.sell("kiwi")
            let again = try await shop.restock(["kiwi": 50], seen: seen, key: key)
            #expect(again.status == 200)
            #expect(again.body == first.body)
            #expect(try await shop.stock["kiwi"] == 47)
        }
    }

    @Test func aKeyStandsForOneRestock() async throws {
        try await withOrderingShop { shop in
            let (key, sale) = (UUID(), UUID())
            let nameless = try await shop.setKiwis(50, key: nil)
            #expect(nameless == 400)
            #expect(try await shop.setKiwis(50, key: key) == 200)
            #expect(try await shop.setKiwis(60, key: key) == 422)
            #expect(try await shop.sell("kiwi", key: key).status == 422)
            #expect(try await shop.sell("kiwi", key: sale).status == 201)
            #expect(try await shop.setKiwis(60, key: sale) == 422)
            #expect(try await shop.stock["kiwi"] == 47)
        }
    }

    @Test func whatWasRefusedIsNotKeptUnderItsKey() async throws {
        try await withOrderingShop { shop in
            let (seen, key) = (try await shop.tag, UUID())
            _ = try await shop.sell("kiwi")
            #expect(try await shop.restock(["kiwi": 50], seen: seen, key: key).status == 412)
            #expect(try await shop.setKiwis(50, key: key) == 200)
        }
    }

    @Test func ofTwoKeepersWhoSawTheSameOneIsTold() async throws {
        try await withOrderingShop { shop in
            let seen = try await shop.tag
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for count in 20..<40 {
                    group.addTask { try await shop.restock(["kiwi": count], seen: seen).status }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.count { $0 == 200 } == 1)
            #expect(statuses.count { $0 == 412 } == 19)
        }
    }

    @Test func nobodyElseSetsIt() async throws {
        try await withOrderingShop { shop in
            let seen = try await shop.tag
            let none = try await shop.restock(["kiwi": 50], seen: seen, token: nil)
            #expect(none.status == 401)
            #expect(none["WWW-Authenticate"] == "Bearer")
            let wrong = try await shop.restock(["kiwi": 50], seen: seen, token: "guessed")
            #expect(wrong.status == 403)
            #expect(try wrong.texts == ["error": "This is not the keeper's token."])
            #expect(try await shop.stock["kiwi"] == 10)
        }
    }

    private static let noStock = [
        #"{"kiwi":101}"#, #"{"kiwi":-1}"#, #"{"mango":5,"kiwi":101}"#, #"{"durian":1}"#, #"{"mango":5,"durian":1}"#,
        #"{"kiwi":1.5}"#, #"{"kiwi":"5"}"#, #"{"kiwi":null}"#, #"{"kiwi":99999999999999999999}"#, #"{"":1}"#, "[]",
        #"["kiwi",5]"#, "null", "", "5", #"{"kiwi":1e999}"#, String(repeating: #"{"kiwi":"#, count: 8_000),
        String(repeating: "[", count: 60_000),
    ]

    @Test func whatIsNoStockAnswers400AndSetsNothing() async throws {
        try await withOrderingShop { shop in
            for body in RestockTests.noStock {
                let reply = try await shop.restock(Data(body.utf8), seen: shop.tag)
                #expect(reply.status == 400, "\(body.prefix(40))")
                #expect(try reply.texts.keys.first == "error")
                #expect(try await shop.stock.values.allSatisfy { $0 == 10 })
            }
        }
    }

    @Test func aTokenMadeForOneProcessIsAnotherEachTimeAndGoesThroughAHeader() async throws {
        let token = Secret.random()
        #expect(!token.matches(Secret.random().revealed))
        #expect(token.revealed.count > 32)
        #expect(token.revealed.allSatisfy { $0.isHexDigit || $0 == "-" })
        let status = try await withOrderingShop(token: token.revealed) { shop in
            try await shop.restock(["kiwi": 50], seen: shop.tag, token: token.revealed).status
        }
        #expect(status == 200)
    }
}

extension OrderingShop {
    /// Restocks on the basis of the current stock, and returns the status of the answer.
    fileprivate func setKiwis(_ count: Int, key: UUID?) async throws -> Int {
        let seen = try await tag
        return try await restock(["kiwi": count], seen: seen, key: key).status
    }
}
