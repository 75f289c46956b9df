import Domain
import Foundation
import Storage
import TerminalProbe
import TerminalText
import TestSupport
import Testing

/// A shop with a name, tabs and sections of its own, on its terminals and by command.
@Suite struct OwnMenuTests {
    private static let head = #""name": "소반가", "name_en": "Sobanga", "counters": ["menu", "orders"]"#
    private static let late =
        #"{"id": "late", "title": "밤참", "subtitle": "열 시부터", "title_en": "Late bites", "subtitle_en": "from ten"}"#
    private static let two = #"{\#(head), "sections": [{"id": "main", "title": "오늘의 반찬"}, \#(late)]}"#
    private static let four =
        #"{"name": "소반가", "counters": ["orders", "menu", "contacts"], "sections": [{"id": "bread", "title": "빵"}, "#
        + #"\#(late), {"id": "soup", "title": "따뜻한 국"}, {"id": "side", "title": "곁들임"}]}"#

    /// Returns the files of a shop whose own file has this text.
    private func menu(_ text: String) throws -> TemporaryMenu {
        func dish(_ hash: String, _ title: PlainText) -> Dish {
            Dish(detailHash: hash, title: title, price: Won(4_000))
        }
        let menu = try TemporaryMenu(
            main: [dish("M1", "잡채")], soup: [dish("S1", "미역국")], side: [dish("D1", "콩자반")])
        for (id, dishes) in [
            ("late", [dish("L1", "잔치국수"), dish("L2", "비빔국수")]), ("bread", [dish("B1", "단팥빵")]),
        ] {
            try JSONEncoder().encode(dishes).write(to: menu.url.appending(path: "menu/\(id).json"))
        }
        try write(text, to: menu)
        return menu
    }

    private func write(_ text: String, to menu: TemporaryMenu) throws {
        try Data(text.utf8).write(to: menu.url.appending(path: "shop.json"))
    }

    private func server(_ menu: TemporaryMenu) async throws -> CountingServer {
        let store = try SQLiteStore(at: menu.url.appending(path: "shop.sqlite").path)
        return try await CountingServer(resources: menu.url, store: store)
    }

    @Test func twoSectionsBecomeFourOnOpenTerminalsInBothLanguages() async throws {
        let menu = try menu(OwnMenuTests.two)
        let server = try await server(menu)
        let other = try Scratch()
        let english = other.environment.merging(["LANG": "en_US.UTF-8"]) { $1 }
        try await withShop(["--server", server.url]) { shop in
            let reader = try ProgramOnTerminal(
                Built.banchan, arguments: ["--server", server.url], environment: english, columns: 80, rows: 40)
            try shop.wait(for: "two sections") { screen in
                ["오늘의 반찬", "밤참", "열 시부터", "잔치국수"].allSatisfy { text in screen.text.contains { $0.contains(text) } }
                    && screen.title == "반찬 - 소반가"
            }
            for text in ["1 반찬", "2 주문", "소반가"] { #expect(shop.screen.line(0).contains(text)) }
            for text in ["주스", "음료", "연락처"] { #expect(!shop.screen.line(0).contains(text)) }
            try reader.wait(for: "the same in English") { screen in
                ["Late bites", "from ten", "오늘의 반찬"].allSatisfy { text in screen.text.contains { $0.contains(text) } }
                    && screen.title == "Banchan - Sobanga"
            }
            try shop.press("tab", "down")
            try shop.waitForSelection(of: "비빔국수")
            try write(OwnMenuTests.four, to: menu)
            for terminal in [shop, reader] {
                try terminal.wait(for: "four sections") { screen in
                    ["빵", "단팥빵"].allSatisfy { text in screen.text.contains { $0.contains(text) } }
                        && !screen.text.contains { $0.contains("오늘의 반찬") }
                }
            }
            try shop.waitForSelection(of: "비빔국수")
            for text in ["1 주문", "2 반찬", "3 연락처"] { #expect(shop.screen.line(0).contains(text)) }
            try shop.press("tab", "tab")
            try shop.waitForSelection(of: "콩자반")
            try shop.wait(for: "all sections") { screen in
                ["단팥빵", "잔치국수", "비빔국수", "미역국", "콩자반"].allSatisfy { text in
                    screen.text.contains { $0.contains(text) }
                }
            }
            try shop.expectSameAfterRepaint()
            try shop.resize(columns: 44, rows: 14)
            try shop.wait(for: "a small screen") { $0.text.contains { $0.contains("곁들임") } }
            #expect(shop.widestRow <= 44)
            try reader.press("q")
            try shop.press("q")
            try shop.waitForExit()
        }
        await server.stop()
        withExtendedLifetime((menu, other)) {}
    }

    @Test func commandsListItsSectionsAndSayWhatItDoesNotHave() async throws {
        let menu = try menu(OwnMenuTests.two)
        let server = try await server(menu)
        func run(_ arguments: String...) async throws -> Output {
            try await runWithoutTerminal(arguments + ["--server", server.url])
        }
        let text = try await run("menu")
        #expect(
            text.standardOutput
                == "오늘의 반찬  \n  4,000원  잡채\n\n밤참  열 시부터\n  4,000원  잔치국수\n  4,000원  비빔국수\n",
            "\(text.standardError)")
        let json = try await run("menu", "--json")
        #expect(try JSONSchema(named: "menu").problems(in: json.standardOutput) == [])
        #expect(json.standardOutput.contains("woowa/late"))
        #expect(try await run("order", "L2", "--who", "지훈", "--receive", "pickup").status == 0)
        let gone = try await run("order", "S1", "--who", "지훈")
        #expect((gone.status, gone.standardError) == (3, "banchan: The shop has no such thing: S1\n"))
        for arguments in [["juice"], ["juice", "make", "키위쥬스", "--who", "지훈"]] {
            let refused = try await runWithoutTerminal(arguments + ["--server", server.url])
            #expect((refused.status, refused.standardError) == (3, "banchan: This shop has no juice bar.\n"))
        }
        let drinks = try await run("drinks")
        #expect((drinks.status, drinks.standardError) == (3, "banchan: This shop has no drinks machine.\n"))
        try write(#"{"counters": ["drinks"]}"#, to: menu)
        for arguments in [["menu"], ["order", "L2", "--who", "지훈"]] {
            try await wait {
                let refused = try await runWithoutTerminal(arguments + ["--server", server.url])
                return (refused.status, refused.standardError) == (3, "banchan: This shop has no menu.\n")
            }
        }
        await server.stop()
        withExtendedLifetime(menu) {}
    }

    @Test func aShopThatCannotBeReachedShowsWhatWasLastKnown() async throws {
        let menu = try menu(OwnMenuTests.two)
        let server = try await server(menu)
        let scratch = try Scratch()
        try await withShop(["--server", server.url], scratch: scratch) { shop in
            try shop.wait(forText: "비빔국수")
            try shop.wait(forText: "잡채")
            try shop.press("q")
            try shop.waitForExit()
        }
        let directory = scratch.url.appending(path: "cache/banchan/http_3a_2f_2f127.0.0.1_3a\(server.port)")
        await server.stop()
        let profile = directory.appending(path: "profile.json")
        if !FileManager.default.fileExists(atPath: profile.path) {
            let text = Data(OwnMenuTests.two.utf8)
            try JSONEncoder().encode(JSONDecoder().decode(ShopProfile.self, from: text)).write(to: profile)
        }
        for language in ["ko_KR.UTF-8", "en_US.UTF-8"] {
            let isKorean = language.hasPrefix("ko")
            try await withShop(["--server", server.url], environment: ["LANG": language], scratch: scratch) { shop in
                try shop.wait(forText: isKorean ? "연결 끊김" : "disconnected")
                for text in ["오늘의 반찬", isKorean ? "밤참" : "Late bites", "잔치국수", isKorean ? "소반가" : "Sobanga"] {
                    #expect(shop.shows(text), "\(text)")
                }
                #expect(!shop.shows("국.찌게") && !shop.shows(isKorean ? "주스" : "Juice"))
                #expect(shop.screen.title == (isKorean ? "반찬 - 소반가" : "Banchan - Sobanga"))
                try shop.press("q")
                try shop.waitForExit()
            }
        }
        withExtendedLifetime(menu) {}
    }
}
