import Foundation
import FoundationNetworking
import NIOConcurrencyHelpers
import Synchronization
import TaskThreads

/// The requests under way, by numbers of our own. Each ends exactly once: with its answer, a failure, or because
/// whoever asked no longer waits.
final class HTTPExchanges: Sendable {
    typealias Outcome = Result<HTTPAnswer, FetchFailure>
    /// Takes a part of an answer, and says whether more is wanted.
    typealias Take = @Sendable (HTTPPart) -> Bool
    typealias Continuation = CheckedContinuation<Outcome, Never>

    private struct Exchange: Sendable {
        let continuation: Continuation
        let limits: HTTPLimits
        let alarm: Alarm?
        let take: Take?
        var task: URLSessionDataTask?
        var body = Data()
        var redirects = 0
    }

    private let underWay = NIOLockedValueBox<[Int: Exchange]>([:])
    private let latest = Atomic(0)
    /// Making, starting and stopping a task all wait for the session's own queue, for as long as bytes pour in. So
    /// that happens here, and nobody else waits.
    private let control = DispatchQueue(label: "banchan.http")

    /// A number that no other request has.
    func number() -> Int { latest.add(1, ordering: .relaxed).newValue }

    /// Begins the request of that number; `continuation` is resumed once, when it ends. An answer that somebody takes as
    /// it comes is not kept, and may last for ever.
    func begin(_ number: Int, limits: HTTPLimits, take: Take?, continuation: Continuation) {
        let alarm =
            take == nil ? Alarm(after: limits.deadline) { [weak self] in self?.giveUp(number, .timedOut) } : nil
        let exchange = Exchange(continuation: continuation, limits: limits, alarm: alarm, take: take)
        underWay.withLockedValue { $0[number] = exchange }
    }

    /// Starts the task that `make` makes for the request of that number, unless the request has ended by then. `make`
    /// has `nil` where nothing can be made any more.
    func start(_ number: Int, make: @escaping @Sendable () -> URLSessionDataTask?) {
        control.async { [self] in
            guard underWay.withLockedValue({ $0[number] != nil }) else { return }
            guard let task = make() else { return end(number, .failure(.interrupted)) }
            task.taskDescription = String(number)
            underWay.withLockedValue { $0[number]?.task = task }
            task.resume()
            // It may have been given up meanwhile, when there was no task to stop.
            if underWay.withLockedValue({ $0[number] == nil }) { task.cancel() }
        }
    }

    /// Ends the exchange, whose task is done, with `outcome`; the first to end it decides.
    func end(_ number: Int, _ outcome: Outcome) { _ = take(number, outcome) }

    /// Ends the exchange with `failure` although there may be more to come, and stops its task. Never waits.
    func giveUp(_ number: Int, _ failure: FetchFailure) {
        guard let task = take(number, .failure(failure)) else { return }
        control.async { task.cancel() }
    }

    /// Ends everything under way, and does `close` when nothing can begin any more.
    func giveUpAll(_ failure: FetchFailure, then close: @escaping @Sendable () -> Void) {
        for number in underWay.withLockedValue({ Array($0.keys) }) { giveUp(number, failure) }
        control.async(execute: close)
    }

    private func take(_ number: Int, _ outcome: Outcome) -> URLSessionDataTask? {
        guard let exchange = underWay.withLockedValue({ $0.removeValue(forKey: number) }) else { return nil }
        exchange.alarm?.cancel()
        exchange.continuation.resume(returning: outcome)
        return exchange.task
    }
}

// What the delegate tells.
extension HTTPExchanges {
    /// A redirect to `url` came: `answer` is called with whether to follow.
    ///
    /// It is not called when the exchange has ended, and no exchange ends meanwhile: a session traps when it is
    /// answered after its task was stopped.
    func answerRedirect(_ number: Int, to url: URL?, answer: (Bool) -> Void) {
        let isHTTP = ["http", "https"].contains(url?.scheme?.lowercased()) && url?.host?.isEmpty == false
        let isRefused = underWay.withLockedValue { exchanges in
            guard let limit = exchanges[number]?.limits.redirects else { return false }
            exchanges[number]?.redirects += 1
            let follows = isHTTP && exchanges[number]?.redirects ?? 0 <= limit
            answer(follows)
            return !follows
        }
        if isRefused { giveUp(number, .redirected) }
    }

    /// The head of the answer came: a body that says of itself that it is too large is not waited for.
    func expect(_ number: Int, bytes: Int64, head: @autoclosure () -> HTTPAnswer?) {
        if let take = underWay.withLockedValue({ $0[number]?.take }) {
            if let head = head() { hand(.head(head), to: take, of: number) }
            return
        }
        guard let limit = underWay.withLockedValue({ $0[number]?.limits.bodyBytes }), bytes > Int64(limit) else {
            return
        }
        giveUp(number, .tooLarge(limit: limit))
    }

    /// A further piece of the body came, decompressed.
    func append(_ data: Data, to number: Int) {
        if let take = underWay.withLockedValue({ $0[number]?.take }) {
            return hand(.piece(data), to: take, of: number)
        }
        let exceeded: Int? = underWay.withLockedValue { exchanges in
            // The body is never held twice here: appending to it must not copy it.
            guard let limit = exchanges[number]?.limits.bodyBytes, let count = exchanges[number]?.body.count
            else { return nil }
            guard data.count <= limit - count else { return limit }
            exchanges[number]?.body.append(data)
            return nil
        }
        if let exceeded { giveUp(number, .tooLarge(limit: exceeded)) }
    }

    /// Without the lock: whoever takes it may do what it likes, but for waiting.
    private func hand(_ part: HTTPPart, to take: Take, of number: Int) {
        if !take(part) { giveUp(number, .interrupted) }
    }

    /// The body is whole.
    func complete(_ number: Int, status: Int, headers: [String: String]) {
        guard let body = underWay.withLockedValue({ $0[number]?.body }) else { return }
        end(number, .success(HTTPAnswer(status: status, headers: headers, body: body)))
    }
}
