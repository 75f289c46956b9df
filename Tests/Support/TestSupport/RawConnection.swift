import Foundation

/// A plain TCP connection, for tests that check exact bytes. It blocks on threads of its own, so that it never takes
/// the shared threads from the server in the same test.
public final class RawConnection: Sendable {
    private let descriptor: Int32
    /// The read timeout in seconds: a server that does not answer fails one test instead of blocking all of them.
    private static let maxWait = 200

    /// Connects to `server`. A small `receiveBuffer`, in bytes, simulates a slow client.
    public init(to server: URL, receiveBuffer: Int32? = nil) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var wait = timeval(tv_sec: RawConnection.maxWait, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &wait, socklen_t(MemoryLayout<timeval>.size))
        if var receiveBuffer {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, socklen_t(MemoryLayout<Int32>.size))
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(server.port ?? 0).bigEndian
        inet_pton(AF_INET, server.host() ?? "", &address.sin_addr)
        let outcome = withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard outcome == 0 else { throw RawConnectionError(code: errno) }
    }

    deinit { close(descriptor) }

    /// Sends all of `text`.
    public func send(_ text: String) async throws { try await onOwnThread { [self] in try write(text) } }

    private func write(_ text: String) throws {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { throw RawConnectionError(code: errno) }
            rest = rest.dropFirst(count)
        }
    }

    /// Sends a request and returns its whole answer, which says its length. Blocks the calling thread.
    public func ask(_ request: String) throws -> [UInt8] {
        try write(request)
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let got = read(descriptor, &buffer, buffer.count)
            guard got > 0 else { throw RawConnectionError(code: errno) }
            bytes += buffer[..<got]
            if let length = bytes.answerLength, bytes.count >= length { return bytes }
        }
    }

    /// Reads until at least `count` bytes were received, or until the server closes or resets the connection.
    public func receive(atLeast count: Int = .max) async throws -> [UInt8] {
        try await onOwnThread { [descriptor] in
            var bytes: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while bytes.count < count {
                let got = read(descriptor, &buffer, buffer.count)
                guard got >= 0 || errno == ECONNRESET else { throw RawConnectionError(code: errno) }
                guard got > 0 else { break }
                bytes += buffer[..<got]
            }
            return bytes
        }
    }

    /// Sends a request and reads until the server closes the connection.
    public static func exchange(with server: URL, _ request: String) async throws -> RawAnswer {
        let connection = try RawConnection(to: server)
        try await connection.send(request)
        return RawAnswer(try await connection.receive())
    }
}

extension [UInt8] {
    /// The position of the first occurrence of `text`; `nil` if there is none.
    public func offset(of text: String) -> Int? { Data(self).range(of: Data(text.utf8))?.lowerBound }

    /// The length of an answer that begins here; `nil` if its head is not complete.
    fileprivate var answerLength: Int? {
        let field = "Content-Length: "
        guard let end = offset(of: "\r\n\r\n"), let place = offset(of: field), place < end else { return nil }
        let digits = self[(place + field.utf8.count)...].prefix { $0 != UInt8(ascii: "\r") }
        return Int(String(decoding: digits, as: UTF8.self)).map { end + 4 + $0 }
    }
}

public struct RawConnectionError: Error { let code: Int32 }

/// The bytes of one answer, split into head and body.
public struct RawAnswer: Sendable {
    public let head: String
    public let body: [UInt8]

    public init(_ bytes: [UInt8]) {
        let end = bytes.indices.first { bytes[$0...].starts(with: Array("\r\n\r\n".utf8)) } ?? bytes.endIndex
        head = String(decoding: bytes[..<end], as: UTF8.self)
        body = Array(bytes[end...].dropFirst(4))
    }

    public var statusLine: Substring { head.prefix { $0 != "\r\n" } }

    public subscript(field: String) -> String? {
        for line in head.split(separator: "\r\n").dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            if parts.first?.lowercased() == field.lowercased() {
                return parts.last?.trimmingCharacters(in: .whitespaces)
            }
        }
        return nil
    }
}
