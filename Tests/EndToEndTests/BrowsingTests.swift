import Domain
import TerminalProbe
import TerminalText
import TestSupport
import Testing

@Suite struct BrowsingTests {
    @Test func withoutArgumentsTheShopBringsItsOwnServerAndMenu() async throws {
        let first = try #require(TemporaryMenu.own(.main).first)
        try await withShop { shop in
            try shop.wait(forText: String(first.title.string.prefix(10)))
            try shop.wait(forText: "연결됨")
            #expect(shop.screen.line(0).hasPrefix("─ 1 반찬 ─ 2 주스 ─"))
            #expect(shop.screen.isAlternateScreen)
            try shop.press("q")
            let status = try shop.waitForExit()
            #expect(status == .exited(0))
            #expect(!shop.screen.isAlternateScreen)
        }
    }

    /// Only a command line that is nothing but `--server` and an address is read without the parser.
    @Test func aServerIsTakenHoweverItsOptionIsWritten() async throws {
        let server = try await CountingServer()
        let separate = ["--server", server.url]
        for (index, arguments) in [separate, ["--server=\(server.url)"], separate + ["--no-mouse"]].enumerated() {
            try await withShop(arguments) { shop in
                try shop.wait(for: "the section of that server") { _ in server.requests["/woowa/main"] == index + 1 }
                try shop.wait(forText: "연결됨")
            }
        }
    }

    @Test func arrowsMoveTheSelectionAndEveryOtherKeyOfTheHelpPageMovesToo() async throws {
        let main = try TemporaryMenu.own(.main).map { String($0.title.string.prefix(12)) }
        let soup = try TemporaryMenu.own(.soup).map { String($0.title.string.prefix(12)) }
        let side = try TemporaryMenu.own(.side).map { String($0.title.string.prefix(12)) }
        let server = try await CountingServer()
        try await withShop(["--server", server.url]) { shop in
            try shop.waitUntilSettled()
            try shop.waitForSelection(of: main[0])
            let steps: [(Key, String)] = [
                ("down", main[1]), ("j", main[2]), ("up", main[1]), ("k", main[0]), ("end", side[side.count - 1]),
                ("home", main[0]), ("G", side[side.count - 1]), ("g", main[0]), ("tab", soup[0]),
                ("shift-tab", main[0]), ("]", soup[0]), ("[", main[0]), ("page-down", main[5]), ("page-up", main[0]),
                ("ctrl-d", main[2]), ("ctrl-u", main[0]), ("ㅓ", main[1]), ("ㅏ", main[0]),
            ]
            for (key, title) in steps {
                try shop.press(key)
                try shop.waitForSelection(of: title)
                #expect(shop.selectedRows().count == 1)
            }
        }
        #expect(server.requests["/woowa/main"] == 1)
        await server.stop()
    }

    @Test func whatWasMadeReadyForAKeyLeavesNoTraceWhereAnotherIsPressed() async throws {
        let menu = try TemporaryMenu.withoutPictures()
        let server = try await CountingServer(resources: menu.url)
        try await withShop(["--server", server.url], columns: 100, rows: 30) { shop in
            try shop.waitUntilSettled()
            let keys: [Key] = [
                "down", "down", "down", "up", "up", "down", "down", "down", "down", "down", "down", "page-up", "tab",
                "tab", "end", "up", "up", "home", "down", "right", "left", "down", "2", "1", "down",
            ]
            var list = shop.visibleCells
            for key in keys {
                let shown = shop.visibleCells
                if key == "2" { list = shown }
                try shop.press(key)
                try shop.wait(for: "what \(key) does") { _ in shop.visibleCells != shown }
                // On return from another counter, the screen may change more than once until the list is back.
                if key == "1" { try shop.wait(for: "the list as it was left") { _ in shop.visibleCells == list } }
                // Wait longer than the program takes to prepare for the next key.
                while try shop.pump(milliseconds: 8) {}
                guard key == "down" else { continue }
                try shop.expectSameAfterRepaint()
                #expect(shop.selectedRows().count == 1)
            }
        }
        await server.stop()
        withExtendedLifetime(menu.scratch) {}
    }

    @Test func aRepaintPutsRightWhatAnotherProgramLeft() async throws {
        let menu = try TemporaryMenu.withoutPictures()
        let server = try await CountingServer(resources: menu.url)
        try await withShop(["--server", server.url]) { shop in
            try shop.waitUntilSettled()
            let before = shop.visibleCells
            shop.screen.feed(Array("\u{1B}[3;5Hqx\u{1B}[2J\u{1B}[1;4;38;5;9m\u{1B}(0qx\u{1B}]0;".utf8))
            try shop.press("ctrl-l")
            try shop.wait(for: "the screen as it was") { _ in shop.visibleCells == before }
            #expect(shop.selectedRows().count == 1)
        }
        await server.stop()
        withExtendedLifetime(menu.scratch) {}
    }

    @Test func enterShowsAToastThatGoesAndLeavesNoTrace() async throws {
        let server = try await CountingServer()
        let dish = try #require(TemporaryMenu.own(.main).first)
        try await withShop(["--server", server.url], columns: 43, rows: 17) { shop in
            try shop.waitUntilSettled()
            let before = shop.visibleCells
            try shop.press("enter")
            try shop.wait(for: "a toast with the price, in the middle of its row") { screen in
                screen.text.suffix(4).contains {
                    $0.contains(" \(dish.price.text) ") && !$0.hasSuffix("\(dish.price.text)  │")
                }
            }
            try shop.wait(for: "the screen as it was") { _ in shop.visibleCells == before }
            #expect(shop.visibleCells == before)
        }
        await server.stop()
    }

    @Test func rRefetchesOnlyTheSectionUnderTheCursorAndCostsFewBytes() async throws {
        let server = try await CountingServer()
        // Without pictures, as one that arrives late would add to the bytes counted.
        try await withShop(["--server", server.url], environment: ["NO_COLOR": "1"]) { shop in
            try shop.waitUntilSettled()
            let soup = try TemporaryMenu.own(.soup).prefix(2).map { String($0.title.string.prefix(8)) }
            try shop.press("tab")
            try shop.waitForSelection(of: soup[0])
            // Measure the bytes that a step costs, to subtract them from the cost of the refetch.
            _ = shop.takeBytes()
            try shop.press("down")
            try shop.waitForSelection(of: soup[1])
            let step = shop.takeBytes().count
            try shop.press("up")
            try shop.waitForSelection(of: soup[0])
            _ = shop.takeBytes()
            try shop.press("r")
            try shop.wait(for: "a second request for the soups") { _ in server.requests["/woowa/soup"] == 2 }
            try shop.wait(for: "no spinner") { screen in
                !screen.text.contains { $0.contains("국.찌게") && $0.contains(#/\x20[|\/\\-](\x20\x20|$)/#) }
            }
            try shop.press("down")
            try shop.waitForSelection(of: soup[1])
            #expect(shop.takeBytes().count - step <= 200)
        }
        #expect(server.requests["/woowa/main"] == 1)
        #expect(server.requests["/woowa/soup"] == 2)
        #expect(server.requests["/woowa/side"] == 1)
        await server.stop()
    }

    @Test func theScreenFollowsTheWindow() async throws {
        let server = try await CountingServer()
        try await withShop(["--server", server.url]) { shop in
            try shop.waitUntilSettled()
            try shop.press("down", "down")
            let title = try TemporaryMenu.own(.main)[2].title.string
            try shop.waitForSelection(of: String(title.prefix(12)))
            for (columns, rows) in [(120, 40), (44, 14), (20, 6), (300, 100), (80, 24)] {
                try shop.resize(columns: columns, rows: rows)
                try shop.wait(for: "a frame of \(columns)x\(rows) around the same dish") { screen in
                    screen.line(0).columns == columns && screen.line(rows - 1).hasPrefix("─")
                        && screen.line(rows - 1).columns == columns && shop.selectedRows().count == 1
                        && screen.line(shop.selectedRows()[0]).contains(title.prefix(3))
                }
            }
            try shop.resize(columns: 19, rows: 5)
            try shop.wait(forText: "20x6")
            #expect(shop.selectedRows().isEmpty)
            try shop.resize(columns: 80, rows: 24)
            try shop.waitForSelection(of: String(title.prefix(12)))
        }
        await server.stop()
    }

    @Test func helpListsTheKeysAndClosesAgain() async throws {
        try await withShop(environment: ["LANG": "en_US.UTF-8"]) { shop in
            try shop.wait(forText: "connected")
            try shop.press("?")
            try shop.wait(forText: "move by one row")
            try shop.press("escape")
            try shop.wait(untilGone: "move by one row")
            #expect(shop.screen.text.contains { $0.contains("connected") })
            #expect(shop.selectedRows().count == 1)
        }
    }

    @Test func twoThousandKeysAtOnceEndWhereTheyShould() async throws {
        let many = (0..<3_000).map { Dish(detailHash: "\($0)", title: PlainText("반찬 번호 \($0)."), price: Won(1_000)) }
        let menu = try TemporaryMenu(main: many)
        let server = try await CountingServer(resources: menu.url)
        try await withShop(["--server", server.url]) { shop in
            try shop.waitForSelection(of: "번호 0.")
            try shop.wait(forText: "1/3,000개")
            try shop.press(Array(repeating: Key.text("j"), count: 2_000))
            try shop.waitForSelection(of: "번호 2000.")
            #expect(shop.selectedRows().count == 1)
        }
        await server.stop()
        withExtendedLifetime(menu.scratch) {}
    }
}
