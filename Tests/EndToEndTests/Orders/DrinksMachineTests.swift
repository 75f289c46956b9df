import Domain
import Foundation
import TerminalProbe
import TestSupport
import Testing

/// The drinks machine as guests and its keeper see it, on one terminal and on two.
@Suite struct DrinksMachineTests {
    @Test func whatWasPaidAndBoughtIsThereAgainAfterARestart() async throws {
        let scratch = try Scratch()
        try await withShop(scratch: scratch) { program in
            try program.goToTheMachine()
            try program.press("t", "f")
            try program.wait(forText: "잔액 6,000원")
            try program.wait(forText: "구매 가능")
            try program.press("enter")
            try program.wait(forText: "1,500원입니다. 살까요?")
            try program.press("enter")
            try program.wait(forText: "딸기우유 나왔습니다! 맛있게 드세요!")
            try program.wait(forText: "잔액 4,500원")
            try program.wait(forText: "구매한 음료 1")
            try program.press("down", "down", "enter")
            try program.wait(forText: "기한이 지나 팔지 않습니다.")
            #expect(program.shows("잔액 4,500원"))
            try program.press("escape")
            try program.terminal.signal(SIGKILL)
            _ = try program.waitForExit()
        }
        try await withShop(environment: ["NO_COLOR": "1"], scratch: scratch) { program in
            try program.goToTheMachine()
            try program.wait(forText: "잔액 4,500원")
            try program.wait(forText: "구매한 음료 1")
            try program.wait(for: "the strip in words") { $0.line($0.rows - 2).contains("딸기우유") }
            try program.press("q")
            try program.wait(forText: "4,500원을 돌려받고 나갈까요?")
            try program.press("escape", "c")
            try program.wait(forText: "거스름돈 4,500원을 돌려받았습니다.")
            try program.wait(forText: "잔액 0원")
            try program.press("q")
            #expect(try program.waitForExit() == .exited(0))
        }
    }

    @Test func whoLeavesTakesTheChangeAlong() async throws {
        let scratch = try Scratch()
        try await withShop(scratch: scratch) { program in
            try program.goToTheMachine()
            try program.press("f")
            try program.wait(forText: "잔액 5,000원")
            try program.press("q")
            try program.wait(forText: "5,000원을 돌려받고 나갈까요?")
            try program.press("enter")
            #expect(try program.waitForExit() == .exited(0))
        }
        try await withShop(scratch: scratch) { program in
            try program.goToTheMachine()
            try program.wait(forText: "잔액 0원")
        }
    }

    @Test func aNoteDrawsTheBalanceAndWhatItSufficesFor() async throws {
        try await withShop(environment: ["NO_COLOR": "1"]) { program in
            try program.goToTheMachine()
            try program.press("f")
            try program.wait(forText: "잔액 5,000원")
            try program.wait(for: "all that can be bought") { $0.text.count { $0.contains("구매 가능") } > 3 }
            let before = program.bytesReceived
            try program.press("f")
            try program.wait(forText: "잔액 10,000원")
            #expect(program.bytesReceived - before < 1_000, "what can be bought was drawn before")
        }
    }

    @Test func tooLittleMoneyIsADialogAndNothingChanges() async throws {
        try await withShop { program in
            try program.goToTheMachine()
            try program.press("t")
            try program.wait(forText: "잔액 1,000원")
            try program.press("enter")
            try program.wait(forText: "500원이 모자랍니다.")
            #expect(program.shows("잔액 1,000원"))
            try program.press("enter")
            try program.wait(untilGone: "모자랍니다.")
            #expect(program.shows("6개 남음"))
            #expect(program.shows("아직 구매한 음료가 없습니다."))
            try program.press("enter")
            try program.wait(forText: "500원이 모자랍니다.")
            try program.press("t", "enter", "enter")
            try program.wait(forText: "딸기우유 나왔습니다! 맛있게 드세요!")
            try program.wait(forText: "잔액 500원")
        }
    }

    @Test func theKeepersScreenIsNotForGuests() async throws {
        let shop = try await MachineShop()
        try await withShop(["--server", shop.url]) { program in
            try program.goToTheMachine()
            try program.press("a", "t")
            try program.wait(forText: "잔액 1,000원")
            #expect(program.shows("딸기우유"))
            #expect(!program.shows("관리"))
        }
        try await shop.stop()
    }

    @Test func theSharesAreLiveWhileAnotherTerminalBuys() async throws {
        let shop = try await MachineShop()
        let keeper = ["BANCHAN_KEEPER_TOKEN": MachineShop.token]
        try await withShop(["--server", shop.url], environment: keeper) { keeper in
            let buyer = try shop.guest()
            for program in [keeper, buyer] { try program.goToTheMachine() }
            try keeper.press("a")
            try keeper.wait(forText: "진한 카카오우유")
            try keeper.press("shift-tab")
            try keeper.wait(forText: "아직 팔린 음료가 없습니다.")
            try buyer.press("f", "f", "enter", "enter")
            try keeper.wait(forText: "100%")
            #expect(keeper.shows("⣿⣿⣿⣿"))
            let before = keeper.bytesReceived
            try buyer.wait(forText: "딸기우유 나왔습니다!")
            try buyer.press("G", "enter", "enter")
            try keeper.wait(for: "two halves") { screen in screen.text.count { $0.contains(" 50%") } == 2 }
            #expect(keeper.bytesReceived - before < 2_000, "half of a pie, two shares and a sale")
            try keeper.press("tab", "down", "down", "enter", "9", "enter")
            try keeper.wait(forText: "재고를 변경했습니다.")
            try buyer.press("g")
            try buyer.wait(forText: "9개 남음")
            try keeper.press("x")
            try keeper.wait(forText: "뺄까요?")
            try keeper.press("y")
            try keeper.wait(forText: "기한이 지난 음료를 뺐습니다.")
            try keeper.wait(for: "only strawberry milk expired") { screen in
                screen.text.count { $0.contains("기한 지남 ") && $0.contains("⣀⣀⣀⣀⣀") } == 1
            }
        }
        try await shop.stop()
    }

    @Test func theLastCanIsSoldOnce() async throws {
        let shop = try await MachineShop()
        try await withShop(["--server", shop.url]) { first in
            let second = try shop.guest()
            for program in [first, second] {
                try program.goToTheMachine()
                try program.press("f")
                try program.wait(forText: "잔액 5,000원")
                // Only once the section is loaded, since a loading section has one row.
                try program.press("tab")
                try program.waitForSelection(of: "콜라")
                try program.press("down", "down", "down", "down")
                try program.waitForSelection(of: "포도 소다")
            }
            for program in [first, second] {
                try program.press("enter")
                try program.wait(forText: "1,300원입니다. 살까요?")
            }
            for program in [first, second] { try program.press("enter") }
            for program in [first, second] {
                try program.wait(for: "a toast or a dialog, and the balance that goes with it") { screen in
                    func shows(_ text: String) -> Bool { screen.text.contains { $0.contains(text) } }
                    return shows("포도 소다 나왔습니다!") && shows("잔액 3,700원")
                        || shows("다 팔렸습니다.") && shows("잔액 5,000원")
                }
            }
            #expect([first, second].count { $0.shows("다 팔렸습니다.") } == 1)
            #expect([first, second].count { $0.shows("잔액 3,700원") } == 1)
            #expect([first, second].count { $0.shows("잔액 5,000원") } == 1)
        }
        try await shop.stop()
    }

    @Test func sharesAreToldApartWithoutColours() async throws {
        try await withShop(environment: ["NO_COLOR": "1"]) { program in
            try program.goToTheMachine()
            try program.press("f", "f", "enter", "enter", "tab")
            try program.wait(forText: "딸기우유 나왔습니다!")
            try program.press("enter", "enter")
            try program.wait(forText: "콜라 나왔습니다!")
            try program.press("G", "enter", "enter")
            try program.wait(forText: "다크 블랙 나왔습니다!")
            try program.press("a", "shift-tab")
            try program.wait(forText: "34%")
            let cells = (0..<program.screen.rows).flatMap { program.screen.cells(row: $0) }
            #expect(cells.allSatisfy { $0.foreground == .default && $0.background == .default })
            for pattern in ["⣿", "⠭", "⠡"] { #expect(cells.count { $0.text == pattern } > 20, "\(pattern)") }
        }
    }
}

/// A shop with a keeper, served by its own process.
private struct MachineShop: Sendable {
    static let token = "token-of-the-machines-keeper"

    private let scratch: Scratch
    private let guests: Scratch
    private let server: ServingProgram

    init() async throws {
        scratch = try Scratch()
        guests = try Scratch()
        server = try await ServingProgram.banchan(
            database: scratch.url.appending(path: "shop.sqlite").path,
            environment: scratch.environment.merging(["BANCHAN_KEEPER_TOKEN": MachineShop.token]) { $1 })
    }

    var url: String { server.url.absoluteString }

    /// Opens a terminal on another device.
    func guest() throws -> ProgramOnTerminal {
        try ProgramOnTerminal(
            Built.banchan, arguments: ["--server", url],
            environment: guests.environment.merging(["LANG": "ko_KR.UTF-8"]) { $1 }, columns: 80, rows: 24)
    }

    func stop() async throws { #expect(try await server.stop().end == .fine) }
}

extension ProgramOnTerminal {
    fileprivate func goToTheMachine() throws {
        try wait(forText: "연결됨")
        try press("3")
        try wait(forText: "바나나우유")
        try wait(forText: "잔액 ")
    }
}
