import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// One request under way, within limits that are checked where its bytes arrive.
///
/// Reports its parts in order and then its end, exactly once, on its event loop. While a part is being handled nothing
/// more is read, which gives back-pressure to a fast server.
final class HTTPLoading: HTTPClientResponseDelegate {
    /// The callbacks of the loading.
    struct Receiver: Sendable {
        /// Receives a part and returns whether more is wanted. Must not block.
        let take: @Sendable (HTTPPart) -> Bool
        /// Receives the end: `nil` if the response is complete, otherwise the failure.
        let end: @Sendable (FetchFailure?) -> Void
    }

    /// The limits of a request. A request without a deadline is a stream: it may last, but its rate is limited.
    struct Bounds: Sendable {
        var bodyBytes: Int?
        var idle: Duration
        var deadline: Duration?
    }

    private struct State {
        var task: HTTPConnections.Pool.Task<Void>?
        var isEnded = false
        var hasHead = false
        /// Whether this is the second attempt, after a kept-alive connection turned out to be unusable.
        var isFresh = false
        var decoder: ContentDecoder?
        /// Why the body cannot be used if its decoding fails; `nil` if only the status matters.
        var undecodable: FetchFailure?
        /// Whether the rest of the body is dropped, because it cannot be decoded and only the status matters.
        var dropsBody = false
        /// Whether the head says where the body ends, so that the end of the connection does not cut it unnoticed.
        var isDelimited = false
        var bodyBytes = 0
        var lastActivity = NIODeadline.now()
        var idleTimer: Scheduled<Void>?
        var deadlineTimer: Scheduled<Void>?
    }

    /// The maximum average rate of a stream, in bytes per second; above it, reading is delayed.
    private static let streamPace = 256 << 10

    private let call: HTTPCall
    private let bounds: Bounds
    private let connections: HTTPConnections
    private let budget: HTTPBudget
    private let receiver: Receiver
    private let loop: any EventLoop
    private let state: NIOLoopBoundBox<State>

    /// Starts `call`.
    init(
        _ call: HTTPCall, bounds: Bounds, connections: HTTPConnections, budget: HTTPBudget, receiver: Receiver
    ) {
        self.call = call
        self.bounds = bounds
        self.connections = connections
        self.budget = budget
        self.receiver = receiver
        loop = connections.loop
        state = .makeBoxSendingValue(State(), eventLoop: loop)
        loop.execute { self.begin() }
    }

    /// Ends the request with `failure` unless it has already ended. Does not block.
    func cancel(_ failure: FetchFailure = .interrupted) {
        loop.execute { self.end(failure) }
    }

    private func begin() {
        guard !state.value.isEnded else { return }
        guard call.isFetchable else { return end(.unreachable) }
        if let deadline = bounds.deadline {
            state.value.deadlineTimer = loop.scheduleTask(in: TimeAmount(deadline)) { self.end(.timedOut) }
        }
        state.value.lastActivity = .now()
        watchIdleness()
        attempt()
    }

    private func attempt() {
        do throws(FetchFailure) {
            let task = try connections.execute(call, freshly: state.value.isFresh, delegate: self, on: loop)
            state.value.task = task
            task.futureResult.hop(to: loop).whenComplete { self.settle($0) }
        } catch {
            end(error)
        }
    }

    /// Handles the end of an attempt.
    private func settle(_ result: Result<Void, any Error>) {
        guard case .failure(let error) = result else { return end(nil) }
        // A server may close a kept-alive connection at the moment when it is reused. Others may be unusable as well
        // without the pool knowing it, so the second attempt uses a connection of its own.
        if !state.value.isFresh, !state.value.hasHead, !state.value.isEnded, call.method == .get,
            FetchFailure.isUnusableConnection(error)
        {
            state.value.isFresh = true
            return attempt()
        }
        let failure = FetchFailure(error)
        guard failure == .untrusted(.unknownIssuer), !state.value.isEnded else { return end(failure) }
        // The library does not say why it refused the certificate.
        connections.refusal(of: call, on: loop).whenSuccess { self.end(.untrusted($0)) }
    }

    private func end(_ failure: FetchFailure?) {
        guard !state.value.isEnded else { return }
        state.value.isEnded = true
        state.value.idleTimer?.cancel()
        state.value.deadlineTimer?.cancel()
        if failure != nil { state.value.task?.cancel() }
        state.value.task = nil
        state.value.decoder = nil
        receiver.end(failure)
        // By now a receiver has released what it had of a failed response.
        budget.giveBack(bounds.bodyBytes == nil ? 0 : state.value.bodyBytes)
    }

    /// Ends the request when nothing has arrived for too long. One timer is rescheduled when it fires, not with every
    /// byte.
    private func watchIdleness() {
        let end = state.value.lastActivity + TimeAmount(bounds.idle)
        guard end > .now() else { return self.end(.timedOut) }
        state.value.idleTimer = loop.scheduleTask(deadline: end) {
            if !self.state.value.isEnded { self.watchIdleness() }
        }
    }
}

// Callbacks of the connection, on the event loop.
extension HTTPLoading {
    func didReceiveHead(task: HTTPConnections.Pool.Task<Void>, _ head: HTTPResponseHead) -> EventLoopFuture<Void> {
        guard !state.value.isEnded else { return loop.makeFailedFuture(FetchFailure.interrupted) }
        state.value.lastActivity = .now()
        state.value.hasHead = true
        do throws(FetchFailure) {
            let answer = HTTPAnswer(head)
            try expectBody(answer)
            guard receiver.take(.head(answer)) else { throw .interrupted }
            return loop.makeSucceededVoidFuture()
        } catch {
            end(error)
            return loop.makeFailedFuture(error)
        }
    }

    func didReceiveBodyPart(task: HTTPConnections.Pool.Task<Void>, _ bytes: ByteBuffer) -> EventLoopFuture<Void> {
        guard !state.value.isEnded else { return loop.makeFailedFuture(FetchFailure.interrupted) }
        state.value.lastActivity = .now()
        let before = state.value.bodyBytes
        do {
            try receive(bytes)
        } catch {
            let failure = FetchFailure(error)
            end(failure)
            return loop.makeFailedFuture(failure)
        }
        return pause(after: max(bytes.readableBytes, state.value.bodyBytes - before))
    }

    func didFinishRequest(task: HTTPConnections.Pool.Task<Void>) throws {
        guard let decoder = state.value.decoder, !decoder.isComplete, let failure = state.value.undecodable else {
            return
        }
        throw state.value.isDelimited ? failure : FetchFailure.interrupted
    }

    /// Throws if the headers announce a body that is too large or cannot be decoded.
    private func expectBody(_ answer: HTTPAnswer) throws(FetchFailure) {
        // No upgrade to another protocol was requested.
        guard answer.status >= 200 else { throw .notHTTP }
        // These have no body, whatever their headers say of one (RFC 9110, 15.3.5 and 15.4.5).
        guard ![204, 304].contains(answer.status), !HTTPRedirect.isRedirect(answer) else { return }
        state.value.isDelimited = answer.header("Content-Length") != nil || answer.header("Transfer-Encoding") != nil
        // Of a refusal, and of a change that was made, the status says what counts.
        let isEssential = call.method == .get && answer.status < 400
        switch ContentCoding(answer.header("Content-Encoding")) {
        case .identity:
            guard let limit = bounds.bodyBytes, let length = answer.header("Content-Length").flatMap({ Int($0) }),
                length > limit
            else { return }
            throw .tooLarge(limit: limit)
        case .compressed(let coding):
            state.value.decoder = ContentDecoder()
            state.value.undecodable = isEssential ? .undecodable(coding: coding) : nil
        case .unknown(let coding):
            guard !isEssential else { throw .undecodable(coding: coding) }
            state.value.dropsBody = true
        }
    }

    private func receive(_ bytes: ByteBuffer) throws {
        guard !state.value.dropsBody else { return }
        guard let decoder = state.value.decoder else { return try take(bytes) }
        do {
            try decoder.decode(bytes.readableBytesView) { try take($0) }
        } catch is ContentDecoder.CorruptContent {
            if let failure = state.value.undecodable { throw failure }
            state.value.dropsBody = true
        }
    }

    private func take(_ bytes: ByteBuffer) throws(FetchFailure) {
        let count = bytes.readableBytes
        if let limit = bounds.bodyBytes {
            let present = state.value.bodyBytes
            guard count <= limit - present, budget.take(count, present: present) else { throw .tooLarge(limit: limit) }
        }
        state.value.bodyBytes += count
        guard receiver.take(.piece(Data(bytes.readableBytesView))) else { throw .interrupted }
    }

    /// Delays further reading if a stream exceeds its rate.
    private func pause(after count: Int) -> EventLoopFuture<Void> {
        guard bounds.deadline == nil else { return loop.makeSucceededVoidFuture() }
        let length = TimeAmount.nanoseconds(Int64(count) * 1_000_000_000 / Int64(HTTPLoading.streamPace))
        // A few events do not exceed the rate noticeably, and need no timer.
        guard length > .milliseconds(50) else { return loop.makeSucceededVoidFuture() }
        return loop.scheduleTask(in: length) {}.futureResult
    }
}

extension HTTPAnswer {
    fileprivate init(_ head: HTTPResponseHead) {
        var headers: [String: String] = [:]
        for (name, value) in head.headers {
            headers[name.lowercased(), default: ""] += headers[name.lowercased()] == nil ? value : ", \(value)"
        }
        self.init(status: Int(head.status.code), headers: headers, body: Data())
    }
}
