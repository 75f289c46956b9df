import Domain
import Foundation
import TerminalProbe
import TestSupport
import Testing

/// What stays in the terminal after a visit.
@Suite struct VisitReceiptTests {
    @Test(arguments: [true, false])
    func whatWasOrderedStaysInTheTerminalUnlessTheGuestWantsNothingThere(_ isWanted: Bool) async throws {
        let shop = try OrderingServer()
        let server = try await shop.open()
        let arguments = ["--server", server.url] + (isWanted ? [] : ["--no-receipt"])
        try await withShop(arguments) { program in
            try program.waitUntilSettled()
            try program.press("+", "down", "+", "v")
            try program.wait(forText: "원 주문하기 ]")
            try program.press("up", "x")
            try program.wait(forText: "u 되돌리기")
            try program.wait(forText: "1가지, 1개")
            try program.press("u")
            try program.wait(forText: "2가지, 2개")
            try program.press("escape")
            try program.wait(forText: "v 장바구니 2 · ")
            try program.press("v")
            try program.wait(forText: "원 주문하기 ]")
            try program.press("길동", "enter", "enter")
            try program.wait(forText: "1번 주문")
            try program.wait(for: "the order at the upper edge") { $0.line(0).contains("1번 *ooo 접수") }
            try server.move(1, from: .received, to: .preparing)
            try program.wait(for: "its next state") { screen in
                // The mark at the tab leaves less room.
                screen.line(0).contains("주문 !") && screen.line(0).contains("1번 준비 중")
            }
            try program.press("q")
            try program.waitForExit()
            #expect(program.screen.text.contains { $0.contains("1번 주문") } == isWanted)
            let command = "banchan orders --mine --follow --server \(server.url)"
            #expect(program.screen.text.contains { $0.contains(command) } == isWanted)
        }
        await server.stop()
    }
}
