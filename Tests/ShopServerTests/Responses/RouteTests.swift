import Domain
import Foundation
import NIOConcurrencyHelpers
import ShopHTTP
import TestSupport
import Testing

@testable import ShopServer

@Suite struct RouteTests {
    @Test(arguments: SectionID.menu) func everySectionIsServedAsItsFileHasIt(_ section: SectionID) async throws {
        let reply = try await withServer { try await ask($0, section.path) }
        #expect(reply.status == 200)
        #expect(reply.body == (try fileContent(of: section)))
        #expect(reply["Content-Type"] == "application/json; charset=utf-8")
        #expect(reply["Cache-Control"] == "no-cache")
        #expect(reply["Vary"] == "Accept-Encoding")
    }

    @Test func healthTellsTheVersion() async throws {
        let reply = try await withServer { try await ask($0, "health") }
        #expect(reply.status == 200)
        #expect(try reply.texts == ["status": "ok", "version": ShopVersion.current])
    }

    @Test func aQueryChangesNothing() async throws {
        let reply = try await withServer { try await ask($0, "woowa/main?page=2") }
        #expect(reply.status == 200)
    }

    @Test(arguments: ["", "woowa", "woowa/dessert", "woowa/main/1", "menu/main.json", "../menu/main.json", "%00"])
    func anUnknownPathAnswers404WithASentence(_ path: String) async throws {
        let reply = try await withServer { try await ask($0, path) }
        #expect(reply.status == 404)
        #expect(try reply.texts == ["error": "There is nothing at this path."])
    }

    @Test(arguments: ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
    func aWrongMethodAnswers405WithThoseAllowed(_ method: String) async throws {
        for path in ["woowa/side", "health"] {
            let head = "Host: localhost\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
            let answer = try await withServer {
                try await RawConnection.exchange(with: $0, "\(method) /\(path) HTTP/1.1\r\n\(head)")
            }
            #expect(answer.statusLine.hasPrefix("HTTP/1.1 405 "))
            #expect(answer["Allow"] == "GET, HEAD")
            let texts = try JSONDecoder().decode([String: String].self, from: Data(answer.body))
            #expect(texts == ["error": "This path takes only GET, HEAD."])
        }
    }

    @Test func aMethodThatTheShopDoesNotKnowAnswers501() async throws {
        let request = "PROPFIND /woowa/main HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        let answer = try await withServer { try await RawConnection.exchange(with: $0, request) }
        #expect(answer.statusLine.hasPrefix("HTTP/1.1 501 "))
        #expect(try JSONDecoder().decode([String: String].self, from: Data(answer.body)).keys.first == "error")
    }

    @Test func headHasTheFieldsOfGetAndNoBody() async throws {
        let request = "HEAD /woowa/soup HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        let answer = try await withServer { try await RawConnection.exchange(with: $0, request) }
        #expect(answer.statusLine == "HTTP/1.1 200 OK")
        #expect(answer["Content-Length"] == "\(try fileContent(of: .soup).count)")
        #expect(answer["ETag"]?.hasPrefix("W/\"") == true)
        #expect(answer.body.isEmpty)
    }

    @Test func oneConnectionCarriesManyRequests() async throws {
        let request = "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
        let last = "GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        let text = try await withServer { server in
            let connection = try RawConnection(to: server)
            try await connection.send(request + request + last)
            return String(decoding: try await connection.receive(), as: UTF8.self)
        }
        #expect(text.components(separatedBy: "HTTP/1.1 200 OK").count == 4)
    }

    @Test func everyRequestIsHeardOf() async throws {
        let heard = NIOLockedValueBox<[String]>([])
        try await withServer(onRequest: { path in heard.withLockedValue { $0.append(path) } }) { server in
            for path in ["woowa/main", "woowa/main", "nowhere", "health"] { _ = try await ask(server, path) }
        }
        #expect(heard.withLockedValue(\.self) == ["/woowa/main", "/woowa/main", "/nowhere", "/health"])
    }

    @Test func everyAnswerIsDated() async throws {
        #expect(Date(timeIntervalSince1970: 784_111_777).httpText == "Sun, 06 Nov 1994 08:49:37 GMT")
        let reply = try await withServer { try await ask($0, "nowhere") }
        #expect(reply["Date"]?.hasSuffix(" GMT") == true)
    }
}
