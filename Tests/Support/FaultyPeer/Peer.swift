import Foundation
import NIOConcurrencyHelpers

/// A server's end of one connection. Every call blocks; the connection has a thread of its own.
public final class Peer: Sendable {
    public let descriptor: Int32
    private let kept = NIOLockedValueBox(false)

    /// More than any request has.
    private static let longestRequest = 1 << 20

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
        var yes: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Whether the connection stays open after the script, until the server stops.
    public var isKeptOpen: Bool { kept.withLockedValue { $0 } }

    /// Leaves the connection open: the client waits for more.
    public func stayOpen() { kept.withLockedValue { $0 = true } }

    /// `nil` when the client has gone.
    public func readByte() -> UInt8? {
        var byte: UInt8 = 0
        return recv(descriptor, &byte, 1, 0) == 1 ? byte : nil
    }

    /// The next request's head, up to and with its empty line; `nil` when the client has gone.
    public func readRequest() -> String? {
        var bytes: [UInt8] = []
        while !bytes.suffix(4).elementsEqual("\r\n\r\n".utf8) {
            guard let byte = readByte(), bytes.count < Peer.longestRequest else { return nil }
            bytes.append(byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The body that follows `head`; `nil` when the client has gone before it was whole.
    @discardableResult
    public func readWholeBody(of head: String) -> Data? {
        let length = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
            .flatMap { Int($0.dropFirst("content-length:".count).filter(\.isNumber)) }
        var body = Data()
        while body.count < min(length ?? 0, Peer.longestRequest) {
            guard let byte = readByte() else { return nil }
            body.append(byte)
        }
        return body
    }

    /// Sends all of `bytes`; `false` when the client has gone.
    @discardableResult
    public func send(_ bytes: some Collection<UInt8>) -> Bool {
        let buffer = Array(bytes)
        var sent = 0
        while sent < buffer.count {
            let count = buffer[sent...].withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    @discardableResult
    public func send(_ text: String) -> Bool { send(text.utf8) }

    /// A whole answer with a body of known length.
    @discardableResult
    public func answer(_ status: String = "200 OK", headers: [String] = [], body: some Collection<UInt8>) -> Bool {
        let lines = ["HTTP/1.1 \(status)"] + headers + ["Content-Length: \(body.count)", "", ""]
        return send(Array(lines.joined(separator: "\r\n").utf8) + Array(body))
    }

    @discardableResult
    public func answer(_ status: String = "200 OK", headers: [String] = [], body: String = "") -> Bool {
        answer(status, headers: headers, body: Array(body.utf8))
    }

    /// Makes closing the connection a reset instead of an orderly end.
    public func resetOnClose() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }

    /// Waits until the client hangs up, at most `milliseconds`: the pace of a slow server. `true` when it hung up.
    public func hangsUp(within milliseconds: Int32) -> Bool {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&request, 1, milliseconds) > 0
    }
}
