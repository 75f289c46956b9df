import Foundation

/// A TCP connection to a server on this machine. Every call blocks: whoever measures or attacks a server does it on
/// threads of its own.
public final class LoopbackSocket {
    public let descriptor: Int32

    /// Connects to `port`, from the address `source` of this machine if it is given.
    public init(port: UInt16, from source: String? = nil) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        if let source {
            guard LoopbackSocket.with(source, port: 0, { bind(descriptor, $0, $1) }) == 0 else {
                throw LoopbackFailure("\(source) is no address of this machine")
            }
        }
        guard LoopbackSocket.with("127.0.0.1", port: port, { connect(descriptor, $0, $1) }) == 0 else {
            throw LoopbackFailure("nothing listens on \(port)")
        }
        var yes: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    }

    private static func with(
        _ text: String, port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr(text)
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
        }
    }

    deinit { close(descriptor) }

    public func send(_ bytes: [UInt8]) throws {
        guard Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
            throw LoopbackFailure("the connection is closed")
        }
    }
}

/// Why a request was not answered.
public struct LoopbackFailure: Error, CustomStringConvertible {
    public let description: String

    init(_ description: String) { self.description = description }
}

/// A connection to a shop that repeats one request, each time with a new idempotency key. Every call blocks.
public final class LoopbackConnection {
    /// A response.
    public struct Answer: Sendable {
        public let status: Int
        fileprivate let head: Substring
        public let body: Data

        public subscript(field: String) -> String? {
            let start = "\(field.lowercased()):"
            let line = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix(start) }
            return line?.dropFirst(start.count).trimmingCharacters(in: .whitespaces)
        }
    }

    private let socket: LoopbackSocket
    private let head: String
    private let body: [UInt8]

    /// Connects from the address `source` of this machine. `request` is a method and a path.
    public init(
        port: UInt16, from source: String? = nil, request: String, fields: [String] = [], body: Data = Data()
    ) throws {
        socket = try LoopbackSocket(port: port, from: source)
        self.body = Array(body)
        let lines = ["\(request) HTTP/1.1", "Host: localhost", "Content-Length: \(body.count)"] + fields
        head = lines.joined(separator: "\r\n")
    }

    /// Sends the request and returns when the whole response has arrived.
    public func ask(key: UUID = UUID()) throws -> Answer {
        try socket.send(Array("\(head)\r\nIdempotency-Key: \(key)\r\n\r\n".utf8) + body)
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = recv(socket.descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { throw LoopbackFailure("the connection is closed") }
            bytes += buffer[..<count]
            if let answer = LoopbackConnection.answer(in: String(decoding: bytes, as: UTF8.self)) { return answer }
        }
    }

    /// Parses the response. Returns `nil` until its head and as many bytes of body as the head announces are there.
    private static func answer(in text: String) -> Answer? {
        guard let end = text.range(of: "\r\n\r\n"), let status = Int(text.dropFirst("HTTP/1.1 ".count).prefix(3))
        else { return nil }
        let body = text[end.upperBound...].utf8
        let answer = Answer(status: status, head: text[..<end.lowerBound], body: Data(body))
        let length = answer["Content-Length"].flatMap { Int($0) } ?? 0
        return body.count >= length ? answer : nil
    }
}
