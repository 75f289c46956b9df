import Domain
import TerminalProbe
import TerminalText
import TestPeers
import TestSupport
import Testing

/// First visits that concern the device, its contacts, language and connection, with keys that the screen shows.
@Suite struct DeviceJourneyTests {
    @Test func aContactGetsAPicture() async throws {
        try await withVisitor { visitor in
            let program = visitor.program
            try visitor.startContact("홍길동", "01012345678")
            try visitor.move(.up, to: "the button of the picture") { _ in visitor.enterDoes("다른 그림") }
            repeat {
                try visitor.press("다른 그림")
                try program.wait(for: "an answer") { _ in
                    program.circle(size: (12, 6)) != nil || program.shows("에게는 그림이 없습니다")
                }
            } while program.circle(size: (12, 6)) == nil
            try visitor.move(.down, to: "the button that saves") { _ in visitor.enterDoes("적용") }
            try visitor.press("적용")
            try program.wait(forText: "홍길동 님을 저장했습니다.")
            try visitor.press("카드")
            try program.wait(for: "the picture on the card") { _ in program.circle(size: (16, 8)) != nil }
            try visitor.press("닫기")
            try program.wait(for: "the list") { _ in program.circle(size: (16, 8)) == nil }
        }
    }

    @Test func aContactIsChangedDeletedAndBackAgain() async throws {
        try await withVisitor { visitor in
            let program = visitor.program
            try visitor.startContact("홍길", "01012345678")
            try visitor.next(until: "적용")
            try visitor.press("적용")
            try program.wait(forText: "홍길 님을 저장했습니다.")
            try visitor.press("수정")
            try program.wait(forText: "[ 삭제 ]")
            try visitor.type("동")
            try visitor.next(until: "적용")
            try visitor.press("적용")
            try program.wait(forText: "홍길동 님을 저장했습니다.")
            try visitor.press("삭제")
            try program.wait(forText: "이 연락처를 삭제할까요?")
            try visitor.press("예")
            try program.wait(forText: "아직 연락처가 없습니다.")
            try visitor.press("되돌리기")
            try program.wait(forText: "홍길동 님을 되돌렸습니다.")
            try program.wait(forText: "010-1234-5678")
        }
    }

    @Test func theLanguageIsChangedAndBack() async throws {
        try await withVisitor { visitor in
            let program = visitor.program
            try visitor.press("명령")
            try visitor.type("언어")
            try program.wait(forText: "언어: 한국어, English")
            try visitor.press("실행")
            try program.wait(for: "tabs in English") { $0.line(0).contains("2 Juice") }
            try visitor.pressFromHelp("choose from all commands", help: "help", close: "close")
            try visitor.type("language")
            try program.wait(forText: "language: ")
            try visitor.press("run")
            try program.wait(for: "tabs in Korean") { $0.line(0).contains("2 주스") }
        }
    }

    @Test func anOrderWaitsForTheConnection() async throws {
        let shop = try OrderingServer()
        let port = try FreePort.find()
        let server = try await shop.open(port: port)
        try await withVisitor(["--server", server.url]) { visitor in
            let program = visitor.program
            // The form fetches what delivery costs.
            try visitor.press("주문")
            try program.wait(forText: "원 주문하기 ]")
            try visitor.press("닫기")
            try program.wait(untilGone: "원 주문하기 ]")
            try waitFor { await server.stop() }
            try program.wait(for: "no connection") { $0.line(0).contains("연결 끊김") }
            try visitor.orderOne(for: "길동", until: "주문을 보관했다가")
            try program.wait(forText: "주문 1건 대기")
            let again = try waitFor { try await shop.open(port: port) }
            // The program tries again by itself, after pauses that grow.
            try visitor.pressFromHelp("전체 새로고침")
            try program.wait(for: "a connection") { $0.line(0).contains("연결됨") }
            try visitor.open("주문")
            try program.wait(forOrder: 1, "접수")
            try waitFor { await again.stop() }
        }
        #expect(try await shop.orders().map(\.who) == ["길동"])
    }
}

extension Visitor {
    /// Opens the contacts, and types a name and a number into a new one.
    fileprivate func startContact(_ name: String, _ number: String) throws {
        try open("연락처")
        try press("추가")
        try program.wait(forText: "새 연락처")
        try type(name)
        try moving { try press("다음") }
        try type(number)
    }
}
