import Domain
import Foundation
import NIOConcurrencyHelpers
import ShopHTTP
import TestPeers
import TestSupport
import Testing

/// Many requests at once, with everything that ends them early; a hundred times as many in the long form.
@Suite(.timeLimit(.minutes(30))) struct SessionStressTests {
    private static let rounds = LongForm.count(1, long: 100)

    /// A server that answers the path `/sound` and cuts the head of any other answer somewhere.
    private static func server() throws -> HostileServer {
        try HostileServer { peer, head in
            let answer = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\nETag: \"a\"\r\nWWW-Authenticate: Basic\r\n\r\nbody"
            var (next, number) = (Optional(head), 0)
            while let head = next {
                guard head.hasPrefix("GET /sound ") else {
                    return _ = peer.send(answer.utf8.prefix(head.utf8.count * 7 % 70))
                }
                peer.send(answer)
                number += 1
                next = peer.readRequest()
            }
        }
    }

    private static var residentBytes: Int {
        let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
        return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * Int(getpagesize())
    }

    private static func all(_ count: Int, width: Int, _ one: @escaping @Sendable (Int) async throws -> Void)
        async throws
    {
        try await withThrowingTaskGroup { group in
            for worker in 0..<width {
                group.addTask { for number in stride(from: worker, to: count, by: width) { try await one(number) } }
            }
            try await group.waitForAll()
        }
    }

    @Test func everyRequestEndsWhateverItsServerAndItsCallerDo() async throws {
        let server = try Self.server()
        defer { server.stop() }
        let client = HTTPClient()
        let sound = server.url.appending(path: "sound")
        try await Self.all(600 * Self.rounds, width: 8) { number in
            switch number % 3 {
            case 0:
                let answer = try await client.get(sound)
                #expect(answer.body == Data("body".utf8))
            case 1:
                let request = Task { try await client.get(sound) }
                if number.isMultiple(of: 2) { await Task.yield() }
                request.cancel()
                _ = await request.result
            default:
                let url = server.url.appending(path: String(repeating: "x", count: number % 40))
                await #expect(throws: FetchFailure.interrupted) { try await client.get(url) }
            }
        }
    }

    @Test func aClientThatIsClosedUnderLoadEndsAllItsRequests() async throws {
        let server = try Self.server()
        defer { server.stop() }
        let sound = server.url.appending(path: "sound")
        for _ in 0..<(5 * Self.rounds) {
            let (client, answers) = (HTTPClient(), Record<Int>())
            let load = Task {
                try await Self.all(.max, width: 8) { number in
                    answers.append(try await client.get(sound).status)
                }
            }
            await answers.wait(count: 20)
            client.invalidate()
            await #expect(throws: FetchFailure.interrupted) { try await load.value }
        }
    }

    @Test func nothingIsKeptOfARequestThatHasEnded() async throws {
        let server = try Self.server()
        defer { server.stop() }
        let client = HTTPClient()
        let sound = server.url.appending(path: "sound")
        try await Self.all(500, width: 8) { _ in _ = try await client.get(sound) }
        let before = Self.residentBytes
        try await Self.all(1_000 * Self.rounds, width: 8) { _ in _ = try await client.get(sound) }
        // What a request keeps for good, times the number of requests; the other tests need memory too.
        #expect(Self.rounds == 1 || Self.residentBytes - before < 16 << 20)
    }
}
