import TerminalProbe
import TestSupport
import Testing

/// First visits to the juice bar and to the drinks machine, with keys that the screen shows.
@Suite struct CounterJourneyTests {
    @Test func aJuiceIsMade() async throws {
        try await withVisitor { visitor in
            let program = visitor.program
            try visitor.open("주스")
            try program.wait(forText: "바나나쥬스")
            try visitor.move(.down, to: "a juice") { $0.line($0.cursor.row).contains("바나나쥬스") }
            try visitor.press("만들기")
            try visitor.type("길동")
            try visitor.next(until: "만들기")
            try visitor.press("만들기")
            try program.wait(forText: "바나나쥬스 나왔습니다! 맛있게 드세요!")
        }
    }

    @Test func aDrinkIsBoughtAndTheChangeComesBack() async throws {
        try await withVisitor { visitor in
            let program = visitor.program
            try visitor.open("음료")
            try visitor.press("천원")
            try program.wait(forText: "잔액 1,000원")
            try visitor.press("천원")
            try program.wait(forText: "잔액 2,000원")
            try program.wait(forText: "구매 가능")
            try visitor.press("사기")
            try program.wait(forText: "1,500원입니다. 살까요?")
            try visitor.press("예")
            try program.wait(forText: "딸기우유 나왔습니다! 맛있게 드세요!")
            try program.wait(forText: "잔액 500원")
            try visitor.press("거스름돈")
            try program.wait(forText: "거스름돈 500원을 돌려받았습니다.")
            try program.wait(forText: "잔액 0원")
        }
    }

    @Test func whoLeavesWithMoneyInTheMachineIsAskedFirst() async throws {
        let scratch = try Scratch(isFirstVisit: true)
        try await withShop(scratch: scratch) { program in
            let visitor = Visitor(program: program)
            try visitor.open("음료")
            try visitor.press("5천원")
            try program.wait(forText: "잔액 5,000원")
            try visitor.press("나가기")
            try program.wait(forText: "5,000원을 돌려받고 나갈까요?")
            try visitor.press("아니오")
            try program.wait(untilGone: "나갈까요?")
            #expect(program.shows("잔액 5,000원"))
            try visitor.press("나가기")
            try program.wait(forText: "5,000원을 돌려받고 나갈까요?")
            try visitor.press("예")
            #expect(try program.waitForExit() == .exited(0))
        }
    }
}
