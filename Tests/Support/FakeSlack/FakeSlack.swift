import Foundation
import NIOConcurrencyHelpers

/// Takes messages as Slack's incoming webhooks do, and answers as a test wants it to.
public final class FakeSlack: Sendable {
    public enum Answer: Sendable {
        case status(Int, fields: [String] = [])
        /// None, on a connection that stays open.
        case hang
        /// None, on a connection that is closed.
        case hangUp

        public static let ok = status(200)
    }

    public struct Message: Sendable {
        /// What is to be shown; `nil` where the body was nothing of the kind.
        public let text: String?
        public let head: String
        public let time: ContinuousClock.Instant
    }

    private struct State {
        var messages: [Message] = []
        var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
        var connections: [Int32] = []
    }

    /// Where messages are posted; the end of it is as secret as the real one's.
    public let url: String
    /// What no output may contain.
    public static let secret = "T0SECRET/B0SECRET/hunter2hunter2"

    private let listener: Int32
    private let state = NIOLockedValueBox(State())

    /// Listens on a free port of loopback; `answer` is asked with the number of each message, counting from 0.
    public init(answer: @escaping @Sendable (Int) -> Answer = { _ in .ok }) throws {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        url = "http://127.0.0.1:\(try FakeSlack.listen(listener))/services/\(FakeSlack.secret)"
        Thread.detachNewThread { [self] in accept(answer) }
    }

    deinit { close(listener) }

    /// The first `count` messages, as soon as so many have come.
    public func messages(_ count: Int) async -> [Message] {
        await withCheckedContinuation { continuation in
            let isThere = state.withLockedValue { state in
                if state.messages.count < count { state.waiting.append((count, continuation)) }
                return state.messages.count >= count
            }
            if isThere { continuation.resume() }
        }
        return Array(state.withLockedValue(\.messages).prefix(count))
    }

    /// Messages that have come until now.
    public var count: Int { state.withLockedValue(\.messages.count) }

    /// Closes the listener and every connection.
    public func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
        for descriptor in state.withLockedValue(\.connections) { shutdown(descriptor, Int32(SHUT_RDWR)) }
    }

    private func accept(_ answer: @escaping @Sendable (Int) -> Answer) {
        while true {
            let descriptor = Glibc.accept(listener, nil, nil)
            guard descriptor >= 0 else { return }
            state.withLockedValue { $0.connections.append(descriptor) }
            Thread.detachNewThread { [self] in
                serve(Connection(descriptor: descriptor), answer)
                state.withLockedValue { $0.connections.removeAll { $0 == descriptor } }
                close(descriptor)
            }
        }
    }

    private func serve(_ connection: Connection, _ answer: @Sendable (Int) -> Answer) {
        guard let (head, body) = connection.readRequest() else { return }
        let text = (try? JSONDecoder().decode([String: String].self, from: body))?["text"]
        let message = Message(text: text, head: head, time: .now)
        let (number, ready) = state.withLockedValue { state in
            state.messages.append(message)
            let count = state.messages.count
            let ready = state.waiting.filter { $0.count <= count }
            state.waiting.removeAll { $0.count <= count }
            return (count - 1, ready.map(\.continuation))
        }
        for continuation in ready { continuation.resume() }
        switch answer(number) {
        case .status(let status, let fields): connection.answer(status, fields: fields)
        case .hang: while connection.readByte() != nil {}
        case .hangUp: break
        }
    }

    private static func listen(_ listener: Int32) throws -> UInt16 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) == 0 && getsockname(listener, $0, &size) == 0
            }
        }
        guard isBound, Glibc.listen(listener, 64) == 0 else { throw POSIXError(.EADDRINUSE) }
        return UInt16(bigEndian: address.sin_port)
    }
}

/// One connection to the fake Slack; every call blocks.
private struct Connection {
    let descriptor: Int32

    func readByte() -> UInt8? {
        var byte: UInt8 = 0
        return recv(descriptor, &byte, 1, 0) == 1 ? byte : nil
    }

    func readRequest() -> (head: String, body: Data)? {
        var bytes: [UInt8] = []
        while !bytes.suffix(4).elementsEqual("\r\n\r\n".utf8) {
            guard let byte = readByte() else { return nil }
            bytes.append(byte)
        }
        let head = String(decoding: bytes, as: UTF8.self)
        let length = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
            .flatMap { Int($0.dropFirst("content-length:".count).filter(\.isNumber)) }
        var body = Data()
        while body.count < length ?? 0 {
            guard let byte = readByte() else { return nil }
            body.append(byte)
        }
        return (head, body)
    }

    func answer(_ status: Int, fields: [String]) {
        let lines = ["HTTP/1.1 \(status) X"] + fields + ["Content-Length: 2", "Connection: close", "", "ok"]
        let bytes = Array(lines.joined(separator: "\r\n").utf8)
        _ = send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }
}
