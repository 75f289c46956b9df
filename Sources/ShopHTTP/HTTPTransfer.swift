import AsyncHTTPClient
import Domain
import Foundation
import NIOCore
import NIOHTTP1

/// One request under way, within limits that are checked where its bytes arrive.
///
/// Everything happens on its event loop, and it ends exactly once. While a part is being handled nothing more is read,
/// which gives back-pressure to a fast server.
final class HTTPTransfer: HTTPClientResponseDelegate {
    typealias Outcome = Result<HTTPAnswer, FetchFailure>
    typealias Report = @Sendable (Outcome) -> Void
    private struct State {
        /// Receives the outcome; `nil` until the request is sent.
        var report: Report?
        var isEnded = false
        var task: HTTPLoader.Pool.Task<Void>?
        var timer: Scheduled<Void>?
        var lastActivity = NIODeadline.now()
        /// Whether this attempt has a connection of its own: the second one, after a kept-alive connection turned out to be
        /// unusable, and that of a change, which is never repeated.
        var isFresh = false
        var head: HTTPAnswer?
        /// The body so far; empty if its pieces are delivered as they arrive.
        var body = Data()
        var bodyBytes = 0
        var decoder: ContentDecoder?
        /// Why the body cannot be used if it cannot be decoded; `nil` if only the status matters.
        var undecodable: FetchFailure?
        var dropsBody = false
    }

    /// The maximum average rate of a stream, in bytes per second; above it, reading is delayed.
    private static let streamPace: Int64 = 256 << 10
    /// The maximum number of bytes of all bodies of a loader together: as much as the largest single one may have.
    private static let maxBodyBytes = 32 << 20
    /// A body up to this size is never refused because of what others use.
    private static let smallBodyBytes = 2 << 20

    private let call: HTTPCall
    private let limits: HTTPLimits
    /// The end of the request's time. A request without one is a stream: it may last and be as large as it likes, but its
    /// rate is limited.
    private let deadline: NIODeadline?
    private let loader: HTTPLoader
    private let take: (@Sendable (HTTPPart) -> Bool)?
    private let state: NIOLoopBoundBox<State>
    private var loop: any EventLoop { loader.loop }

    /// Creates the transfer of `call` by `loader`. With `take`, which must not block, the parts are delivered to it as
    /// they arrive, and the outcome has no body; it returns whether more is wanted.
    init(
        _ call: HTTPCall, _ limits: HTTPLimits, until deadline: NIODeadline?, by loader: HTTPLoader,
        take: (@Sendable (HTTPPart) -> Bool)? = nil
    ) {
        self.call = call
        self.limits = limits
        self.deadline = deadline
        self.loader = loader
        self.take = take
        state = .makeBoxSendingValue(State(isFresh: call.method != .get), eventLoop: loader.loop)
    }

    /// Sends the request and returns its outcome, which `route` passes on: `.interrupted` if the task is cancelled. A
    /// redirect, whose body is not read, is an outcome like any other. Must be awaited only once.
    func outcome(through route: (HTTPCall, @escaping Report) -> Report = { $1 }) async -> Outcome {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let report = route(call) { continuation.resume(returning: $0) }
                loop.execute {
                    guard !self.state.value.isEnded else { return report(.failure(.interrupted)) }
                    self.state.value.report = report
                    self.state.value.lastActivity = .now()
                    self.watchTime()
                    self.attempt()
                }
            }
        } onCancel: {
            loop.execute { self.end(.failure(.interrupted)) }
        }
    }

    private func attempt() {
        guard !state.value.isEnded else { return }
        do throws(FetchFailure) {
            let task = try loader.execute(call, freshly: state.value.isFresh, delegate: self)
            state.value.task = task
            task.futureResult.hop(to: loop).whenComplete { self.finish($0) }
        } catch {
            end(.failure(error))
        }
    }

    /// Handles the end of an attempt.
    private func finish(_ result: Result<Void, any Error>) {
        guard !state.value.isEnded else { return }
        guard case .failure(let error) = result else {
            guard let head = state.value.head else { return end(.failure(.interrupted)) }
            return end(.success(HTTPAnswer(status: head.status, headers: head.headers, body: state.value.body)))
        }
        // A server may close a kept-alive connection at the moment when it is reused. Others may be unusable as well
        // without the pool knowing it, so the second attempt uses a connection of its own.
        if !state.value.isFresh, state.value.head == nil, FetchFailure.isUnusableConnection(error) {
            state.value.isFresh = true
            return attempt()
        }
        let failure = FetchFailure(error)
        guard failure == .untrusted(.unknownIssuer) else { return end(.failure(failure)) }
        // The library does not say why it refused the certificate.
        loader.refusal(of: call).whenSuccess { self.end(.failure(.untrusted($0))) }
    }

    private func end(_ outcome: Outcome) {
        guard !state.value.isEnded else { return }
        let ended = state.value
        state.value = State(isEnded: true)
        ended.timer?.cancel()
        // The selector keeps the time of a cancelled timer, and would wake an idle program up for it seconds later. A
        // timer that is due earlier replaces it.
        loop.scheduleTask(in: .milliseconds(1)) {}
        if case .failure = outcome { ended.task?.cancel() }
        if deadline != nil { loader.bodyBytes.value -= ended.bodyBytes }
        ended.report?(outcome)
    }

    /// Ends the request at its deadline, or when nothing has arrived for too long. One timer is rescheduled when it
    /// fires, not with every byte.
    private func watchTime() {
        let end = min(state.value.lastActivity + TimeAmount(limits.idle), deadline ?? .distantFuture)
        guard end > .now() else { return self.end(.failure(.timedOut)) }
        state.value.timer = loop.scheduleTask(deadline: end) { self.watchTime() }
    }
}

// Callbacks of the connection, on the event loop.
extension HTTPTransfer {
    func didReceiveHead(task: HTTPLoader.Pool.Task<Void>, _ head: HTTPResponseHead) -> EventLoopFuture<Void> {
        handle {
            let answer = HTTPAnswer(head)
            state.value.head = answer
            try expectBody(answer)
            guard answer.isRedirect || take?(.head(answer)) == false else { return }
            end(.success(answer))
            throw FetchFailure.interrupted
        }
    }

    func didReceiveBodyPart(task: HTTPLoader.Pool.Task<Void>, _ bytes: ByteBuffer) -> EventLoopFuture<Void> {
        let before = state.value.bodyBytes
        let outcome = handle { try decode(bytes) }
        let count = Int64(max(bytes.readableBytes, state.value.bodyBytes - before))
        let pause = TimeAmount.nanoseconds(count * 1_000_000_000 / HTTPTransfer.streamPace)
        // A few events do not exceed the rate noticeably.
        guard deadline == nil, !state.value.isEnded, pause > .milliseconds(50) else { return outcome }
        return loop.scheduleTask(in: pause) {}.futureResult
    }

    func didFinishRequest(task: HTTPLoader.Pool.Task<Void>) throws {
        guard let failure = state.value.undecodable, state.value.decoder?.isComplete == false else { return }
        // Unless the head says where the body ends, the end of the connection may have cut it.
        let isDelimited = ["Content-Length", "Transfer-Encoding"].contains { state.value.head?.header($0) != nil }
        throw isDelimited ? failure : .interrupted
    }

    /// Calls `body`, unless the request has ended; an error ends it.
    private func handle(_ body: () throws -> Void) -> EventLoopFuture<Void> {
        do {
            guard !state.value.isEnded else { throw FetchFailure.interrupted }
            state.value.lastActivity = .now()
            try body()
            return loop.makeSucceededVoidFuture()
        } catch {
            end(.failure(FetchFailure(error)))
            return loop.makeFailedFuture(error)
        }
    }

    /// Throws if the headers announce a body that is too large or cannot be decoded.
    private func expectBody(_ answer: HTTPAnswer) throws(FetchFailure) {
        // No upgrade to another protocol was requested.
        guard answer.status >= 200 else { throw .notHTTP }
        // These have no body, whatever their headers say of one (RFC 9110, 15.3.5 and 15.4.5).
        guard ![204, 304].contains(answer.status), !answer.isRedirect else { return }
        // Of a refusal, and of a change that was made, the status says what counts.
        let isEssential = call.method == .get && answer.status < 400
        switch ContentCoding(answer.header("Content-Encoding")) {
        case .identity:
            let length = answer.header("Content-Length").flatMap { Int($0) } ?? 0
            guard deadline == nil || length <= limits.bodyBytes else { throw .tooLarge(limit: limits.bodyBytes) }
        case .compressed(let coding):
            state.value.decoder = ContentDecoder()
            state.value.undecodable = isEssential ? .undecodable(coding: coding) : nil
        case .unknown(let coding):
            guard !isEssential else { throw .undecodable(coding: coding) }
            state.value.dropsBody = true
        }
    }

    private func decode(_ bytes: ByteBuffer) throws {
        guard !state.value.dropsBody else { return }
        guard let decoder = state.value.decoder else { return try add(bytes) }
        do {
            try decoder.decode(bytes.readableBytesView) { try add($0) }
        } catch is ContentDecoder.CorruptContent {
            if let failure = state.value.undecodable { throw failure }
            state.value.dropsBody = true
        }
    }

    private func add(_ bytes: ByteBuffer) throws(FetchFailure) {
        let (count, before) = (bytes.readableBytes, state.value.bodyBytes)
        if deadline != nil {
            let (own, all) = (before + count, loader.bodyBytes.value + count)
            guard own <= limits.bodyBytes, own <= HTTPTransfer.smallBodyBytes || all <= HTTPTransfer.maxBodyBytes else {
                throw .tooLarge(limit: limits.bodyBytes)
            }
            loader.bodyBytes.value = all
        }
        state.value.bodyBytes += count
        let piece = Data(bytes.readableBytesView)
        guard take?(.piece(piece)) != false else { throw .interrupted }
        // A typical body arrives in one piece, which is not copied.
        if take == nil { before == 0 ? (state.value.body = piece) : state.value.body.append(piece) }
    }
}
