import Domain
import Foundation
import TerminalText
import TestSupport
import Testing

@testable import ShopServer

@Suite struct LimitTests {
    private static let largest = 64 * 1024

    @Test func aDeclaredBodyOverTheLimitIsRefusedBeforeItIsSent() async throws {
        let head = "PUT /health HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(LimitTests.largest + 1)\r\n\r\n"
        let bytes = try await withServer { server in
            let connection = try RawConnection(to: server)
            try await connection.send(head)
            return try await connection.receive(atLeast: 1)
        }
        #expect(RawAnswer(bytes).statusLine.hasPrefix("HTTP/1.1 413"))
    }

    @Test func aBodyOverTheLimitAnswers413AndCloses() async throws {
        let body = String(repeating: "a", count: LimitTests.largest + 1)
        let head = "POST /woowa/main HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
        try expectTooLarge(try await withServer { try await RawConnection.exchange(with: $0, head + body) })
    }

    @Test func aBodyInPiecesOverTheLimitAnswers413AndCloses() async throws {
        let piece = "4000\r\n" + String(repeating: "a", count: 0x4000) + "\r\n"
        let head = "POST /woowa/main HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
        let request = head + String(repeating: piece, count: 5) + "0\r\n\r\n"
        try expectTooLarge(try await withServer { try await RawConnection.exchange(with: $0, request) })
    }

    @Test func aBodyUpToTheLimitIsTakenAndTheConnectionStays() async throws {
        let body = String(repeating: "a", count: LimitTests.largest)
        let head = "POST /health HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
        let next = "GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        let text = try await withServer { server in
            let connection = try RawConnection(to: server)
            try await connection.send(head + body + next)
            return String(decoding: try await connection.receive(), as: UTF8.self)
        }
        #expect(text.hasPrefix("HTTP/1.1 405"))
        #expect(text.contains("HTTP/1.1 200 OK"))
    }

    @Test func anEndlessHeadIsRefused() async throws {
        let request = "GET /health HTTP/1.1\r\nX: " + String(repeating: "a", count: 100_000) + "\r\n\r\n"
        let answer = try await withServer { try await RawConnection.exchange(with: $0, request) }
        #expect(answer.statusLine.hasPrefix("HTTP/1.1 4"))
    }

    @Test func whatIsNotHTTPIsRefused() async throws {
        let answer = try await withServer { try await RawConnection.exchange(with: $0, "hello, shop\r\n\r\n") }
        #expect(answer.statusLine == "HTTP/1.1 400 Bad Request")
    }

    @Test func tenThousandDishesAreServedLikeTwelve() async throws {
        let dish = Dish(detailHash: "H0000", image: "/pictures/0.jpg", title: "[소반가] 시금치나물", price: Won(3_900))
        let section = try JSONEncoder().encode(Array(repeating: dish, count: 10_000))
        let reply = try await withShop(replacing: [.main: section]) { shop in
            try await withServer(resources: shop) { try await ask($0, "woowa/main") }
        }
        #expect(reply.status == 200)
        #expect(reply.body == section)
    }

    private func expectTooLarge(_ answer: RawAnswer) throws {
        #expect(answer.statusLine.hasPrefix("HTTP/1.1 413"))
        #expect(answer["Connection"] == "close")
        let texts = try JSONDecoder().decode([String: String].self, from: Data(answer.body))
        #expect(texts == ["error": "The request's body has more than 65536 bytes."])
    }
}
