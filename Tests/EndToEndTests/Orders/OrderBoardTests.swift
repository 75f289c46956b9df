import Domain
import Foundation
import TerminalProbe
import TerminalText
import TestSupport
import Testing

/// Orders between the terminals of guests and of the keeper.
@Suite struct OrderBoardTests {
    @Test func aCartIsOrderedOnceAndFollowedWhileTheKeeperMovesItOn() async throws {
        let shop = try OrderingServer()
        let server = try await shop.open()
        try await withShop(["--server", server.url]) { guest in
            let keeping = try DeviceTerminal.keeper(of: server)
            let keeper = keeping.program
            try guest.fillTheCart()
            try guest.press("v")
            try guest.wait(forText: "33,300원")
            try guest.press("길동", "enter", "enter")
            try guest.wait(forText: "1번 주문  33,300원")

            try keeper.wait(forText: "새 주문 #1  길동")
            #expect(keeper.screen.bells == 1)
            try keeper.wait(for: "one new order at the tab") { $0.line(0).contains("5 주문 1") }
            #expect(keeper.shows("메인반찬"))
            for program in [guest, keeper] { try program.press("5") }
            for program in [guest, keeper] { try program.wait(forOrder: 1, "접수") }
            for (section, state) in ["준비 중", "준비 완료", "전달 완료"].enumerated() {
                try keeper.select(order: 1, inSection: section)
                let start = ContinuousClock.now
                try keeper.press("enter")
                try guest.wait(forOrder: 1, state)
                // Without live events a guest would hear of it half a minute later.
                #expect(ContinuousClock.now - start < .seconds(10))
                try keeper.wait(forOrder: 1, state)
            }
            try keeper.wait(for: "no new order at the tab") { !$0.line(0).contains("5 주문 1") }
            #expect(keeper.screen.bells == 1)
            #expect(guest.screen.bells == 0)
            withExtendedLifetime(keeping) {}
        }
        let orders = try await shop.orders()
        #expect(orders.map(\.lines.count) == [3])
        #expect(orders.map(\.total) == [Won(33_300)])
        #expect(orders.first?.steps.map(\.state) == [.received, .preparing, .ready, .handedOver])
        await server.stop()
    }

    @Test func theGuestReadsWhyTheKeeperCancelled() async throws {
        let shop = try OrderingServer()
        let server = try await shop.open()
        try await withShop(["--server", server.url]) { guest in
            let keeping = try DeviceTerminal.keeper(of: server)
            let keeper = keeping.program
            try guest.waitUntilSettled()
            try guest.orderOne(for: "길동")
            for program in [guest, keeper] {
                try program.press("5")
                try program.wait(forOrder: 1, "접수")
            }
            try guest.press("enter")
            try guest.wait(forText: "1번 주문")
            try keeper.select(order: 1)
            try keeper.press("x")
            try keeper.wait(forText: "취소하는 이유를 입력해 주세요.")
            try keeper.press("enter", "enter")
            try keeper.wait(forText: "이유를 입력해 주세요.")
            try keeper.press("갈비가 다 떨어졌습니다", "enter", "enter")
            try guest.wait(forText: "갈비가 다 떨어졌습니다")
            try guest.press("escape")
            try guest.wait(forOrder: 1, "취소")
            withExtendedLifetime(keeping) {}
        }
        #expect(try await shop.orders().first?.reason == "갈비가 다 떨어졌습니다")
        await server.stop()
    }

    @Test func theGuestSeesWhatTheKeeperTakesOutRefundsAndMarksAsPaid() async throws {
        let shop = try OrderingServer()
        let server = try await shop.open()
        try await withShop(["--server", server.url]) { guest in
            let keeping = try DeviceTerminal.keeper(of: server)
            let keeper = keeping.program
            try guest.waitUntilSettled()
            try guest.fillTheCart()
            try guest.press("v")
            try guest.wait(forText: "33,300원")
            try guest.press("길동", "enter", "enter")
            try guest.wait(forText: "1번 주문  33,300원")
            for program in [guest, keeper] {
                try program.press("5")
                try program.wait(forOrder: 1, "접수")
            }
            try keeper.select(order: 1)
            try keeper.press("-")
            try keeper.wait(forText: "[ 줄이기 ]")
            try keeper.press("0", "enter", "하나도 없어요", "enter", "enter")
            try guest.wait(forText: "하나도 없어요 · 합계")
            let left = try waitFor { try await shop.orders().first?.total ?? Won(0) }
            #expect(left.amount > 0 && left.amount < 33_300)
            try keeper.wait(forText: "1번 주문: 합계 \(left.text)")
            try keeper.press("p")
            try keeper.wait(forText: "어떻게 결제했나요?")
            try keeper.press("right", "enter")
            try guest.wait(forText: "카드")
            for (state, next) in [
                (OrderState.received, OrderState.preparing), (.preparing, .ready), (.ready, .handedOver),
            ] { try server.move(1, from: state, to: next) }
            try keeper.wait(forOrder: 1, "전달 완료")
            try keeper.select(order: 1, inSection: 3)
            try keeper.press("x")
            try keeper.wait(forText: "[ \(left.text) 환불하기 ]")
            try keeper.press("다 식었어요", "enter", "enter")
            try guest.wait(forText: "1번 주문을 가게가 환불했습니다: \(left.text)")
            try guest.wait(forOrder: 1, "환불")
            try keeper.select(order: 1, inSection: 5)
            withExtendedLifetime(keeping) {}
        }
        let order = try await shop.orders().first
        #expect(order?.reductions.count == 1)
        #expect(order?.payment == .card)
        #expect(order?.reason == "다 식었어요")
        await server.stop()
    }

    @Test func aGuestCancelsAfterAQuestionAndTheFruitIsGivenBack() async throws {
        let shop = try OrderingServer()
        let server = try await shop.open()
        try await withShop(["--server", server.url]) { guest in
            let watching = try DeviceTerminal(server)
            let watcher = watching.program
            try watcher.goToTheBar()
            // A juice alone is made at once.
            try guest.waitUntilSettled()
            try guest.press("+")
            try guest.goToTheBar()
            try guest.press("down", "down")
            try guest.waitForSelection(of: "키위쥬스")
            try guest.press("+", "v")
            try guest.wait(forText: "원 주문하기 ]")
            try guest.press("길동", "enter", "enter")
            try guest.wait(forText: "주문이 접수됐습니다.")
            try watcher.wait(forStock: 7, of: "키위")
            try guest.press("5")
            try guest.wait(forOrder: 1, "접수")
            try guest.press("x")
            try guest.wait(forText: "이 주문을 취소할까요?")
            // Enter keeps the order.
            try guest.press("enter")
            try guest.wait(untilGone: "이 주문을 취소할까요?")
            try guest.wait(forOrder: 1, "접수")
            try guest.press("x", "y")
            try guest.wait(forOrder: 1, "취소")
            try watcher.wait(forStock: 10, of: "키위")
            withExtendedLifetime(watching) {}
        }
        #expect(try await shop.orders().first?.steps.map(\.by) == [.guest, .guest])
        await server.stop()
    }

    @Test func guestsAreRefusedWhatIsTheKeepers() async throws {
        let shop = try OrderingServer()
        let server = try await shop.open()
        let dish = try OrderedDish().dish
        let hash = dish.detailHash
        try await withShop(["--server", server.url]) { guest in
            try guest.waitUntilSettled()
            try guest.orderOne(for: "길동")
            try guest.press("5")
            try guest.wait(forOrder: 1, "접수")
            #expect(!guest.shows("가게 주인"))
            #expect(!guest.shows("준비 시작"))
            #expect(!guest.shows("되돌리기"))
            try guest.press("b", "enter")
            try guest.wait(forText: "1번 주문")
            try guest.press("b", "enter", "escape")
            try server.move(1, from: .received, to: .preparing)
            try guest.wait(forOrder: 1, "준비 중")
            try guest.wait(untilGone: "x 취소")
            try guest.press("x")

            let wrong = "not-\(OrderingServer.keeperToken)"
            for (token, status) in [(nil, 401), (wrong, 403)] {
                let move = try server.ask(
                    "PATCH", "orders/1", OrderChange(state: .ready), token: token, seen: .preparing)
                #expect(move.status == status)
                for board in SectionID.board {
                    #expect(try server.ask("GET", board.path, token: token).status == status)
                }
                let price = try server.ask(
                    "PUT", "dishes/\(hash)/price", DishPrice(title: dish.title, Won(1)), token: token)
                let soldOut = try server.ask(
                    "PUT", "dishes/\(hash)/availability", DishAvailability(title: dish.title, isSoldOut: true),
                    token: token)
                #expect(price.status == status)
                #expect(soldOut.status == status)
                #expect(try server.ask("GET", "dishes/\(hash)", token: token).status == status)
            }
        }
        #expect(try await shop.orders().first?.steps.map(\.state) == [.received, .preparing])
        await server.stop()
    }
}

extension ProgramOnTerminal {
    /// Adds the first two dishes and a juice to the cart.
    func fillTheCart() throws {
        try waitUntilSettled()
        try press("+", "down", "+")
        try wait(forText: "모두 2개")
        try goToTheBar()
        try press("down", "down")
        try waitForSelection(of: "키위쥬스")
        try press("+")
        try wait(forText: "모두 3개  33,300원")
        try wait(for: "three at the tab") { $0.line(0).contains("5 주문 x3") }
    }
}
