import Domain
import Foundation
import TestSupport
import Testing

/// `banchan serve` in operation: draining and logging.
@Suite struct OperationTests {
    private static let ready = "GET /ready HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    private static let health = "GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"

    @Test func askedToStopItSaysThatItIsNotReadyAndGoesOnForAWhile() async throws {
        try await serving(["--drain-seconds", "3"]) { server in
            let stream = try RawConnection(to: server.url)
            try await stream.send("GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
            _ = try await stream.receive(atLeast: 1)
            #expect(try await RawConnection.exchange(with: server.url, OperationTests.ready).statusLine.contains("200"))
            server.program.signal(SIGTERM)
            var answer: RawAnswer
            repeat {
                answer = try await RawConnection.exchange(with: server.url, OperationTests.ready)
            } while answer.statusLine.contains("200")
            #expect(answer.statusLine.contains("503"))
            #expect(answer["Retry-After"] == "1")
            let said = try JSONDecoder().decode([String: String].self, from: Data(answer.body))
            #expect(said["status"] == "draining")
            #expect(said["error"] != nil)
            // Until it ends, it is alive and answers.
            #expect(
                try await RawConnection.exchange(with: server.url, OperationTests.health).statusLine.contains("200"))
            let last = String(decoding: try await stream.receive(), as: UTF8.self)
            #expect(last.contains(/retry: \d+\r?\n/), "\(last)")
        }
    }

    @Test func whatIsUnderWayIsFinishedBeforeItEnds() async throws {
        let scratch = try Scratch()
        let server = try await started([], in: scratch)
        let slow = try RawConnection(to: server.url)
        let (head, body) = ("POST /orders HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n", "{}")
        try await slow.send(head + "Expect: 100-continue\r\n\r\n")
        _ = try await slow.receive(atLeast: 25)
        // The server has received the head, as its 100 Continue shows, and gets the body after it was asked to stop.
        server.program.signal(SIGTERM)
        try await slow.send(body)
        let answer = RawAnswer(try await slow.receive())
        #expect(answer.statusLine.hasPrefix("HTTP/1.1 400"))
        #expect(try await server.program.ended().end == .fine)
        withExtendedLifetime(scratch) {}
    }

    @Test(arguments: ["-1", "3601", "soon"]) func aWrongTimeIsRefused(_ time: String) async throws {
        #expect(try await runWithoutTerminal(["serve", "--drain-seconds=\(time)"]).status == 64)
    }

    @Test func theLevelOfALineSaysHowMuchItMatters() async throws {
        let scratch = try Scratch()
        let shop = scratch.url.appending(path: "shop")
        #expect(try await runWithoutTerminal(["init", shop.path]).status == 0)
        try Data("[]".utf8).write(to: shop.appending(path: "menu/late.json"))
        let server = try await started(["--resources", shop.path, "--log-format", "json"], in: scratch)
        func next(_ number: Int) async throws -> [String: String] {
            let line = try await server.program.complaint(number)
            return try JSONDecoder().decode([String: String].self, from: Data(line.utf8))
        }
        let zone = try await next(0)
        #expect(zone["level"] == "notice" && zone["message"]?.contains("time_zone") == true, "\(zone)")
        try Data("[{".utf8).write(to: shop.appending(path: "menu/soup.json"), options: .atomic)
        // The note about the file that no section names comes before or after.
        let lines = [try await next(1), try await next(2)]
        let file = lines.first { $0["message"]?.contains("menu/soup.json:") == true }
        let note = lines.first { $0["message"]?.contains("menu/late.json: note:") == true }
        #expect(file?["level"] == "error" && note?["level"] == "notice", "\(lines)")
        _ = try await server.stop()
    }

    @Test func asJSONEveryLineOfTheLogIsAnObjectAndSaysNoSecret() async throws {
        let scratch = try Scratch()
        let server = try await started(["--host", "0.0.0.0", "--log-format", "json"], in: scratch)
        let local = try #require(URL(string: "http://127.0.0.1:\(server.url.port ?? 0)"))
        let request = """
            GET /orders?token=hunter2 HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer hunter3\r\n\
            X-Request-Id: from-nginx.7\r\nConnection: close\r\n\r\n
            """
        #expect(try await RawConnection.exchange(with: local, request)["X-Request-Id"] == "from-nginx.7")
        let told = try await server.stop().complaints
        let objects = try told.split(separator: "\n").map {
            try JSONDecoder().decode([String: String].self, from: Data($0.utf8))
        }
        #expect(objects.map { $0["level"] } == ["warning", "info"])
        #expect(objects.first?["message"]?.hasPrefix("Whoever reaches 0.0.0.0") == true)
        #expect(objects.last?["id"] == "from-nginx.7")
        #expect(objects.last?["route"] == "/orders")
        #expect(objects.last?["status"] == "403")
        #expect(objects.allSatisfy { $0["time"]?.hasSuffix("Z") == true })
        #expect(!told.contains("hunter"))
        withExtendedLifetime(scratch) {}
    }

    @Test func asTextEachRequestIsALine() async throws {
        let scratch = try Scratch()
        let server = try await started(["--log-format", "text"], in: scratch)
        _ = try await RawConnection.exchange(with: server.url, OperationTests.health)
        let told = try await server.stop().complaints
        let line = #/\S+Z info request client=127\.0\.0\.1 id=\S+ method=GET route=/health seconds=\S+ status=200\n/#
        #expect(told.wholeMatch(of: line) != nil, "\(told)")
        withExtendedLifetime(scratch) {}
    }

    private func started(_ options: [String], in scratch: Scratch) async throws -> ServingProgram {
        try await .banchan(
            database: scratch.url.appending(path: "shop.sqlite").path, options,
            environment: scratch.environment.merging(["LANG": "C.UTF-8"]) { $1 })
    }

    private func serving(_ options: [String], _ body: (ServingProgram) async throws -> Void) async throws {
        let scratch = try Scratch()
        let server = try await started(options, in: scratch)
        try await body(server)
        #expect(try await server.program.ended().end == .fine)
        withExtendedLifetime(scratch) {}
    }
}
