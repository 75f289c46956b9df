import Domain
import Foundation
import TerminalProbe
import TerminalText
import TestSupport
import Testing

/// Searching on a terminal.
@Suite struct SearchTests {
    @Test func dishesAreFoundByInitialConsonantsAndTheDishStaysSelected() async throws {
        let main = try TemporaryMenu.own(.main)
        let pattern = SearchPattern("ㄱㅂ")
        let found = try #require(main.first { pattern.matches($0.title.string) })
        let other = try #require(
            main.firstIndex { !pattern.matches($0.title.string) && !pattern.matches($0.description.string) })
        let title = String(main[other].title.string.prefix(12))
        let server = try await CountingServer()
        try await withShop(["--server", server.url], environment: ["NO_COLOR": "1"]) { shop in
            try shop.waitUntilSettled()
            try shop.press(Array(repeating: "down", count: other))
            try shop.waitForSelection(of: title)
            try shop.press("/", "ㄱ", "ㅂ")
            try shop.wait(for: "what was found, and nothing else") { screen in
                let last = screen.line(screen.rows - 1)
                return last.hasPrefix("─ / ㄱㅂ ") && last.contains("개  Enter 고르기")
                    && !screen.text.contains { $0.contains(title) }
            }
            #expect(shop.screen.cursor.isVisible)
            #expect(shop.screen.cursor.column == 8)
            try shop.press("enter", "n", "N")
            try shop.wait(forText: "Esc 찾기 끝  Enter 가격")
            #expect(shop.screen.text.contains { $0.contains(found.title.string.prefix(8)) })
            try shop.press("escape")
            try shop.wait(untilGone: "Esc 찾기 끝")
            try shop.waitForSelection(of: String(found.title.string.prefix(12)))
            #expect(!shop.shows("ㄱㅂ"))
        }
        await server.stop()
    }

    @Test func theNearestDishIsTakenWithOneKeyAndPricesAreFound() async throws {
        try await withShop(environment: ["NO_COLOR": "1"]) { shop in
            try shop.waitUntilSettled()
            try shop.press(.text("등갈피찜"))
            try shop.wait(forText: "가장 가까운 이름: [오월솥] 묵은지 등갈비찜 (Enter 키로 찾기)")
            try shop.press("enter")
            try shop.waitForSelection(of: "[오월솥] 묵은지")
            try shop.press("escape")
            try shop.wait(untilGone: "Esc 찾기 끝")
            try shop.press("/", .text("@소반가 >1000 국"))
            try shop.wait(forText: "6개")
            // While a text is typed, the cursor is in it.
            try shop.press("enter")
            try shop.waitForSelection(of: "[소반가] 한우 뭇국")
            try shop.press("escape", "q")
            _ = try shop.waitForExit()
        }
    }

    @Test func theFirstVisitIsWelcomedOnce() async throws {
        let scratch = try Scratch(isFirstVisit: true)
        try await withShop(scratch: scratch) { shop in
            try shop.wait(forText: "어서 오세요")
            try shop.wait(forText: "연결됨")
            try shop.press("j")
            try shop.wait(untilGone: "어서 오세요")
            try shop.press("q")
            _ = try shop.waitForExit()
        }
        try await withShop(scratch: scratch) { shop in
            try shop.wait(forText: "연결됨")
            try shop.waitUntilSettled()
            #expect(!shop.screen.text.contains { $0.contains("어서 오세요") })
        }
    }

    @Test func whereNothingCanBeWrittenTheShopOpensWithoutAWelcome() async throws {
        let environment = ["XDG_STATE_HOME": "/proc/nowhere"]
        try await withShop(environment: environment, scratch: Scratch(isFirstVisit: true)) { shop in
            try shop.wait(forText: "연결됨")
            try shop.waitUntilSettled()
            #expect(!shop.screen.text.contains { $0.contains("어서 오세요") })
        }
    }

    @Test func aCommandIsDoneByItsName() async throws {
        try await withShop(environment: ["LANG": "en_US.UTF-8"]) { shop in
            try shop.wait(forText: "connected")
            try shop.press(":", .text("go to ju"))
            try shop.wait(forText: "go to Juice")
            try shop.press("enter")
            try shop.wait(untilGone: "go to Juice")
            try shop.wait(forText: "Enter make")
            try shop.press(":", .text("quit"))
            try shop.press("escape", "?", .text("suspend"))
            try shop.wait(forText: "Every list")
            try shop.press("escape", "escape", "q")
            let status = try shop.waitForExit()
            #expect(status == .exited(0))
        }
    }
}
