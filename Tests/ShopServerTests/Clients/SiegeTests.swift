import Domain
import Foundation
import NIOConcurrencyHelpers
import ShopResources
import Storage
import TestPeers
import TestSupport
import Testing

@testable import ShopServer

/// A guest is answered while clients at another address attack the server.
@Suite struct SiegeTests {
    /// The guest's requests during each attack.
    private static let requests = LongForm.count(10, long: 200)
    /// The pause between two of them, in microseconds.
    private static let pause: UInt32 = 10_000

    @Test(arguments: Attack.allCases) func aGuestIsAnsweredUnderAttack(_ attack: Attack) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(component: "banchan-\(UUID())")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { FileManager.default.removeScratch(directory) }
        var configuration = ShopServer.Configuration(resources: try ShopResources.directory())
        let store = try SQLiteStore(at: directory.appending(component: "shop.sqlite").path)
        configuration.store = store
        configuration.trustedProxies = [try #require(AddressRange(address: Attack.proxy))]
        let (peace, times) = try await withServer(configuration) { server in
            let port = UInt16(server.port ?? 0)
            _ = try await SiegeTests.waits(of: attack, at: port)
            let peace = try await SiegeTests.waits(of: attack, at: port)
            let attackers = Attackers(attack, port: port)
            async let attacking: Void = attackers.run()
            defer { attackers.stop() }
            let times = try await SiegeTests.waits(of: attack, at: port)
            attackers.stop()
            try await attacking
            return (peace, times)
        }
        await store.close()
        // Generous, because this is a debug build that runs beside other tests. It only has to show that guests do not
        // wait for the attackers, who take seconds. The long form runs alone.
        #expect(times[times.count / 2] < .seconds(1))
        if LongForm.isWanted {
            let (late, usual) = (times[times.count * 95 / 100], peace[peace.count * 95 / 100])
            print("\(attack): p95 \(late), in peace \(usual)")
            #expect(late <= max(usual * 100, .milliseconds(500)))
        }
    }

    /// Returns how long the guest waited for each answer, in increasing order.
    private static func waits(of attack: Attack, at port: UInt16) async throws -> [Duration] {
        try await onOwnThread {
            let (source, fields) = attack.guest
            let connection = try LoopbackConnection(
                port: port, from: source, request: "GET /woowa/main", fields: fields)
            return try (0..<requests).map { _ in
                usleep(pause)
                return try ContinuousClock().measure { _ = try connection.ask() }
            }.sorted()
        }
    }
}

/// An attack on the server that goes on until it is stopped.
enum Attack: String, CaseIterable, Sendable {
    case pipelining = "pipelined requests"
    case flooding = "requests without a pause"
    case heads = "heads that do not end"
    case bodies = "bodies that do not end"
    case connections = "silent connections"
    case streams = "streams that nobody reads"
    case orders = "orders without a pause"
    case tokens = "wrong tokens"
    case readers = "answers that nobody reads"
    case garbage = "what is no request"
    case terminals = "money of ever new terminals"
    case forged = "forged Forwarded"
    case proxied = "floods behind a proxy"

    /// The loopback address of the proxy, which the server must be configured to trust.
    static let proxy = "127.0.0.3"

    /// The address that the attack comes from.
    var source: String { self == .proxied ? Attack.proxy : "127.0.0.2" }

    /// The guest's address and header fields: behind the attacker's proxy, or at an address of its own.
    var guest: (source: String, fields: [String]) {
        self == .proxied ? (source, ["Forwarded: for=192.0.2.7"]) : ("127.0.0.1", [])
    }

    /// The number of connections; more in attacks that only hold many of them.
    var connectionCount: Int {
        switch self {
        case .heads, .bodies, .connections, .streams: LongForm.count(60, long: 1_000)
        default: LongForm.count(10, long: 50)
        }
    }

    /// Returns the text that a connection sends, with new random keys and tokens each time.
    func text() -> String {
        let menu = "GET /woowa/main HTTP/1.1\r\nHost: localhost\r\n"
        return switch self {
        case .pipelining, .readers: String(repeating: "\(menu)\r\n", count: LongForm.count(100, long: 300))
        case .flooding: "\(menu)\r\n"
        case .heads: "\(menu)X: "
        case .bodies: "POST /orders HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\n\r\n{"
        case .connections: ""
        case .streams: "GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n"
        case .orders: change("/orders", "{}")
        case .tokens: "GET /orders HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(UUID())\r\n\r\n"
        case .garbage: "\u{1}\u{2}nothing\r\n\r\n"
        case .terminals: change("/drinks/money", #"{"amount":1000}"#)
        case .forged: change("/orders", "{}", "Forwarded: \(stranger)\r\n")
        // The client's own element comes before the one that the proxy appends.
        case .proxied: "\(menu)Forwarded: \(stranger), for=198.51.100.9\r\n\r\n"
        }
    }

    private func change(_ path: String, _ body: String, _ fields: String = "") -> String {
        "POST \(path) HTTP/1.1\r\nHost: localhost\r\nIdempotency-Key: \(UUID())\r\nBanchan-Session: \(UUID())\r\n"
            + "\(fields)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    private var stranger: String { "for=203.0.113.\(Int.random(in: 1...254))" }

    /// Whether it waits for each answer and then sends again.
    var isRepeated: Bool { [.flooding, .orders, .tokens, .terminals, .forged, .proxied].contains(self) }

    /// Whether the attacker reads answers.
    var isRead: Bool { self != .streams && self != .readers }
}

/// Connections from one address that attack a server until they are stopped.
private final class Attackers: Sendable {
    private static let pause: UInt32 = 1_000

    private let attack: Attack
    private let port: UInt16
    private let isStopped = NIOLockedValueBox(false)

    init(_ attack: Attack, port: UInt16) { (self.attack, self.port) = (attack, port) }

    /// Attacks, on a thread of its own, until `stop()` is called.
    func run() async throws {
        try await onOwnThread { [self] in
            var sockets: [LoopbackSocket] = []
            for _ in 0..<attack.connectionCount where !isStopped.withLockedValue(\.self) {
                if let socket = open() { sockets.append(socket) }
            }
            while !isStopped.withLockedValue(\.self) { press(&sockets) }
        }
    }

    func stop() { isStopped.withLockedValue { $0 = true } }

    private func open() -> LoopbackSocket? {
        guard let socket = try? LoopbackSocket(port: port, from: attack.source) else { return nil }
        send(to: socket)
        return socket
    }

    private func send(to socket: LoopbackSocket) { try? socket.send(Array(attack.text().utf8)) }

    /// Reads answers, sends again if the attack repeats requests, and reconnects if the server closed a connection.
    private func press(_ sockets: inout [LoopbackSocket]) {
        usleep(Attackers.pause)
        guard attack.isRead else { return }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        for index in sockets.indices {
            let count = recv(sockets[index].descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            if count == 0 {
                if let socket = open() { sockets[index] = socket }
            } else if count > 0, attack.isRepeated {
                send(to: sockets[index])
            }
        }
    }
}
