import Domain
import Foundation
import Storage
import TerminalProbe
import TestPeers
import TestSupport
import Testing

/// Two servers of one shop behind HAProxy, with the configuration from the repository.
@Suite(.enabled(if: Installed.has("haproxy"))) struct BalancerTests {
    @Test func whenAServerIsKilledATerminalGoesOnBehindTheSameAddress() async throws {
        let place = try Scratch()
        let database = place.url.appending(path: "shop.sqlite").path
        let ports = try (0..<3).map { _ in try FreePort.find() }
        let serve: @Sendable (Int) async throws -> ServingProgram = { port in
            try await .banchan(
                database: database, ["--port", "\(port)", "--trusted-proxy", "127.0.0.1"],
                environment: place.environment)
        }
        let servers = [try await serve(ports[1]), try await serve(ports[2])]
        let balancer = try Balancer(at: ports[0], of: Array(ports.dropFirst()), in: place)
        try await balancer.waitUntilReady()
        try await withShop(["--server", "http://127.0.0.1:\(ports[0])"], columns: 100) { shop in
            try shop.waitUntilSettled()
            try shop.order(for: "하나")
            try waitFor { try await servers[0].program.killed() }
            try shop.order()
            let again = try waitFor { try await serve(ports[1]) }
            try waitFor { try await servers[1].program.killed() }
            try shop.order()
            try shop.press("q")
            #expect(try shop.waitForExit() == .exited(0))
            #expect(try waitFor { try await again.stop() }.end == .fine)
        }
        let store = try SQLiteStore(at: database)
        #expect(try await store.read { try $0.orders(after: 0, limit: 10) }.count == 3)
        await store.close()
    }
}

/// HAProxy in front of servers on loopback. Only the ports differ from the repository's configuration.
private struct Balancer: Sendable {
    private let program: RunningProgram
    private let url: URL

    init(at port: Int, of servers: [Int], in place: Scratch) throws {
        let shown = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(components: "..", "..", "Resources", "balancer", "haproxy.cfg")
        var text = try String(contentsOf: shown, encoding: .utf8)
        for (shown, own) in zip(["8080", "8081", "8082"], [port] + servers) {
            text = text.replacing("127.0.0.1:\(shown)", with: "127.0.0.1:\(own)")
        }
        let file = place.url.appending(path: "haproxy.cfg").path
        try Data(text.utf8).write(to: URL(filePath: file))
        program = try RunningProgram("/usr/sbin/haproxy", ["-db", "-f", file], environment: [:])
        url = try #require(URL(string: "http://127.0.0.1:\(port)/ready"))
    }

    /// Waits until HAProxy has found a server that is ready.
    func waitUntilReady() async throws {
        try await wait {
            (try? await ask(url))?.status == 200
        }
    }
}
