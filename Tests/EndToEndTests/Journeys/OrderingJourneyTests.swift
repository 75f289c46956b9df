import Domain
import TerminalProbe
import TerminalText
import TestSupport
import Testing

/// First visits of somebody who is hungry, with keys that the screen shows.
@Suite struct OrderingJourneyTests {
    @Test func aDishIsFoundByItsInitialConsonantsAndTwoOfItAreOrdered() async throws {
        let shop = try OrderingServer()
        let server = try await shop.open()
        try await withVisitor(["--server", server.url]) { visitor in
            let program = visitor.program
            try visitor.press("찾기")
            try visitor.type("ㄱㄷㅇ ㅁㅈㄹ")
            try program.wait(for: "one dish") { $0.line($0.rows - 1).contains(" 1개 ") }
            try visitor.press("고르기")
            try program.wait(for: "the end of typing") { !$0.cursor.isVisible }
            try visitor.press("찾기 끝")
            try program.wait(untilGone: "찾기 끝")
            try program.waitForSelection(of: "순살 고등어 무조림")
            try visitor.press("주문")
            try visitor.type("길동")
            try visitor.moving { try visitor.press("다음") }
            try program.wait(for: "keys beside the quantity") { $0.line($0.cursor.row).hasSuffixOfButtons }
            try program.press("+")
            try program.wait(forText: "18,900원 주문하기 ]")
            try visitor.next(until: "주문하기")
            try visitor.press("주문하기")
            try program.wait(forText: "1번 주문  18,900원")
        }
        let orders = try await shop.orders()
        #expect(orders.map(\.who) == ["길동"])
        #expect(orders.flatMap(\.lines).map(\.quantity) == [2])
        await server.stop()
    }

    @Test func fiveDishesAreChangedInTheCartAndOrdered() async throws {
        let shop = try OrderingServer()
        let server = try await shop.open()
        try await withVisitor(["--server", server.url]) { visitor in
            let program = visitor.program
            try visitor.press("담기")
            for count in 2...5 {
                try visitor.moving { try program.press("down") }
                try visitor.press("담기")
                try program.wait(for: "\(count) in the cart") {
                    $0.line($0.rows - 1).contains("v 장바구니 \(count) · ")
                }
            }
            try visitor.press("장바구니")
            try program.wait(forText: "5가지, 5개")
            try visitor.type("길동")
            try visitor.move(.up, to: "a line of the cart") { _ in visitor.shownQuantity }
            try visitor.press("수량", key: 1)
            try program.wait(forText: "5가지, 6개")
            try visitor.moving { try program.press("up") }
            try visitor.press("빼기")
            try program.wait(forText: "4가지, 5개")
            try visitor.moving { try visitor.press("버튼으로") }
            try visitor.press("주문하기")
            try program.wait(forText: "1번 주문")
        }
        #expect(try await shop.orders().flatMap(\.lines).map(\.quantity).sorted() == [1, 1, 1, 2])
        await server.stop()
    }

    @Test func anOrderIsFollowedFromAnyCounterAndOnItsPage() async throws {
        let shop = try OrderingServer()
        let server = try await shop.open()
        try await withVisitor(["--server", server.url]) { visitor in
            let program = visitor.program
            try visitor.orderOne(for: "길동")
            try program.wait(for: "the order in the upper edge") { $0.line(0).contains("1번 *ooo 접수") }
            try server.move(1, from: .received, to: .preparing)
            try program.wait(for: "its next state") { $0.line(0).contains("1번 준비 중") }
            try visitor.open("주문")
            try program.wait(forOrder: 1, "준비 중")
            try visitor.press("자세히")
            try program.wait(forText: "1번 주문  길동")
            try server.move(1, from: .preparing, to: .ready)
            try program.wait(forText: " * 준비 완료 ")
            try visitor.press("닫기")
            try program.wait(forOrder: 1, "준비 완료")
        }
        await server.stop()
    }

    @Test func whatWasOrderedIsOrderedAgain() async throws {
        let shop = try OrderingServer()
        let server = try await shop.open()
        try await withVisitor(["--server", server.url]) { visitor in
            let program = visitor.program
            try visitor.orderOne(for: "길동")
            try visitor.open("주문")
            try program.wait(forOrder: 1, "접수")
            try visitor.press("다시 담기")
            try program.wait(forText: "1가지, 1개")
            try visitor.moving { try visitor.press("버튼으로") }
            try visitor.press("주문하기")
            try program.wait(forText: "2번 주문")
        }
        let orders = try await shop.orders()
        #expect(orders.map(\.who) == ["길동", "길동"])
        #expect(orders.count == 2 && orders[0].lines.map(\.title) == orders[1].lines.map(\.title))
        await server.stop()
    }
}

extension Visitor {
    /// Whether the lower edge shows keys for the quantity of a line of the cart.
    fileprivate var shownQuantity: Bool { program.screen.line(program.screen.rows - 1).contains("-/+ 수량") }

    /// Orders the selected dish for `who`.
    func orderOne(for who: String, until sentence: String = "1번 주문") throws {
        try press("주문")
        try type(who)
        try next(until: "주문하기")
        try press("주문하기")
        try program.wait(forText: sentence)
    }
}

extension String {
    /// Whether the row is a quantity with its keys, `1     - +`.
    fileprivate var hasSuffixOfButtons: Bool { contains(#/수량 +\d+ +- \+/#) }
}
