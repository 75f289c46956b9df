import Foundation
import ShopResources
import TestSupport
import Testing

@Suite struct CheckCommandTests {
    @Test func nothingIsFoundInTheShopThatComesWithTheProgram() async throws {
        let output = try await runWithoutTerminal(["check"])
        #expect(output.status == 0)
        let lines = output.standardOutput.split(separator: "\n")
        #expect(lines.first == "Delivery fees:")
        #expect(lines.last == "Nothing was found.")
        #expect(lines.contains("  “3,000원 (40,000원 이상 구매 시 무료)” (dishes: 11): 3,000원, free from 40,000원."))
        #expect(lines.contains("Pictures:"))
        #expect(lines.contains { $0.wholeMatch(of: /\s+JPEG, \d+ × \d+: pictures\/\w+\.jpg and \d+ more/) != nil })
        #expect(output.standardError.isEmpty)
    }

    @Test func everyFindingIsALineWithItsPlace() async throws {
        let shop = try CopiedShop()
        try shop.edit("menu/main.json", #""s_price": "15,900원""#, #""s_price": 15900"#)
        let english = try await runWithoutTerminal(["check", shop.url.path])
        #expect(english.status == 1)
        let lines = english.standardOutput.split(separator: "\n").map(String.init)
        #expect(lines.first == "\(shop.url.path)/menu/main.json:13:16: “s_price” has to be text.")
        #expect(lines.last?.hasPrefix("Problems: 1. Notes: ") == true)
        #expect(english.standardError.isEmpty)
        let korean = try await runWithoutTerminal(
            ["check", shop.url.path + "/"], environment: ["LANG": "ko_KR.UTF-8"])
        #expect(korean.standardOutput.hasPrefix("\(shop.url.path)/menu/main.json:13:16: “s_price” 값은 글자여야 합니다.\n"))
        withExtendedLifetime(shop) {}
    }

    @Test func eachTextOfADeliveryFeeIsUnderstoodAsOneThing() async throws {
        let shop = try CopiedShop()
        try shop.edit("details/HBDEF.json", "3,000원 (40,000원 이상 구매 시 무료)", "삼천 원")
        let output = try await runWithoutTerminal(
            ["check", shop.url.path], environment: ["LANG": "ko_KR.UTF-8"])
        #expect(output.standardOutput.contains("\n배달비:\n"))
        #expect(output.standardOutput.contains("\n  “삼천 원” (1가지): 받지 않습니다.\n"))
        try Data(#"{"delivery": {"fee": 3000}}"#.utf8).write(to: shop.url.appending(path: "shop.json"))
        let ruled = try await runWithoutTerminal(["check", shop.url.path])
        #expect(ruled.standardOutput.hasPrefix("Pictures:\n  "))
        #expect(ruled.standardOutput.hasSuffix("\nNothing was found.\n"))
        withExtendedLifetime(shop) {}
    }

    @Test func notesAloneAreNoFailure() async throws {
        let shop = try CopiedShop()
        try shop.edit("menu/side.json", "}\n]", "},\n]")
        let output = try await runWithoutTerminal(["check", shop.url.path])
        #expect(output.status == 0)
        let lines = output.standardOutput.split(separator: "\n")
        #expect(lines.first?.hasSuffix(": note: Nothing follows this comma; it is ignored.") == true)
        #expect(lines.last == "Problems: 0. Notes: 1.")
        withExtendedLifetime(shop) {}
    }

    @Test func ofAFloodAPartIsPrintedAndTheRestIsCounted() async throws {
        let shop = try CopiedShop()
        let flood = "[" + Array(repeating: "1", count: 1_000).joined(separator: ", ") + "]"
        try Data(flood.utf8).write(to: shop.url.appending(path: "juice/fruits.json"))
        let output = try await runWithoutTerminal(["check", shop.url.path])
        let lines = output.standardOutput.split(separator: "\n")
        #expect(lines[200] == "There are 800 more.")
        #expect(lines.last == "Problems: 1000. Notes: 0.")
        #expect(output.status == 1)
        withExtendedLifetime(shop) {}
    }

    @Test func aDirectoryThatIsNotThereIsASentence() async throws {
        let output = try await runWithoutTerminal(["check", "/nowhere/at/all"])
        #expect(output.status == 1)
        #expect(output.standardError == "banchan: The shop's data is missing: /nowhere/at/all\n")
        #expect(output.standardOutput.isEmpty)
        #expect(try await runWithoutTerminal(["check", "--help"]).standardOutput.contains("file:line:column"))
    }

    @Test func aServerThatCannotStartSaysWhereInTheFileItIs() async throws {
        let shop = try CopiedShop()
        try shop.edit("menu/main.json", #""s_price": "15,900원""#, #"s_price: 15900"#)
        let output = try await runWithoutTerminal(["serve", "--port", "0", "--resources", shop.url.path])
        #expect(output.status == 1)
        let lines = output.standardError.split(separator: "\n")
        #expect(
            lines.first == "banchan: \(shop.url.path)/menu/main.json:13:5: A name in double quotes is expected here.")
        #expect(lines.last?.contains("cannot be read: \(shop.url.path)/menu/main.json") == true)
        withExtendedLifetime(shop) {}
    }

    @Test func aServerTellsItsOperatorWhatIsFoundAtItsStartAndLater() async throws {
        let shop = try CopiedShop()
        try shop.edit("menu/side.json", "}\n]", "},\n]")
        try Data(#"{"time_zone": "Asia/Seoul"}"#.utf8).write(to: shop.url.appending(path: "shop.json"))
        let scratch = try Scratch()
        let server = try await ServingProgram.banchan(
            database: scratch.url.appending(path: "shop.sqlite").path, ["--resources", shop.url.path],
            environment: scratch.environment.merging(["LANG": "C.UTF-8"]) { $1 })
        let first = try await server.program.complaint(0)
        #expect(first.hasSuffix("note: Nothing follows this comma; it is ignored."))
        try shop.edit("juice/recipes.json", "\"kiwi\": 3", "\"durian\": 3")
        let second = try await server.program.complaint(1)
        #expect(second.hasSuffix("This fruit is not in juice/fruits.json: durian"))
        #expect(second.hasPrefix("banchan: \(shop.url.path)/juice/recipes.json:4:"))
        #expect(try await server.stop().end == .fine)
        withExtendedLifetime(shop) {}
    }
}

/// A copy of the shop's resources that are shipped with the program.
final class CopiedShop: Sendable {
    private let scratch: Scratch
    let url: URL

    init() throws {
        scratch = try Scratch()
        url = scratch.url.appending(path: "shop")
        try FileManager.default.copyItem(at: ShopResources.directory(), to: url)
    }

    func edit(_ file: String, _ old: String, _ new: String) throws {
        let place = url.appending(path: file)
        let text = String(decoding: try Data(contentsOf: place), as: UTF8.self)
        guard text.contains(old) else { throw CocoaError(.fileReadCorruptFile) }
        try Data(text.replacing(old, with: new).utf8).write(to: place)
    }
}
