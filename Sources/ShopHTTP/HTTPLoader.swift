import Foundation

/// Fetches over HTTP within limits, and returns at once when its task is cancelled.
///
/// It does not use a `URLSession`: it is for requests that gain nothing from one, such as a server's own, and for
/// long-lived responses.
public final class HTTPLoader: Sendable {
    private let connections: HTTPConnections
    private let budget = HTTPBudget()

    /// Creates a loader with its own connections; one for the whole program is enough.
    public convenience init() { self.init(environment: ProcessInfo.processInfo.environment) }

    /// Creates a loader that reads its proxies, and the certificates it trusts, from `environment`. A server that does
    /// not accept a connection within `connectTimeout` counts as unreachable.
    init(environment: [String: String], connectTimeout: Duration = .seconds(10)) {
        connections = HTTPConnections(environment: environment, connectTimeout: connectTimeout)
    }

    /// Creates the thread and the pool of direct connections now.
    func prepare() { connections.prepare() }

    /// Ends all requests under way and closes the connections; every later request fails. Does not block.
    public func invalidate() { connections.close() }

    /// Returns the response to `call`, whatever its status. A redirect is followed only if the request is a GET without
    /// a secret.
    ///
    /// Throws `.tooLarge`, `.timedOut` or `.redirected` if a limit is exceeded, `.unreachable`, `.untrusted` or
    /// `.interrupted` if the connection fails or the task is cancelled, and `.notHTTP` or `.undecodable` if what arrives
    /// cannot be read.
    public func send(_ call: HTTPCall, limits: HTTPLimits = .standard) async throws(FetchFailure) -> HTTPAnswer {
        try await HTTPLoader.answer(to: call, limits: limits) { exchange in
            exchange.load(by: self.loading(of: exchange, for: .init(take: exchange.take, end: exchange.complete)))
        }
    }

    /// Returns the response to `call`, whatever its status: a redirect is one like any other. Nothing is repeated. Throws
    /// as `send` does.
    public func sendOnce(_ call: HTTPCall, limits: HTTPLimits = .standard) async throws(FetchFailure) -> HTTPAnswer {
        try await HTTPLoader.once(call, limits, until: .now + limits.deadline) { exchange in
            exchange.load(by: self.loading(of: exchange, for: .init(take: exchange.take, end: exchange.complete)))
        }
    }

    /// Streams the response to a GET of `url` to `take` in order, for as long as it lasts: there is no deadline, but it
    /// ends with `.timedOut` if nothing arrives for `idle`. A fast stream is slowed down. `take` is called on the
    /// thread that the bytes arrive on, must not block, and returns whether more is wanted.
    ///
    /// Returns the head once the server has ended the response properly. Throws as `send` does, `.redirected` at any
    /// redirect, and `.interrupted` also if `take` wants no more.
    public func stream(
        _ url: URL, headers: [String: String] = [:], idle: Duration, take: @escaping @Sendable (HTTPPart) -> Bool
    ) async throws(FetchFailure) -> HTTPAnswer {
        let exchange = HTTPExchange(HTTPCall(.get, url, headers: headers), bounds: .init(idle: idle))
        let outcome = await exchange.outcome {
            let receiver = HTTPLoading.Receiver(
                take: { part in
                    guard case .head = part else { return take(part) }
                    return exchange.take(part) && take(part)
                }, end: exchange.complete)
            exchange.load(by: loading(of: exchange, for: receiver))
        }
        let answer = try outcome.get()
        guard !HTTPRedirect.isRedirect(answer) else { throw .redirected }
        return answer
    }

    /// Starts the request of `exchange` and reports to `receiver`.
    func loading(of exchange: HTTPExchange, for receiver: HTTPLoading.Receiver) -> HTTPLoading {
        HTTPLoading(
            exchange.call, bounds: exchange.bounds, connections: connections, budget: budget, receiver: receiver)
    }

    /// Returns the response to `call` after following redirects; `start` begins each exchange. A request with an
    /// idempotency key is retried once if its response breaks off: otherwise it would stay unknown whether the change
    /// was made.
    static func answer(
        to call: HTTPCall, limits: HTTPLimits, start: (HTTPExchange) -> Void
    ) async throws(FetchFailure) -> HTTPAnswer {
        let end = ContinuousClock.now + limits.deadline
        var next = call
        for _ in 0...max(0, limits.redirects) {
            let answer: HTTPAnswer
            do throws(FetchFailure) {
                answer = try await once(next, limits, until: end, start: start)
            } catch {
                guard error == .interrupted, next.hasKey, !Task.isCancelled else { throw error }
                answer = try await again(next, limits, until: end, start: start)
            }
            guard let call = try HTTPRedirect.next(after: answer, to: next) else { return answer }
            next = call
        }
        throw .redirected
    }

    /// Repeats a call that may have arrived before. Reports `.interrupted` instead of `.unreachable`: a server that
    /// cannot be reached now may have received the first attempt.
    private static func again(
        _ call: HTTPCall, _ limits: HTTPLimits, until end: ContinuousClock.Instant, start: (HTTPExchange) -> Void
    ) async throws(FetchFailure) -> HTTPAnswer {
        do throws(FetchFailure) {
            return try await once(call, limits, until: end, start: start)
        } catch {
            throw error.mayHaveArrived ? error : .interrupted
        }
    }

    private static func once(
        _ call: HTTPCall, _ limits: HTTPLimits, until end: ContinuousClock.Instant, start: (HTTPExchange) -> Void
    ) async throws(FetchFailure) -> HTTPAnswer {
        guard !Task.isCancelled else { throw .interrupted }
        let left = ContinuousClock.now.duration(to: end)
        let bounds = HTTPLoading.Bounds(bodyBytes: limits.bodyBytes, idle: limits.idle, deadline: left)
        let exchange = HTTPExchange(call, bounds: bounds)
        return try await exchange.outcome { start(exchange) }.get()
    }
}
