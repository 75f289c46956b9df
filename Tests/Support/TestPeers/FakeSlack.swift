import Foundation
import NIOConcurrencyHelpers

/// A server that accepts messages like Slack's incoming webhooks and answers as the test tells it to.
public final class FakeSlack: Sendable {
    public enum Answer: Sendable {
        case status(Int, fields: [String] = [])
        /// No answer; the connection stays open.
        case hang
        /// No answer; the connection is closed.
        case hangUp

        public static let ok = status(200)
    }

    public struct Message: Sendable {
        /// The text of the message, or `nil` if the body is not a JSON object of strings with a `text`.
        public let text: String?
        public let head: String
        public let time: ContinuousClock.Instant
    }

    private struct State {
        var messages: [Message] = []
        var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    /// The URL to post messages to. Its last part is secret, as in a real webhook address.
    public let url: String
    /// The secret part of the URL, which no output may contain.
    public static let secret = "T0SECRET/B0SECRET/hunter2hunter2"

    private let server: LoopbackServer
    private let state: NIOLockedValueBox<State>

    /// Listens on a free loopback port. `answer` is called with the number of each message, counting from 0.
    public convenience init(answer: @escaping @Sendable (Int) -> Answer = { _ in .ok }) throws {
        try self.init(numberAndText: { number, _ in answer(number) })
    }

    /// The same with answers that depend on the text of the message.
    public static func answeringTexts(_ answer: @escaping @Sendable (_ text: String) -> Answer) throws -> FakeSlack {
        try FakeSlack(numberAndText: { answer($1 ?? "") })
    }

    private init(numberAndText answer: @escaping @Sendable (Int, String?) -> Answer) throws {
        let state = NIOLockedValueBox(State())
        self.state = state
        server = try LoopbackServer { FakeSlack.serve($0, state, answer) }
        url = "http://127.0.0.1:\(server.port)/services/\(FakeSlack.secret)"
    }

    /// Waits until `count` messages have been received, and returns the first `count`.
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

    /// The messages received so far.
    public var received: [Message] { state.withLockedValue(\.messages) }

    /// The number of messages received so far.
    public var count: Int { state.withLockedValue(\.messages.count) }

    /// Closes the listener and every connection.
    public func stop() { server.stop() }

    private static func serve(
        _ peer: Peer, _ state: NIOLockedValueBox<State>, _ answer: @Sendable (Int, String?) -> Answer
    ) {
        guard let head = peer.readRequest(), let body = peer.readWholeBody(of: head) else { return }
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
        switch answer(number, text) {
        case .status(let status, let fields):
            peer.answer("\(status) X", headers: fields + ["Connection: close"], body: "ok")
        case .hang: while peer.readByte() != nil {}
        case .hangUp: break
        }
    }
}
