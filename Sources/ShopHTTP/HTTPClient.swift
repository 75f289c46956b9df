import Domain
import Foundation
import FoundationNetworking
import NIOConcurrencyHelpers

/// Fetches over HTTP through one `URLSession`, within limits, and returns at once when its task is cancelled.
///
/// The session's own loading is not used: it traps when a response ends inside its head (swift-corelibs-foundation
/// #5285), buffers bytes faster than they are read, and cannot be stopped meanwhile. `SessionLoading` replaces it.
/// `cancel` is never called on a session task either, because it traps if the loading ends by itself at the same time:
/// cancellation goes to the loading, which then fails its task once.
public final class HTTPClient: Sendable {
    /// The `User-Agent` of this program.
    public static let userAgent = "banchan/\(ShopVersion.current)"

    private struct State {
        var isOpen = true
        var session: URLSession?
    }

    private let loader: HTTPLoader
    private let servers: ServerGroup
    private let state = NIOLockedValueBox(State())

    /// Creates a client with its own session, which is created with the first request. A session holds threads, so one
    /// client for the whole program is enough.
    ///
    /// Requests to the first of `servers` fail over to the other ones. Proxies are read from `environment`.
    public convenience init(
        servers: ServerGroup = ServerGroup([]), environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        self.init(
            loader: HTTPLoader(environment: environment, connectTimeout: servers.connectTimeout), servers: servers)
    }

    init(loader: HTTPLoader, servers: ServerGroup = ServerGroup([])) {
        self.loader = loader
        self.servers = servers
    }

    deinit { invalidate() }

    /// Creates the session and the thread of its connections now, so that the first request need not wait for them.
    public func prepare() {
        state.withLockedValue { _ = HTTPClient.session(of: &$0) }
        loader.prepare()
    }

    /// Ends all requests under way and closes the connections; every later request fails. Does not block.
    public func invalidate() {
        let session = state.withLockedValue { state in
            state.isOpen = false
            defer { state.session = nil }
            return state.session
        }
        loader.invalidate()
        session?.finishTasksAndInvalidate()
    }

    /// Returns the response to a GET of `url`, whatever its status; redirects are followed. Throws as `send` does.
    public func get(
        _ url: URL, headers: [String: String] = [:], limits: HTTPLimits = .standard
    ) async throws(FetchFailure) -> HTTPAnswer {
        try await send(HTTPCall(.get, url, headers: headers), limits: limits)
    }

    /// Returns the response to `call`, whatever its status. A redirect is followed only if the request is a GET without
    /// a secret.
    ///
    /// Throws as `HTTPLoader.send` does.
    public func send(_ call: HTTPCall, limits: HTTPLimits = .standard) async throws(FetchFailure) -> HTTPAnswer {
        try await servers.answer(to: call) { call throws(FetchFailure) in try await load(call, limits: limits) }
    }

    private func load(_ call: HTTPCall, limits: HTTPLimits) async throws(FetchFailure) -> HTTPAnswer {
        guard call.isFetchable else { throw .unreachable }
        return try await HTTPLoader.answer(to: call, limits: limits) { exchange in
            guard let task = dataTask(for: exchange) else { return exchange.end(.failure(.interrupted)) }
            task.resume()
        }
    }

    /// Streams the response to a GET of `url` to `take` without using the session: see `HTTPLoader.stream`.
    public func stream(
        _ url: URL, headers: [String: String] = [:], idle: Duration, take: @escaping @Sendable (HTTPPart) -> Bool
    ) async throws(FetchFailure) -> HTTPAnswer {
        let call = HTTPCall(.get, url, headers: headers)
        guard servers.serves(call) else {
            return try await loader.stream(url, headers: servers.naming(call).headers, idle: idle, take: take)
        }
        // A response that has begun is not restarted at another server: the caller may request it again.
        let begun = NIOLockedValueBox<Result<HTTPAnswer, FetchFailure>?>(nil)
        let refusal = try await servers.answer(to: call) { call throws(FetchFailure) in
            let head = NIOLockedValueBox<HTTPAnswer?>(nil)
            do throws(FetchFailure) {
                let answer = try await loader.stream(call.url, headers: call.headers, idle: idle) { part in
                    if case .head(let answer) = part { head.withLockedValue { $0 = answer } }
                    return head.withLockedValue { $0?.status } != 503 && take(part)
                }
                begun.withLockedValue { $0 = .success(answer) }
                return answer
            } catch {
                guard let answer = head.withLockedValue({ $0 }) else { throw error }
                if answer.status != 503 { begun.withLockedValue { $0 = .failure(error) } }
                return answer
            }
        }
        return try begun.withLockedValue { $0 }?.get() ?? refusal
    }

    /// A session traps if a task is requested after it was invalidated, so both happen under the lock.
    private func dataTask(for exchange: HTTPExchange) -> URLSessionDataTask? {
        let task = state.withLockedValue { HTTPClient.session(of: &$0)?.dataTask(with: exchange.call.url) }
        if let task { SessionJobs.assign(.init(exchange: exchange, loader: loader), to: task) }
        return task
    }

    /// Returns the session, creating it if there is none; `nil` after `invalidate`.
    private static func session(of state: inout State) -> URLSession? {
        guard state.isOpen else { return nil }
        let session = state.session ?? session()
        state.session = session
        return session
    }

    private static func session() -> URLSession {
        let configuration = FoundationFolders.removed { URLSessionConfiguration.ephemeral }
        configuration.protocolClasses = [SessionLoading.self]
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        let delegate = SessionDelegate()
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        queue.underlyingQueue = delegate.turns
        return URLSession(configuration: configuration, delegate: delegate, delegateQueue: queue)
    }
}
