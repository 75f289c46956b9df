import Domain
import Foundation
import Storage
import TerminalProbe
import TerminalText
import TestSupport
import Testing

/// The board of a shop with more open orders than fit in a page, and guests who look at something else.
@Suite struct LongBoardTests {
    @Test func theOldestOf620OrdersIsOnTopOfTheBoardAndASearchFindsTheOthers() async throws {
        let shop = try OrderingServer()
        try await shop.store.transaction { transaction in
            for number in 1...620 {
                let line = OrderLine(
                    item: OrderedItem(.menu, "H"), title: PlainText("찬 \(number)"), quantity: 1, unitPrice: Won(3_900))
                _ = try transaction.insert(
                    NewOrder(who: "길동", lines: [line], day: .ofTests, placedAt: .now, isAnnounced: false), change: 1)
            }
        }
        let server = try await shop.open()
        let keeping = try DeviceTerminal.keeper(of: server)
        let keeper = keeping.program
        try keeper.wait(for: "all at the tab") { $0.line(0).contains("5 주문 620") }
        try keeper.press("5")
        try keeper.waitForSelection(of: "#1 ")
        try keeper.press("/", "79")
        try keeper.wait(forText: "6건")
        try keeper.press("enter", "end")
        try keeper.waitForSelection(of: "#579 ")
        await server.stop()
        withExtendedLifetime(keeping) {}
    }

    @Test func aGuestOnAnotherCounterIsToldWhatTheShopDoes() async throws {
        let shop = try OrderingServer()
        let server = try await shop.open()
        try await withShop(["--server", server.url]) { guest in
            try guest.waitUntilSettled()
            try guest.orderOne(for: "길동")
            try guest.wait(forText: "1번 주문")
            try server.move(1, from: .received, to: .preparing)
            try guest.wait(forText: "1번 주문을 준비하고 있습니다.")
            try guest.wait(for: "the mark at the tab") { $0.line(0).contains("5 주문 !") }
            try guest.press("5")
            try guest.wait(forOrder: 1, "준비 중")
            try guest.wait(for: "no mark") { !$0.line(0).contains("5 주문 !") }
        }
        await server.stop()
    }
}
