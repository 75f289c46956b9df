import Foundation
import NIOConcurrencyHelpers

/// The hostile server's end of one connection. Every call blocks; the connection has a thread of its own.
final class Peer: Sendable {
    let descriptor: Int32
    private let kept = NIOLockedValueBox(false)

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// Whether the connection stays open after the script, until the server stops.
    var isKeptOpen: Bool { kept.withLockedValue { $0 } }

    /// Leaves the connection open: the client waits for more.
    func stayOpen() { kept.withLockedValue { $0 = true } }

    /// The next request's head, up to and with its empty line; `nil` when the client has gone.
    func readRequest() -> String? {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while !bytes.suffix(4).elementsEqual("\r\n\r\n".utf8) {
            guard recv(descriptor, &byte, 1, 0) == 1, bytes.count < 1 << 20 else { return nil }
            bytes.append(byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The body that follows `head`; `nil` when the client has gone before it was whole.
    func readWholeBody(of head: String) -> Data? {
        let length = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
            .flatMap { Int($0.split(separator: ":")[1].trimmingCharacters(in: .whitespaces)) }
        var body = Data()
        var byte: UInt8 = 0
        while body.count < min(length ?? 0, 1 << 20) {
            guard recv(descriptor, &byte, 1, 0) == 1 else { return nil }
            body.append(byte)
        }
        return body
    }

    /// Sends all of `bytes`; `false` when the client has gone.
    @discardableResult
    func send(_ bytes: some Collection<UInt8>) -> Bool {
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
    func send(_ text: String) -> Bool { send(text.utf8) }

    /// A whole answer with a body of known length.
    @discardableResult
    func answer(_ status: String = "200 OK", headers: [String] = [], body: some Collection<UInt8>) -> Bool {
        let lines = ["HTTP/1.1 \(status)"] + headers + ["Content-Length: \(body.count)", "", ""]
        return send(Array(lines.joined(separator: "\r\n").utf8) + Array(body))
    }

    @discardableResult
    func answer(_ status: String = "200 OK", headers: [String] = [], body: String = "") -> Bool {
        answer(status, headers: headers, body: Array(body.utf8))
    }

    /// Makes closing the connection a reset instead of an orderly end.
    func resetOnClose() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }

    /// Waits until the client hangs up, at most `milliseconds`: the pace of a slow server. `true` when it hung up.
    func hangsUp(within milliseconds: Int32) -> Bool {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&request, 1, milliseconds) > 0
    }
}
