import Domain
import Foundation
import ShopResources
import Storage
import TerminalProbe
import TerminalText
import TestSupport
import Testing

/// The juice bar as guests see it, on one terminal and on two.
@Suite struct JuiceBarTests {
    @Test func whatIsSoldOnOneTerminalIsSeenOnAnother() async throws {
        let shop = try OrderingServer()
        let server = try await shop.open()
        let scratch = try Scratch()
        try await withShop(["--server", server.url]) { seller in
            let watcher = try ProgramOnTerminal(
                Built.banchan, arguments: ["--server", server.url],
                environment: scratch.environment.merging(["LANG": "ko_KR.UTF-8"]) { $1 }, columns: 80, rows: 24)
            for program in [seller, watcher] { try program.goToTheBar() }
            try seller.press("down", "enter", "지훈", "enter", "enter")
            try seller.wait(forText: "바나나쥬스 나왔습니다! 맛있게 드세요!")
            for program in [watcher, seller] { try program.wait(forStock: 8, of: "바나나") }
            try watcher.press("down", "down", "down", "down", "enter", "영희", "enter", "enter")
            try watcher.wait(forText: "딸바쥬스 나왔습니다! 맛있게 드세요!")
            for program in [watcher, seller] {
                try program.wait(forStock: 0, of: "딸기")
                try program.wait(forStock: 7, of: "바나나")
            }
            for program in [watcher, seller] {
                try program.wait(for: "a juice that cannot be made") {
                    $0.text.contains { $0.contains("딸바쥬스") && $0.contains("재료 부족") }
                }
                try program.press("q")
                _ = try program.waitForExit()
            }
        }
        #expect(try await shop.orders().map(\.title) == ["바나나쥬스", "딸바쥬스"])
        await server.stop()
    }

    @Test func aShopThatOnlyDeliversAsksForPhoneAndAddress() async throws {
        let menu = try TemporaryMenu(main: TemporaryMenu.own(.main))
        try FileManager.default.copyItem(
            at: ShopResources.directory().appending(path: "juice"), to: menu.url.appending(path: "juice"))
        try Data(#"{"receive": ["delivery"], "delivery": {"fee": 2000}}"#.utf8)
            .write(to: menu.url.appending(path: "shop.json"))
        let store = try SQLiteStore(at: menu.url.appending(path: "shop.sqlite").path)
        let server = try await CountingServer(resources: menu.url, store: store)
        try await withShop(["--server", server.url]) { program in
            try program.goToTheBar()
            try program.press("down", "enter", "지훈", "enter", "enter")
            try program.wait(forText: "6,000원 주문하기")
            try program.press("enter", "010-1234-5678", "enter", "서울시 반찬로 1", "enter", "enter")
            try program.wait(forText: "1번 주문  6,000원")
        }
        let command = ["juice", "make", "바나나쥬스", "--who", "지훈", "--server", server.url]
        let refused = try await runWithoutTerminal(command)
        #expect(refused.status != 0)
        #expect(refused.standardError.contains("--phone"))
        let made = try await runWithoutTerminal(
            command + ["--phone", "010-1234-5678", "--address", "서울시 반찬로 1", "--json"])
        #expect(made.standardOutput.contains("6000"))
        let orders = try await store.read { try $0.orders(after: 0, limit: .max) }
        #expect(orders.map(\.handover.phone) == ["010-1234-5678", "010-1234-5678"])
        #expect(orders.map(\.total) == [Won(6_000), Won(6_000)])
        await server.stop()
    }

    @Test func aShopMayAskForAnAddressOfWhatIsHadThere() async throws {
        let menu = try TemporaryMenu(main: TemporaryMenu.own(.main))
        try FileManager.default.copyItem(
            at: ShopResources.directory().appending(path: "juice"), to: menu.url.appending(path: "juice"))
        try Data(#"{"receive": ["here"], "ask": {"address": ["here"]}}"#.utf8)
            .write(to: menu.url.appending(path: "shop.json"))
        let store = try SQLiteStore(at: menu.url.appending(path: "shop.sqlite").path)
        let server = try await CountingServer(resources: menu.url, store: store)
        try await withShop(["--server", server.url]) { program in
            try program.goToTheBar()
            try program.press("down", "enter", "지훈", "enter", "enter")
            try program.wait(forText: "4,000원 주문하기")
            try program.press("enter", "3층 회의실", "enter", "enter")
            try program.wait(forText: "1번 주문  4,000원")
        }
        let dish = try #require(try TemporaryMenu.own(.main).first)
        for command in [["juice", "make", "바나나쥬스"], ["order", dish.detailHash]] {
            let address = ["--who", "지훈", "--server", server.url, "--address", "3층 회의실"]
            let made = try await runWithoutTerminal(command + address)
            #expect(made.status == 0, "\(made)")
            #expect(try await runWithoutTerminal(command + address + ["--receive", "pickup"]).status == 64)
        }
        let orders = try await store.read { try $0.orders(after: 0, limit: .max) }
        #expect(orders.map(\.handover.address) == ["3층 회의실", "3층 회의실", "3층 회의실"])
        await server.stop()
    }

    @Test func whoeverIsNotTheKeeperIsNotOfferedTheStock() async throws {
        let shop = try OrderingServer()
        let server = try await shop.open()
        try await withShop(["--server", server.url]) { program in
            try program.goToTheBar()
            try program.press("enter")
            try program.wait(forText: "딸기 6개 모자라요")
            #expect(!program.shows("재고를 수정할까요?"))
            try program.press("e")
            try program.wait(forStock: 10, of: "딸기")
            #expect(!program.shows("재고"))
        }
        #expect(try await shop.orders().isEmpty)
        await server.stop()
    }

    @Test func inTheProgramsOwnShopThePersonInFrontOfItIsTheKeeper() async throws {
        try await withShop { program in
            try program.goToTheBar()
            try program.press("enter")
            try program.wait(forText: "재료가 모자라요. 재고를 수정할까요?")
            try program.press("enter", "2", "6", "down", "+", "enter")
            try program.wait(forText: "재고를 변경했습니다.")
            try program.wait(forStock: 26, of: "딸기")
            try program.wait(forStock: 11, of: "바나나")
            try program.press("enter", "지훈", "enter", "enter")
            try program.wait(forText: "딸기쥬스 나왔습니다! 맛있게 드세요!")
            try program.wait(forStock: 10, of: "딸기")
            try program.press("1")
            try program.wait(forText: "메인반찬")
            try program.press("2")
            try program.wait(forStock: 10, of: "딸기")
            #expect(!program.shows("재료가 모자라요"))
        }
    }
}

extension ProgramOnTerminal {
    func goToTheBar() throws {
        try wait(forText: "연결됨")
        try press("2")
        try wait(forText: "망고 2 + 키위 1")
        try wait(forStock: 10, of: "망고")
    }

    /// Waits until the stock bar of `fruit` ends with `count`.
    func wait(forStock count: Int, of fruit: String) throws {
        try wait(for: "\(count) of \(fruit)") { screen in
            screen.text.contains { line in
                line.hasPrefix("  \(fruit) ") && line.contains("⣀") && line.hasSuffix(" \(count)")
            }
        }
    }
}
