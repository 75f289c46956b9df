import Foundation
import Glibc
import NIOConcurrencyHelpers

/// The server's end of one connection. Every call blocks, so each connection has its own thread.
public final class Peer: Sendable {
    public let descriptor: Int32
    private let kept = NIOLockedValueBox(false)

    /// The limit of a request's head and of its body in bytes, larger than any real request.
    private static let maxRequestLength = 1 << 20

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
        var yes: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Whether the connection is to stay open after its handler has finished, until the client or the server ends it.
    public var isKeptOpen: Bool { kept.withLockedValue { $0 } }

    /// Leaves the connection open, so that the client waits for more.
    public func stayOpen() { kept.withLockedValue { $0 = true } }

    /// Returns the next byte, or `nil` if the client has disconnected.
    public func readByte() -> UInt8? {
        var byte: UInt8 = 0
        return recv(descriptor, &byte, 1, 0) == 1 ? byte : nil
    }

    /// Returns the head of the next request including its empty line, or `nil` if the client has disconnected.
    public func readRequest() -> String? {
        var bytes: [UInt8] = []
        while !bytes.suffix(4).elementsEqual("\r\n\r\n".utf8) {
            guard let byte = readByte(), bytes.count < Peer.maxRequestLength else { return nil }
            bytes.append(byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the body that follows `head`, or `nil` if the client disconnects before it is complete.
    @discardableResult
    public func readWholeBody(of head: String) -> Data? {
        let length = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
            .flatMap { Int($0.dropFirst("content-length:".count).filter(\.isNumber)) }
        var body = Data()
        while body.count < min(length ?? 0, Peer.maxRequestLength) {
            guard let byte = readByte() else { return nil }
            body.append(byte)
        }
        return body
    }

    /// Sends all of `bytes`. Returns `false` if the client has disconnected.
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

    /// Sends a complete answer with a `Content-Length`.
    @discardableResult
    public func answer(_ status: String = "200 OK", headers: [String] = [], body: some Collection<UInt8>) -> Bool {
        let lines = ["HTTP/1.1 \(status)"] + headers + ["Content-Length: \(body.count)", "", ""]
        return send(Array(lines.joined(separator: "\r\n").utf8) + Array(body))
    }

    @discardableResult
    public func answer(_ status: String = "200 OK", headers: [String] = [], body: String = "") -> Bool {
        answer(status, headers: headers, body: Array(body.utf8))
    }

    /// Makes closing the connection send a reset instead of an orderly end.
    public func resetOnClose() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }

    /// Waits up to `milliseconds` for the client to disconnect, which also sets the pace of a slow server. Returns
    /// whether it did.
    public func hangsUp(within milliseconds: Int32) -> Bool {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&request, 1, milliseconds) > 0
    }
}

extension Peer {
    /// The pause before each repetition of a slow answer, in milliseconds.
    private static var pace: Int32 { 20 }

    private static var niceness: Int32 { 19 }

    /// Performs the steps of a fault.
    func play(_ steps: [Fault.Step]) {
        for step in steps {
            switch step {
            case .bytes(let bytes): guard send(bytes) else { return }
            case .pour(let bytes):
                // Lower the priority: a real server would run on another machine and take no processor time from the
                // client.
                _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, Peer.niceness)
                while send(bytes) {}
            case .drip(let bytes): while !hangsUp(within: Peer.pace), send(bytes) {}
            case .wait: while readByte() != nil {}
            case .reset: resetOnClose()
            case .halfClose: shutdown(descriptor, Int32(SHUT_WR))
            }
        }
    }
}
