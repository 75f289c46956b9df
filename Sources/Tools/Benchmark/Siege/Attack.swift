import Foundation

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

    /// Returns the text that a connection sends, with new random keys and tokens each time.
    func text(pipelined: Int) -> String {
        let menu = "GET /woowa/main HTTP/1.1\r\nHost: localhost\r\n"
        return switch self {
        case .pipelining, .readers: String(repeating: "\(menu)\r\n", count: pipelined)
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

/// The size of an attack.
struct AttackSize: Sendable {
    var connections = 50
    /// The number of connections in attacks that only hold many of them.
    var silentConnections = 1_000
    var pipelined = 300

    func connections(of attack: Attack) -> Int {
        switch attack {
        case .heads, .bodies, .connections, .streams: silentConnections
        default: connections
        }
    }
}
