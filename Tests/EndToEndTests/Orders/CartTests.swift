import Domain
import Foundation
import TerminalProbe
import TerminalText
import TestPeers
import TestSupport
import Testing

/// Carts and orders that outlive the program or the connection, and guest names that are fixed by configuration.
@Suite struct CartTests {
    @Test func theCartOutlivesTheProgramAndAnotherPriceIsConfirmedAgain() async throws {
        let shop = try OrderingServer()
        let server = try await shop.open()
        let scratch = try Scratch()
        let ordered = try OrderedDish()
        try await withShop(["--server", server.url], scratch: scratch) { program in
            try program.waitUntilSettled()
            try program.press("+", "down", "+")
            try program.wait(for: "the cart on disk") { _ in scratch.cart()?.count == 2 }
            try program.terminal.signal(SIGKILL)
            try program.waitForExit()
        }
        try await withShop(["--server", server.url], scratch: scratch) { program in
            try program.waitUntilSettled()
            try program.wait(for: "the cart at the tab") { $0.line(0).contains("5 주문 x2") }
            let price = try server.ask(
                "PUT", "dishes/\(ordered.dish.detailHash)/price", DishPrice(title: ordered.dish.title, Won(14_900)),
                token: OrderingServer.keeperToken)
            #expect(price.status == 200)
            try program.press("v")
            try program.wait(forText: "원 주문하기 ]")
            try program.press("길동", "enter", "enter")
            try program.wait(forText: "15,900원에서 14,900원으로 바뀌었습니다.")
            #expect(program.screen.text.count { $0.contains("으로 바뀌었습니다.") } == 1)
            try program.wait(forText: "27,800원")
            #expect(try waitFor { try await shop.orders().isEmpty })
            try program.press("enter")
            try program.wait(forText: "1번 주문  27,800원")
            try program.wait(for: "no cart on disk") { _ in scratch.cart() == nil }
        }
        let orders = try await shop.orders()
        #expect(orders.flatMap(\.lines).map(\.unitPrice) == [Won(14_900), Won(12_900)])
        await server.stop()
    }

    @Test func anOrderWaitsForTheServerAndIsFollowedToItsEnd() async throws {
        let shop = try OrderingServer()
        let port = try FreePort.find()
        let server = try await shop.open(port: port)
        try await withShop(["--server", server.url]) { program in
            try program.orderWithout(server)
            let again = try waitFor { try await shop.open(port: port) }
            // Reconnect by hand, since the retry delay grows.
            try program.press("R")
            try program.wait(forText: "연결됨")
            try program.wait(forOrder: 1, "접수")
            try program.wait(untilGone: "보내지 못한 주문")
            for (before, after, text) in [
                (OrderState.received, OrderState.preparing, "준비 중"), (.preparing, .ready, "준비 완료"),
                (.ready, .handedOver, "전달 완료"),
            ] {
                try again.move(1, from: before, to: after)
                try program.wait(forOrder: 1, text)
            }
            try waitFor { await again.stop() }
        }
        #expect(try await shop.orders().map(\.state) == [.handedOver])
    }

    @Test func anOrderThatNeverReachedTheServerIsTakenBack() async throws {
        let shop = try OrderingServer()
        let port = try FreePort.find()
        let server = try await shop.open(port: port)
        let scratch = try Scratch()
        try await withShop(["--server", server.url], scratch: scratch) { program in
            try program.orderWithout(server)
            try program.press("x")
            try program.wait(forText: "보내지 않고 뺄까요?")
            try program.press("y")
            try program.wait(forText: "주문을 뺐습니다.")
            try program.wait(untilGone: "보내지 못한 주문")
            #expect(scratch.waitingOrders(port: port).isEmpty)
            let again = try waitFor { try await shop.open(port: port) }
            // Reconnect by hand, since the retry delay grows.
            try program.press("R")
            try program.wait(forText: "연결됨")
            try program.wait(forText: "주문이 없습니다.")
            try waitFor { await again.stop() }
        }
        #expect(try await shop.orders().isEmpty)
    }

    @Test(arguments: [true, false]) func aNameThatIsFixedIsNotAskedFor(_ isOption: Bool) async throws {
        let shop = try OrderingServer()
        let server = try await shop.open()
        let option = isOption ? ["--guest-name", "홍길동"] : []
        // The option takes precedence over the environment.
        let environment = ["BANCHAN_GUEST": isOption ? "다른 손님" : "홍길동"]
        try await withShop(["--server", server.url] + option, environment: environment) { program in
            try program.waitUntilSettled()
            try program.openOrderForm()
            try program.wait(forText: "이름      홍길동")
            try program.press("enter", "enter")
            try program.wait(forText: "주문이 접수됐습니다.")
            try program.goToTheBar()
            try program.press("down", "enter")
            try program.wait(forText: "이름      홍길동")
            try program.press("enter")
            try program.wait(forText: "바나나쥬스 나왔습니다! 맛있게 드세요!")
        }
        #expect(try await shop.orders().map(\.who) == ["홍길동", "홍길동"])
        await server.stop()
    }

    @Test func aFixedNameThatIsTooLongIsRefused() async throws {
        let name = String(repeating: "홍", count: Guest.maxNameLength + 1)
        let option = try await runWithoutTerminal(["--guest-name", name])
        let variable = try await runWithoutTerminal([], environment: ["BANCHAN_GUEST": name])
        for (output, place) in [(option, "--guest-name"), (variable, "BANCHAN_GUEST")] {
            #expect(output.status == 64)
            #expect(output.standardOutput.isEmpty)
            #expect(output.standardError == "banchan: \(place): A guest's name has 1 to 64 characters.\n")
        }
    }
}

extension ProgramOnTerminal {
    /// Stops `server`, orders one dish whose delivery fee was seen before, and opens the Orders tab.
    fileprivate func orderWithout(_ server: CountingServer) throws {
        try waitUntilSettled()
        try openOrderForm()
        try press("escape")
        try waitFor { await server.stop() }
        try wait(forText: "연결 끊김")
        try orderOne(for: "길동", until: "주문을 보관했다가")
        try wait(forText: "주문 1건 대기")
        try press("5")
        try wait(forText: "보내지 못한 주문")
        try wait(forText: "전송 대기")
        try press("g")
    }
}

extension Scratch {
    /// Returns the cart stored on this device, or `nil` if there is none.
    fileprivate func cart() -> Cart? {
        let carts = FileManager.default.enumerator(
            at: url.appending(path: "data/banchan/carts"), includingPropertiesForKeys: nil)
        let files = (carts?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "json" }
        return files.lazy.compactMap { try? JSONDecoder().decode(Cart.self, from: Data(contentsOf: $0)) }.first
    }
}
