import Foundation

/// What somebody does who means harm, until told to stop.
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

    /// What each connection sends, and whether it waits for an answer and sends it again.
    func piece(pipelined: Int) -> (text: String, isRepeated: Bool) {
        let host = "Host: localhost\r\n"
        return switch self {
        case .pipelining: (String(repeating: "GET /woowa/main HTTP/1.1\r\n\(host)\r\n", count: pipelined), false)
        case .flooding: ("GET /woowa/main HTTP/1.1\r\n\(host)\r\n", true)
        case .heads: ("GET /woowa/main HTTP/1.1\r\n\(host)X: ", false)
        case .bodies: ("POST /orders HTTP/1.1\r\n\(host)Content-Length: 60000\r\n\r\n{", false)
        case .connections: ("", false)
        case .streams: ("GET /events HTTP/1.1\r\n\(host)\r\n", false)
        case .orders:
            (
                "POST /orders HTTP/1.1\r\n\(host)Idempotency-Key: \(UUID())\r\nBanchan-Session: \(UUID())\r\n"
                    + "Content-Length: 2\r\n\r\n{}", true
            )
        case .tokens: ("GET /orders HTTP/1.1\r\n\(host)Authorization: Bearer \(UUID())\r\n\r\n", true)
        case .readers: (String(repeating: "GET /woowa/main HTTP/1.1\r\n\(host)\r\n", count: pipelined), false)
        case .garbage: ("\u{1}\u{2}nothing\r\n\r\n", false)
        }
    }

    /// Whether what is answered is taken.
    var isRead: Bool { self != .streams && self != .readers }
}

/// How much harm is done.
struct AttackSize: Sendable {
    var connections = 50
    /// Of attacks that are nothing but many connections.
    var silentConnections = 1_000
    var pipelined = 300

    func connections(of attack: Attack) -> Int {
        switch attack {
        case .heads, .bodies, .connections, .streams: silentConnections
        default: connections
        }
    }
}
