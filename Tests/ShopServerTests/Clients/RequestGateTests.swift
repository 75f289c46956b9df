import Foundation
import ShopResources
import TestSupport
import Testing

@testable import ShopServer

@Suite struct RequestGateTests {
    private static let close = "Connection: close\r\n\r\n"

    @Test(arguments: [
        "evil.example", "evil.example:8080", "127.0.0.1.evil.example", "10.0.0.1", "[::2]:80", "[::1].evil.example",
        "[::1]evil.example:80", "[::1", "[localhost].evil.example", "localhost:80.evil.example",
        "127.0.0.1:evil.example",
        "::1", "localhost:80:90",
    ])
    func onLoopbackOnlyItsOwnNamesAreAnswered(_ name: String) async throws {
        try await expect(421, "GET /health HTTP/1.1\r\nHost: \(name)\r\n\r\n")
    }

    @Test(arguments: ["localhost", "LOCALHOST:9000", "127.0.0.1", "127.1.2.3:80", "[::1]:8080"])
    func itsOwnNamesAreAnsweredAtAnyPort(_ name: String) async throws {
        try await expect(200, "GET /health HTTP/1.1\r\nHost: \(name)\r\n\(RequestGateTests.close)")
    }

    @Test func aNameThatIsGivenIsAnsweredToo() async throws {
        let request = "GET /health HTTP/1.1\r\nHost: Shop.example\r\n\(RequestGateTests.close)"
        try await expect(200, request) { $0.names = ["shop.example"] }
    }

    @Test(arguments: ["", "Host: localhost\r\nHost: evil.example\r\n"])
    func aRequestNeedsOneHost(_ hosts: String) async throws {
        try await expect(400, "GET /health HTTP/1.1\r\n\(hosts)\r\n")
    }

    @Test func anOldRequestNeedsNoHost() async throws {
        try await expect(200, "GET /health HTTP/1.0\r\n\(RequestGateTests.close)")
    }

    @Test(arguments: ["http://evil.example", "null", "http://localhost:1", "https://localhost.evil.example"])
    func pagesOfOtherSitesAreRefused(_ origin: String) async throws {
        try await expect(403, "POST /orders HTTP/1.1\r\nHost: localhost\r\nOrigin: \(origin)\r\n\r\n")
    }

    @Test(arguments: ["http://localhost", "http://evil.example"])
    func aRequestWithTwoOriginsIsRefused(_ second: String) async throws {
        let origins = "Origin: http://localhost\r\nOrigin: \(second)\r\n"
        try await expect(403, "GET /health HTTP/1.1\r\nHost: localhost\r\n\(origins)\(RequestGateTests.close)")
    }

    @Test func aSecondExpectationIsReadToo() async throws {
        let fields = "Expect: 100-continue\r\nExpect: tea\r\n"
        try await expect(417, "GET /health HTTP/1.1\r\nHost: localhost\r\n\(fields)\r\n")
    }

    @Test(arguments: ["chunked", "gzip, chunked"]) func anOldRequestHasNoChunks(_ encoding: String) async throws {
        let fields = "Host: localhost\r\nTransfer-Encoding: \(encoding)\r\n"
        try await expect(400, "POST /orders HTTP/1.0\r\n\(fields)\r\n2\r\n{}\r\n0\r\n\r\n")
    }

    @Test func itsOwnPagesAreNotRefused() async throws {
        let fields = "Host: localhost:80\r\nOrigin: http://localhost:80\r\n"
        try await expect(200, "GET /health HTTP/1.1\r\n\(fields)\(RequestGateTests.close)")
    }

    @Test(arguments: ["9223372036854775808", "99999999999999999999999", "-1", "1x", "+5"])
    func aLengthThatIsNoneIsRefused(_ length: String) async throws {
        try await expect(400, "POST /orders HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(length)\r\n\r\n")
    }

    @Test(arguments: ["gzip, chunked", "gzip", "chunked, chunked"])
    func anEncodingThatIsNotUnderstoodIsRefused(_ encoding: String) async throws {
        let request = "POST /orders HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: \(encoding)\r\n\r\n0\r\n\r\n"
        let answer = try await answer(to: request)
        #expect(["HTTP/1.1 501", "HTTP/1.1 400"].contains(answer.statusLine.prefix(12)))
        #expect(try texts(answer).keys.sorted() == ["error"])
    }

    @Test func aGzippedBodyIsNotTakenForAPlainOne() async throws {
        try await expect(
            501, "POST /orders HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n")
    }

    @Test(arguments: ["BREW", "PROPFIND", "BREW-TEA"]) func unknownMethodsAre501(_ method: String) async throws {
        try await expect(501, "\(method) /orders HTTP/1.1\r\nHost: localhost\r\n\(RequestGateTests.close)")
    }

    @Test(arguments: ["hello, shop\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "\u{16}\u{3}\u{1}\r\n\r\n"])
    func whatIsNoRequestIsRefusedInJSON(_ text: String) async throws {
        try await expect(400, text)
    }

    @Test func aHeadThatIsTooLargeIsRefusedInJSON() async throws {
        let field = "X: " + String(repeating: "a", count: 100_000)
        try await expect(431, "GET /health HTTP/1.1\r\nHost: localhost\r\n\(field)\r\n\r\n")
    }

    @Test func aClientThatAsksFirstIsToldToGoOn() async throws {
        let head = "POST /health HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nExpect: 100-continue\r\n"
        let text = try await withServer { server in
            let connection = try RawConnection(to: server)
            try await connection.send(head + RequestGateTests.close)
            let told = try await connection.receive(atLeast: 25)
            try await connection.send("{}")
            return String(decoding: told + (try await connection.receive()), as: UTF8.self)
        }
        #expect(text.hasPrefix("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 405 "))
    }

    @Test func aClientThatAsksFirstWhetherTooMuchIsTakenIsRefusedAtOnce() async throws {
        try await expect(
            413, "POST /orders HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\nExpect: 100-continue\r\n\r\n")
    }

    @Test func anotherExpectationIsRefused() async throws {
        try await expect(417, "GET /health HTTP/1.1\r\nHost: localhost\r\nExpect: tea\r\n\r\n")
    }

    @Test func everyAnswerSaysThatItIsWhatItIsCalled() async throws {
        for path in ["/health", "/nowhere"] {
            let answer = try await answer(to: "GET \(path) HTTP/1.1\r\nHost: localhost\r\n\(RequestGateTests.close)")
            #expect(answer["X-Content-Type-Options"] == "nosniff")
        }
        #expect(try await answer(to: "GET / HTTP/1.1\r\n\r\n")["X-Content-Type-Options"] == "nosniff")
    }

    @Test func answersComeInTheOrderOfTheirRequests() async throws {
        let paths = (0..<20).map { $0.isMultiple(of: 2) ? "health" : "nowhere" }
        let requests = paths.map { "GET /\($0) HTTP/1.1\r\nHost: localhost\r\n\r\n" }.joined()
        let last = "GET /woowa/none HTTP/1.1\r\nHost: localhost\r\n\(RequestGateTests.close)"
        let text = try await withServer { server in
            let connection = try RawConnection(to: server)
            try await connection.send(requests + last)
            return String(decoding: try await connection.receive(), as: UTF8.self)
        }
        let statuses = text.ranges(of: /HTTP\/1.1 (200|404)/).map { String(text[$0].suffix(3)) }
        #expect(statuses == paths.map { $0 == "health" ? "200" : "404" } + ["404"])
    }

    @Test func whatStandsBeforeARefusalIsAnswered() async throws {
        let request = "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
        let text = try await withServer { server in
            let connection = try RawConnection(to: server)
            try await connection.send(request + request + "nonsense\r\n\r\n")
            return String(decoding: try await connection.receive(), as: UTF8.self)
        }
        #expect(text.ranges(of: "HTTP/1.1 200").count == 2)
        #expect(text.ranges(of: "HTTP/1.1 400").count == 1)
    }

    private func expect(
        _ status: Int, _ request: String, configure: @escaping (inout ShopServer.Configuration) -> Void = { _ in }
    ) async throws {
        let answer = try await answer(to: request, configure: configure)
        #expect(answer.statusLine.hasPrefix("HTTP/1.1 \(status) "), "\(answer.statusLine)")
        if status >= 400 { #expect(try texts(answer).keys.sorted() == ["error"]) }
    }

    private func answer(
        to request: String, configure: (inout ShopServer.Configuration) -> Void = { _ in }
    ) async throws -> RawAnswer {
        var configuration = ShopServer.Configuration(resources: try ShopResources.directory())
        configure(&configuration)
        return try await withServer(configuration) { try await RawConnection.exchange(with: $0, request) }
    }

    private func texts(_ answer: RawAnswer) throws -> [String: String] {
        #expect(answer["Content-Type"] == "application/json; charset=utf-8")
        return try JSONDecoder().decode([String: String].self, from: Data(answer.body))
    }
}
