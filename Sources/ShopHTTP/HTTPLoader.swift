import Foundation

/// Fetches over HTTP within limits, and lets go at once when its task is cancelled.
///
/// There is no session around it: it is for calls that gain nothing from one, as a server's own, and answers that last.
public final class HTTPLoader: Sendable {
    private let connections: HTTPConnections
    private let budget = HTTPBudget()

    /// A loader with connections of its own: one for the whole program is enough.
    public convenience init() { self.init(environment: ProcessInfo.processInfo.environment) }

    /// A loader that finds its proxies, and the certificates it trusts, in `environment`. Who does not take a connection
    /// within `connectTimeout` is not there.
    init(environment: [String: String], connectTimeout: Duration = .seconds(10)) {
        connections = HTTPConnections(environment: environment, connectTimeout: connectTimeout)
    }

    /// Ends everything under way and closes the connections; every later request fails. Never waits.
    public func invalidate() { connections.close() }

    /// The answer to `call`, whatever its status. A redirect is followed where it repeats nothing but a GET without a
    /// secret.
    ///
    /// Throws `.tooLarge`, `.timedOut` or `.redirected` where a limit is met, `.unreachable` or `.interrupted` where the
    /// connection is at fault or the task is cancelled.
    public func send(_ call: HTTPCall, limits: HTTPLimits = .standard) async throws(FetchFailure) -> HTTPAnswer {
        try await HTTPLoader.answer(to: call, limits: limits) { exchange in
            exchange.load(by: self.loading(of: exchange, for: .init(take: exchange.take, end: exchange.complete)))
        }
    }

    /// Hands the answer to a GET of `url` to `take` as it comes, in order, for as long as it lasts: there is no deadline,
    /// but an end when nothing has come for `idle`. What pours is read slowly. `take` is called on the thread that the
    /// bytes arrive on, must not wait, and says whether more is wanted.
    ///
    /// Returns the head once the server has ended the answer in good order. Throws as `send` does, `.redirected` at any
    /// redirect, and `.interrupted` too when `take` wants no more.
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

    /// Starts what `exchange` asks for, for `receiver`.
    func loading(of exchange: HTTPExchange, for receiver: HTTPLoading.Receiver) -> HTTPLoading {
        HTTPLoading(
            exchange.call, bounds: exchange.bounds, connections: connections, budget: budget, receiver: receiver)
    }

    /// The answer to `call` and to where its redirects lead; `start` begins each exchange. A change that stands under a
    /// key is asked for once more where its answer breaks off: whether it was made is not known otherwise.
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

    /// The answer to a call that may have arrived before: a server that cannot be reached by now does not say that it did not.
    private static func again(
        _ call: HTTPCall, _ limits: HTTPLimits, until end: ContinuousClock.Instant, start: (HTTPExchange) -> Void
    ) async throws(FetchFailure) -> HTTPAnswer {
        do throws(FetchFailure) {
            return try await once(call, limits, until: end, start: start)
        } catch {
            throw error == .unreachable ? .interrupted : error
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
