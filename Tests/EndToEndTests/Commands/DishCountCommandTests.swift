import Domain
import Foundation
import TestSupport
import Testing

/// The keeper's command that sets how many of a dish are left.
@Suite struct DishCountCommandTests {
    private let environment = ["BANCHAN_KEEPER_TOKEN": OrderingServer.keeperToken]

    @Test func aDishIsCountedByCommandSoldOutByOrdersAndUncounted() async throws {
        let shop = try OrderingServer()
        let server = try await shop.open()
        let dish = try #require(try TemporaryMenu.own(.main).first)
        func count(_ arguments: String...) async throws -> Output {
            try await runWithoutTerminal(
                ["menu", "count", dish.detailHash] + arguments + ["--server", server.url], environment: environment)
        }
        func order(_ quantity: Int) async throws -> Output {
            try await runWithoutTerminal([
                "order", dish.detailHash, "--who", "지훈", "--quantity", "\(quantity)", "--server", server.url,
            ])
        }
        let set = try await count("--left", "3")
        #expect((set.status, set.standardOutput) == (0, "\(dish.title): 3 left\n"), "\(set.standardError)")
        #expect(try await order(2).status == 0)
        let few = try await order(2)
        #expect((few.status, few.standardError) == (3, "banchan: Only 1 left.\n"))
        let json = try await count("--left", "0", "--json")
        #expect(try JSONSchema(named: "dish").problems(in: json.standardOutput) == [])
        #expect(json.standardOutput.contains(#""count":0"#))
        #expect(json.standardOutput.contains(#""sold_out":true"#))
        #expect(try await order(1).status == 3)
        #expect(try await count("--left", "none").standardOutput == "\(dish.title): not counted\n")
        #expect(try await order(99).status == 0)
        await server.stop()
    }

    @Test func whatCannotBeDoneIsASentence() async throws {
        let shop = try OrderingServer()
        let server = try await shop.open()
        let dish = try #require(try TemporaryMenu.own(.main).first)
        func count(_ hash: String, _ left: String, at url: String? = nil, token: String?) async throws -> Output {
            try await runWithoutTerminal(
                ["menu", "count", hash, "--left", left, "--server", url ?? server.url],
                environment: token.map { ["BANCHAN_KEEPER_TOKEN": $0] } ?? [:])
        }
        let token = OrderingServer.keeperToken
        let unknown = try await count("NONE", "3", token: token)
        #expect(
            (unknown.status, unknown.standardError) == (3, "banchan: There is no such dish on the menu: NONE\n"))
        let stranger = try await count(dish.detailHash, "3", token: "hunter3")
        #expect(
            (stranger.status, stranger.standardError)
                == (3, "banchan: The server does not know this keeper's token.\n"))
        #expect(try await count(dish.detailHash, "3", token: nil).status == 1)
        for wrong in ["-1", "100001", "many"] {
            #expect(try await count(dish.detailHash, wrong, token: token).status == 64)
        }
        let gone = try await count(dish.detailHash, "3", at: "http://127.0.0.1:1", token: token)
        #expect(
            (gone.status, gone.standardError)
                == (2, "banchan: The server cannot be reached. Nothing was changed.\n"))
        await server.stop()
    }

    @Test func withoutAServerItIsTheShopOfThisDeviceAndSpeaksKorean() async throws {
        let scratch = try Scratch()
        let dish = try #require(try TemporaryMenu.own(.main).first)
        let output = try await runWithoutTerminal(
            ["menu", "count", dish.detailHash, "--left", "5"],
            environment: scratch.environment.merging(["LANG": "ko_KR.UTF-8", "LC_ALL": ""]) { $1 })
        #expect(output.standardOutput == "\(dish.title): 5개 남음\n", "\(output.standardError)")
    }
}
