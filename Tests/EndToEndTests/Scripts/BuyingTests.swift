import Domain
import Foundation
import NIOConcurrencyHelpers
import TerminalText
import TestPeers
import TestSupport
import Testing

@Suite struct BuyingTests {
    @Test func anOrderIsPlacedAtThePriceOfTheMenuAndPrinted() async throws {
        let shop = try OrderingServer()
        let server = try await shop.open()
        let dish = try #require(try TemporaryMenu.own(.side).first)
        let output = try await buy(["order", dish.detailHash, "--quantity", "2"], server, ["LANG": "ko_KR.UTF-8"])
        #expect(output.status == 0, "\(output.standardError)")
        let order = try #require(try await shop.orders().first)
        #expect(order.who.string == "지훈")
        #expect(order.lines.map(\.quantity) == [2])
        #expect(order.lines.map(\.unitPrice) == [dish.price])
        #expect(output.standardOutput.hasPrefix("주문 1  \(dish.title) × 2  \(order.total.text)"))
        #expect(order.total.amount == dish.price.amount * 2)

        let json = try await buy(["order", dish.detailHash, "--json"], server)
        #expect(try JSONSchema(named: "order").problems(in: json.standardOutput) == [])
        let printed = try JSONDecoder().decode(JSONValue.self, from: Data(json.standardOutput.utf8))
        let second = try #require(try await shop.orders().last)
        #expect(printed["total"] == .number(Double(second.total.amount)))
        #expect(printed["id"] == .number(Double(second.id)))

        let again = try await buy(
            ["order", dish.detailHash, "--json", "--key", try #require(printed["key"]?.string)], server)
        #expect(again.status == 0)
        #expect(again.standardOutput == json.standardOutput)
        #expect(try await shop.orders().count == 2)
        await server.stop()
    }

    @Test func aTimeOfAnotherDayIsConfirmedWithItsDay() async throws {
        let shop = try OrderingServer()
        let server = try await shop.open()
        let dish = try #require(try TemporaryMenu.own(.main).first)
        let day = Date.ISO8601FormatStyle(dateTimeSeparator: .space, timeZone: .current)
        let text = String((Date.now + 86_400).formatted(day).dropFirst("2026-".count).prefix("12-24 18:30".count))
        for command in [["order", dish.detailHash], ["juice", "make", "banana"]] {
            let output = try await buy(command + ["--wanted", text], server)
            #expect(output.standardOutput.hasSuffix("  wanted \(text)\n"), "\(output.standardError)")
            let json = try await buy(command + ["--wanted", text, "--json"], server)
            let schema = command[0] == "order" ? "order" : "juice-order"
            #expect(try JSONSchema(named: schema).problems(in: json.standardOutput) == [])
        }
        await server.stop()
    }

    @Test func aRefusalIsASentenceAndACode() async throws {
        let shop = try OrderingServer()
        let server = try await shop.open()
        let dish = try #require(try TemporaryMenu.own(.main).first)
        let price = try await buy(["order", dish.detailHash, "--price", "100"], server)
        #expect(price.status == 3)
        #expect(price.standardError == "banchan: The price differs: one costs \(dish.price.text) now.\n")
        let unknown = try await buy(["order", "H0000", "--quantity", "1"], server, ["LANG": "ko_KR.UTF-8"])
        #expect(unknown.status == 3)
        #expect(unknown.standardError == "banchan: 이 가게에 없습니다: H0000\n")
        for wrong in [["--quantity", "100"], ["--price", "-1"], ["--price", "\(Int.max)"]] {
            let refused = try await buy(["order", dish.detailHash] + wrong, server)
            #expect(refused.status == 64, "\(wrong)")
        }
        let nobody = try await runWithoutTerminal(["order", dish.detailHash, "--server", server.url])
        #expect(nobody.status == 64)
        for who in ["", String(repeating: "홍", count: 65)] {
            let order = ["order", dish.detailHash, "--server", server.url, "--who", who]
            #expect(try await runWithoutTerminal(order).status == 64)
        }
        #expect(nobody.standardError == "banchan: Say in whose name with --who.\n")
        let key = UUID().uuidString
        #expect(try await buy(["order", dish.detailHash, "--key", key], server).status == 0)
        let other = try await buy(["order", dish.detailHash, "--key", key, "--quantity", "3"], server)
        #expect(other.status == 3)
        #expect(other.standardError.contains("under that key"))
        #expect(try await shop.orders().count == 1)
        await server.stop()
    }

    @Test func aJuiceIsMadeByItsNameOrID() async throws {
        let shop = try OrderingServer()
        let server = try await shop.open()
        for name in ["바나나쥬스", "banana", "Banana juice"] {
            let output = try await buy(["juice", "make", name, "--json"], server)
            #expect(output.status == 0, "\(output.standardError)")
            #expect(try JSONSchema(named: "juice-order").problems(in: output.standardOutput) == [])
        }
        #expect(try await shop.orders().map(\.title.string) == ["바나나쥬스", "바나나쥬스", "바나나쥬스"])
        let short = try await buy(["juice", "make", "딸기쥬스"], server, ["LANG": "ko_KR.UTF-8"])
        #expect(short.status == 3)
        #expect(short.standardError == "banchan: 재료가 부족합니다: 딸기 6\n")
        #expect(try await buy(["juice", "make", "콜라"], server).status == 3)
        await server.stop()
    }

    @Test func aShopThatIsNotThereHasACodeOfItsOwn() async throws {
        for command in [
            ["order", "H0000", "--who", "a"], ["juice", "make", "a", "--who", "a"], ["juice"], ["drinks"],
        ] {
            let output = try await runWithoutTerminal(command + ["--server", "http://127.0.0.1:1"])
            #expect(output.status == 2)
            #expect(output.standardError.contains("the server cannot be reached"))
        }
    }

    @Test func withoutAServerTheProgramsOwnShopTakesTheOrder() async throws {
        let scratch = try Scratch()
        let dish = try #require(try TemporaryMenu.own(.main).first)
        let output = try await runWithoutTerminal(
            ["order", dish.detailHash, "--who", "서연"], environment: scratch.environment)
        #expect(output.status == 0, "\(output.standardError)")
        let orders = try await runWithoutTerminal(["orders"], environment: scratch.environment)
        #expect(orders.standardOutput.contains("서연"))
    }

    /// What is meant for another shop is not done at this device's own.
    @Test(arguments: ["server: shop.local:8080\n", "server: [\n", "sever: http://shop.local:8080\n"])
    func nothingIsDoneWhereTheFileHidesWhichServerIsMeant(_ text: String) async throws {
        let (scratch, dish) = (try Scratch(), try #require(try TemporaryMenu.own(.main).first))
        try scratch.writeSettings(text)
        let buying = [["order", dish.detailHash, "--who", "서연"], ["juice", "make", "banana", "--who", "서연"]]
        let reading = [["juice"], ["drinks"], ["menu"], ["orders"], ["orders", "--mine"], ["shop"], ["print", "1"]]
        let changing = [
            ["orders", "pay", "1", "--method", "cash"], ["menu", "count", dish.detailHash, "--left", "3"],
            ["shop", "pause"], ["close"],
        ]
        for command in buying + reading + changing {
            let output = try await runWithoutTerminal(command, environment: scratch.environment)
            #expect(output.status == 64, "\(command): \(output)")
            let lines = output.standardError.split(separator: "\n")
            #expect(lines.count == 2)
            #expect(lines.first?.hasPrefix("banchan: \(scratch.settings.path):") == true, "\(output)")
            #expect(lines.last?.hasSuffix("mend the file, or name one with --server.") == true, "\(output)")
        }
        #expect(!FileManager.default.fileExists(atPath: scratch.url.appending(path: "data/banchan/shop.sqlite").path))
        let shop = try OrderingServer()
        let server = try await shop.open()
        let named = try await buy(["order", dish.detailHash], server, scratch.environment)
        #expect(named.status == 0 && named.standardError.hasPrefix("banchan: \(scratch.settings.path):"), "\(named)")
        #expect(try await shop.orders().count == 1)
        await server.stop()
    }

    @Test func theDatabaseOfTheEnvironmentIsTheOneThatCommandsReadAndChange() async throws {
        let (scratch, place) = (try Scratch(), try Scratch())
        let dish = try #require(try TemporaryMenu.own(.main).first)
        let environment = scratch.environment.merging(
            ["BANCHAN_DATABASE": place.url.appending(path: "shop.sqlite").path]) { $1 }
        for command in [
            ["order", dish.detailHash, "--who", "서연"], ["orders", "pay", "1", "--method", "cash"],
            ["menu", "count", dish.detailHash, "--left", "3"], ["close"],
        ] {
            let output = try await runWithoutTerminal(command, environment: environment)
            #expect(output.status == 0, "\(command): \(output)")
        }
        let orders = try await runWithoutTerminal(["orders", "--json"], environment: environment)
        #expect(orders.standardOutput.contains("서연") && orders.standardOutput.contains("cash"), "\(orders)")
        #expect(!FileManager.default.fileExists(atPath: scratch.url.appending(path: "data/banchan/shop.sqlite").path))
    }

    private func buy(
        _ arguments: [String], _ server: CountingServer, _ environment: [String: String] = [:]
    ) async throws -> Output {
        try await runWithoutTerminal(arguments + ["--who", "지훈", "--server", server.url], environment: environment)
    }
}
