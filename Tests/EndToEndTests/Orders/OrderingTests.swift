import Domain
import Foundation
import Storage
import TerminalProbe
import TerminalText
import TestPeers
import TestSupport
import Testing

@Suite struct OrderingTests {
    @Test func aNameInHangulIsTypedAndTheOrderArrivesHoweverOftenEnterIsPressed() async throws {
        let shop = try OrderingServer()
        let server = try await shop.open()
        let dish = try #require(TemporaryMenu.own(.main).first)
        let scratch = try Scratch()
        try await withShop(["--server", server.url], scratch: scratch) { program in
            try program.waitUntilSettled()
            try program.press("right")
            try program.wait(forText: "배달비")
            try program.wait(forText: "1 / ")
            try program.press(">")
            try program.wait(forText: "2 / ")
            try program.openOrderForm()
            try program.press("q", "홍길동", "left", "left", "left", "backspace", "end", "e", "\u{301}", "backspace")
            try program.wait(for: "the name at the caret") { screen in
                screen.line(screen.cursor.row).contains("홍길동  ") && screen.cursor.isVisible
                    && screen.line(screen.cursor.row).prefix(columns: screen.cursor.column).hasSuffix("홍길동")
            }
            try program.press("enter", "3", "enter", "enter", "enter", "enter", "enter")
            try program.wait(forText: "주문이 접수됐습니다.")
            try program.waitForSelection(of: String(dish.title.string.prefix(12)))
            try program.press("o")
            try program.wait(for: "the same guest again") { $0.text.contains { $0.contains("이름      홍길동") } }
        }
        let orders = try await shop.orders()
        #expect(orders.map(\.who) == ["홍길동"])
        #expect(orders.map(\.quantity) == [3])
        #expect(orders.map(\.total) == [Won(dish.price.amount * 3)])
        #expect(scratch.waitingOrders(port: server.port).isEmpty)
        await server.stop()
    }

    @Test func aPriceThatChangedIsShownAndConfirmedAgain() async throws {
        let shop = try OrderingServer()
        let menu = try TemporaryMenu.withoutPictures()
        let server = try await CountingServer(resources: menu.url, store: shop.store)
        let dish = try #require(try TemporaryMenu.own(.main).first)
        let dearer = Dish(detailHash: dish.detailHash, title: dish.title, price: Won(dish.price.amount + 700))
        let changed = try JSONEncoder().encode([dearer])
        let list = try #require(URL(string: "\(server.url)/woowa/main"))
        try await withShop(["--server", server.url]) { program in
            try program.waitUntilSettled()
            try program.openOrderForm()
            try program.press("길동", "enter", "enter")
            try waitFor {
                try menu.write(changed, to: .main)
                try await wait { try await ask(list).body == changed }
            }
            try program.press("enter")
            try program.wait(forText: "\(dish.price.text)에서 바뀌었습니다")
            try program.press("enter")
            try program.wait(forText: "주문이 접수됐습니다.")
        }
        #expect(try await shop.orders().flatMap(\.lines).map(\.unitPrice) == [dearer.price])
        await server.stop()
    }

    @Test func withoutAServerTheOrderWaitsOutlivesTheProgramAndIsDeliveredOnce() async throws {
        let shop = try OrderingServer()
        let port = try FreePort.find()
        let server = try await shop.open(port: port)
        let scratch = try Scratch()
        try await withShop(["--server", server.url], scratch: scratch) { program in
            try openOrderForm(program, thenStop: server)
            try program.press("길동", "enter", "2", "enter", "enter")
            try program.wait(forText: "주문 1건 대기")
            try program.wait(forText: "주문을 보관했다가")
            try program.terminal.signal(SIGKILL)
            try program.waitForExit()
        }
        #expect(scratch.waitingOrders(port: port).count == 1)
        try await withShop(["--server", server.url], scratch: scratch) { program in
            try program.wait(forText: "주문 1건 대기")
            let again = try waitFor { try await shop.open(port: port) }
            try program.wait(forText: "보관해 둔 주문이 접수됐습니다.", within: 20)
            try program.wait(untilGone: "대기")
            try waitFor { await again.stop() }
        }
        #expect(try await shop.orders().flatMap(\.lines).map(\.quantity) == [2])
        #expect(scratch.waitingOrders(port: port).isEmpty)
    }

    @Test func anOrderUnderWayWhenTheProgramIsKilledIsDeliveredOnceByTheNextOne() async throws {
        let shop = try OrderingServer()
        let port = try FreePort.find()
        let server = try await shop.open(port: port)
        let scratch = try Scratch()
        try await withShop(["--server", server.url], scratch: scratch) { program in
            try openOrderForm(program, thenStop: server)
            let silent = try LoopbackServer(port: UInt16(port))
            try program.press("길동", "enter", "4", "enter", "enter")
            try program.wait(forText: "주문을 보내는 중")
            try program.wait(for: "the order on disk") { _ in scratch.waitingOrders(port: port).count == 1 }
            try program.terminal.signal(SIGKILL)
            try program.waitForExit()
            silent.stop()
        }
        let again = try await shop.open(port: port)
        for run in 1...2 {
            try await withShop(["--server", server.url], scratch: scratch) { program in
                if run == 1 { try program.wait(forText: "보관해 둔 주문이 접수됐습니다.") }
                try program.waitUntilSettled()
            }
        }
        #expect(try await shop.orders().map(\.quantity) == [4])
        #expect(scratch.waitingOrders(port: port).isEmpty)
        await again.stop()
    }

    @Test func aPageThatCannotBeFetchedSaysSoAndComesWithR() async throws {
        let port = try FreePort.find()
        let server = try await CountingServer(port: port)
        try await withShop(["--server", server.url]) { program in
            try program.waitUntilSettled()
            try waitFor { await server.stop() }
            try program.press("l")
            // A toast may say so before the page does, while r would change nothing yet.
            try program.wait(for: "the page's failure with its key") { screen in
                screen.text.contains { $0.contains("서버에 연결할 수 없습니다") && $0.contains(" r ") }
            }
            let again = try waitFor { try await CountingServer(port: port) }
            try program.press("r")
            try program.wait(forText: "배달비")
            try program.press("q")
            try program.wait(forText: "메인반찬")
            #expect(again.requests.filter { $0.key.hasPrefix("/woowa/detail/") }.values.map(\.self) == [1])
            try waitFor { await again.stop() }
        }
    }

    /// Opens the form of the first dish, and stops the server before anything is sent.
    private func openOrderForm(_ program: ProgramOnTerminal, thenStop server: CountingServer) throws {
        try program.waitUntilSettled()
        try program.openOrderForm()
        try waitFor { await server.stop() }
    }
}
