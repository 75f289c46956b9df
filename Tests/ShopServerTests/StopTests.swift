import Domain
import Foundation
import NIOConcurrencyHelpers
import ShopResources
import ShopServer
import TestSupport
import Testing

@Suite struct StopTests {
    @Test func cancellingEndsTheRunAndFreesThePort() async throws {
        let server = RunningServer(try ownServer())
        let url = try await server.url
        #expect(try await ask(url, "health").status == 200)
        try await server.stop()
        #expect(throws: RawConnectionError.self) { try RawConnection(to: url) }
    }

    @Test func aServerCancelledBeforeItRunsEndsAtOnce() async throws {
        let server = try ownServer()
        let run = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await server.run { _ in }
        }
        await #expect(throws: Never.self) { try await run.value }
    }

    @Test func aConnectionThatSaysNothingDoesNotHoldTheServerUp() async throws {
        let server = RunningServer(try ownServer())
        let silent = try RawConnection(to: try await server.url)
        try await server.stop()
        #expect(try await silent.receive().isEmpty)
    }

    @Test func readyMayAskTheServerItself() async throws {
        let server = try ownServer()
        let status = NIOLockedValueBox(0)
        let (done, finish) = AsyncStream.makeStream(of: Void.self)
        let run = Task {
            try await server.run { url in
                let answer = try? await ask(url, "health").status
                status.withLockedValue { $0 = answer ?? -1 }
                finish.finish()
            }
        }
        for await _ in done {}
        run.cancel()
        try await run.value
        #expect(status.withLockedValue(\.self) == 200)
    }

    @Test func anAnswerUnderWayIsFinished() async throws {
        var configuration = ShopServer.Configuration(resources: try ShopResources.directory())
        let (requests, heard) = AsyncStream.makeStream(of: String.self)
        configuration.onRequest = { heard.yield($0) }
        let server = RunningServer(try ShopServer(configuration))
        let url = try await server.url
        async let reply = ask(url, "woowa/main")
        for await _ in requests { break }
        try await server.stop()
        #expect(try await reply.body == fileContent(of: .main))
    }

    /// The second path differs only in an empty query, for which the route's own task answers.
    @Test(arguments: ["woowa/main", "woowa/main?"])
    func aSlowClientStillGetsTheWholeAnswer(_ path: String) async throws {
        // More than the system buffers for a connection, so that most of it is still in the server when it is told to
        // stop.
        let section = Data("[".utf8) + Data(repeating: UInt8(ascii: " "), count: 8 << 20) + Data("]".utf8)
        let answer = try await withShop(replacing: [.main: section]) { shop in
            let server = RunningServer(try ShopServer(ShopServer.Configuration(resources: shop)))
            let connection = try RawConnection(to: try await server.url, receiveBuffer: 4_096)
            try await connection.send("GET /\(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
            let start = try await connection.receive(atLeast: 1)
            server.cancel()
            let rest = try await connection.receive()
            try await server.ended()
            return RawAnswer(start + rest)
        }
        #expect(answer.body.count == section.count)
    }

    private func ownServer() throws -> ShopServer {
        try ShopServer(ShopServer.Configuration(resources: try ShopResources.directory()))
    }
}
