import Foundation

/// A faulty server's end of one connection. Every call blocks.
struct FaultyConnection: Sendable {
    private let descriptor: Int32

    /// Milliseconds between two bytes of a slow answer.
    private static let pace: Int32 = 20
    private static let longestRequest = 1 << 20

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
        var yes: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    }

    func close() { Glibc.close(descriptor) }

    /// The next request up to and with the empty line of its head; `nil` when the client has gone.
    func readHead() -> String? {
        var bytes: [UInt8] = []
        while !bytes.suffix(4).elementsEqual("\r\n\r\n".utf8) {
            guard let byte = readByte(), bytes.count < FaultyConnection.longestRequest else { return nil }
            bytes.append(byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    func readBody(of head: String) {
        let length = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
            .flatMap { Int($0.dropFirst("content-length:".count).filter(\.isNumber)) }
        for _ in 0..<min(length ?? 0, FaultyConnection.longestRequest) where readByte() == nil { return }
    }

    /// Sends all of `bytes`; `false` when the client has gone.
    func send(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    func play(_ steps: [Fault.Step]) {
        for step in steps {
            switch step {
            case .bytes(let bytes): guard send(bytes) else { return }
            case .pour(let bytes): while send(bytes) {}
            case .drip(let bytes): while !hangsUp(within: FaultyConnection.pace), send(bytes) {}
            case .wait: while readByte() != nil {}
            case .reset: resetOnClose()
            case .halfClose: shutdown(descriptor, Int32(SHUT_WR))
            }
        }
    }

    private func readByte() -> UInt8? {
        var byte: UInt8 = 0
        return recv(descriptor, &byte, 1, 0) == 1 ? byte : nil
    }

    private func resetOnClose() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }

    /// Whether the client does within that time. All that it had to say was read before.
    private func hangsUp(within milliseconds: Int32) -> Bool {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&request, 1, milliseconds) > 0
    }
}
