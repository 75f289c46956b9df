import Domain
import Foundation
import TerminalProbe
import TerminalText
import TestSupport
import Testing

/// A shop that its keeper pauses, seen by its guests, and by command.
@Suite struct PausedShopTests {
    private let environment = ["BANCHAN_KEEPER_TOKEN": OrderingServer.keeperToken]

    @Test func guestsSeeAtOnceThatTheKeeperPausedTheShopAndKeepWhatTheyBegan() async throws {
        let shop = try OrderingServer()
        let server = try await shop.open()
        try await withShop(["--server", server.url]) { guest in
            let keeping = try DeviceTerminal.keeper(of: server)
            let keeper = keeping.program
            try guest.fillTheCart()
            try guest.press("v")
            try guest.wait(forText: "33,300원")
            try guest.press("길동")
            try keeper.press("5", "w")
            try keeper.wait(forText: "언제까지")
            try keeper.press("tab", "재료 소진", "tab", "enter")
            try guest.wait(forText: "지금은 주문을 받지 않습니다 (재료 소진).")
            try keeper.wait(forText: "주문 멈춤")
            try guest.press("enter", "enter")
            try guest.wait(for: "an order that was asked for") { _ in server.requests["/orders", default: 0] > 0 }
            try guest.wait(forText: "33,300원 주문하기 ]")
            #expect(guest.shows("길동"))
            #expect(try waitFor { try await shop.orders() }.isEmpty)
            try keeper.press("w")
            try keeper.wait(forText: "다시 주문을 받을까요?")
            try keeper.press("enter")
            try guest.wait(for: "a shop that takes orders") { screen in
                !screen.text.contains { $0.contains("주문 멈춤") || $0.contains("받지 않습니다") }
            }
            try guest.press("enter")
            try guest.wait(forText: "1번 주문  33,300원")
            withExtendedLifetime(keeping) {}
        }
        #expect(try await shop.orders().map(\.total) == [Won(33_300)])
        await server.stop()
    }

    /// A pause is on a guest's screen as soon as any other change: a key, a request, a commit, an event and a request.
    @Test func aPauseIsOnAnotherScreenWithinMilliseconds() async throws {
        let shop = try OrderingServer()
        let server = try await shop.open()
        try await withShop(["--server", server.url]) { guest in
            try guest.waitUntilSettled()
            try guest.wait(for: "the guest's stream") { _ in server.requests["/events", default: 0] > 0 }
            var times: [Duration] = []
            for number in 0..<12 {
                let isPause = number.isMultiple(of: 2)
                let begin = ContinuousClock.now
                let answer = try server.ask(
                    isPause ? "PUT" : "DELETE", "shop/pause", isPause ? ShopPause(reason: "휴식") : ShopPause(),
                    token: OrderingServer.keeperToken)
                #expect(answer.status == 200)
                try guest.wait(for: "the note") { $0.line(0).contains("주문 멈춤") == isPause }
                times.append(ContinuousClock.now - begin)
            }
            let median = times.sorted()[times.count / 2]
            // A few milliseconds if the machine is otherwise idle.
            #expect(median < .seconds(1))
        }
        await server.stop()
    }

    @Test func theShopIsPausedAndOpenedByCommand() async throws {
        let shop = try OrderingServer()
        let server = try await shop.open()
        let dish = try #require(try TemporaryMenu.own(.main).first)
        func run(_ arguments: String...) async throws -> Output {
            try await runWithoutTerminal(arguments + ["--server", server.url], environment: environment)
        }
        #expect(try await run("shop").standardOutput == "The shop takes orders.\n")
        let paused = try await run("shop", "pause", "--reason", "재료 소진")
        let sentence = "The shop takes no orders now (재료 소진)."
        #expect((paused.status, paused.standardOutput) == (0, sentence + "\n"), "\(paused.standardError)")
        #expect(try await run("shop").standardOutput == sentence + "\n")
        let refused = try await run("order", dish.detailHash, "--who", "지훈")
        #expect((refused.status, refused.standardError) == (3, "banchan: \(sentence)\n"))
        let juice = try await run("juice", "make", "바나나쥬스", "--who", "지훈")
        #expect((juice.status, juice.standardError) == (3, "banchan: \(sentence)\n"))
        let until = try await run("shop", "pause", "--until", "18:30", "--json")
        #expect(try JSONSchema(named: "shop-state").problems(in: until.standardOutput) == [])
        #expect(until.standardOutput.contains("18:30:00"))
        let resumed = try await run("shop", "resume", "--json")
        #expect(resumed.standardOutput == #"{"open":true}"# + "\n")
        #expect(try await run("order", dish.detailHash, "--who", "지훈").status == 0)
        await server.stop()
    }

    @Test func whatCannotBeDoneIsASentence() async throws {
        let shop = try OrderingServer()
        let server = try await shop.open()
        func pause(_ arguments: String..., at url: String? = nil, token: String? = nil) async throws -> Output {
            try await runWithoutTerminal(
                ["shop", "pause"] + arguments + ["--server", url ?? server.url],
                environment: ["BANCHAN_KEEPER_TOKEN": token ?? OrderingServer.keeperToken])
        }
        #expect(try await pause("--until", "25:00").status == 64)
        #expect(try await pause("--reason", String(repeating: "가", count: 101)).status == 64)
        let stranger = try await pause(token: "hunter3")
        #expect(
            (stranger.status, stranger.standardError)
                == (3, "banchan: The server does not know this keeper's token.\n"))
        let gone = try await pause(at: "http://127.0.0.1:1")
        #expect((gone.status, gone.standardError) == (2, "banchan: The server cannot be reached.\n"))
        let state = try await runWithoutTerminal(["shop", "--server", server.url])
        #expect(state.standardOutput == "The shop takes orders.\n")
        await server.stop()
    }
}
