import Dispatch
import Foundation
import FoundationNetworking
import ShopModels
import Synchronization

/// Fetches over HTTP through one `URLSession`, within limits, and lets go at once when its task is cancelled.
///
/// What the session of Swift 6.3 does by itself cannot be bounded from here: it traps when a server closes between the
/// status line and the end of the head (swift-corelibs-foundation #5285) and when a redirect leads to an address such
/// as `//[::1]/x`, it keeps the body of a redirect until the deadline, and where bytes come faster than it takes them
/// it does not look up to be stopped, so that other requests run into their time-outs meanwhile.
public final class HTTPClient: Sendable {
    /// What this program calls itself in requests.
    public static let userAgent = "banchan/\(ShopVersion.current)"

    private let exchanges = HTTPExchanges()
    private let session: URLSession
    /// What the session's calls run on, held because an operation queue does not hold it. Left to itself the session
    /// would take a global queue, which wakes the process every second from its first job on.
    private let turns = DispatchQueue(label: "banchan.http.delegate")
    /// A session traps when it is asked for a task after it was invalidated.
    private let isOpen = Atomic(true)

    /// A client with a session of its own. A session holds threads: one for the whole program is enough.
    public init() {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        // Eight pictures at once, and always a way for everything else.
        configuration.httpMaximumConnectionsPerHost = 12
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        queue.underlyingQueue = turns
        let delegate = HTTPSessionDelegate(exchanges: exchanges)
        session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: queue)
    }

    deinit { invalidate() }

    /// Ends everything under way and closes the connections; every later request fails. Never waits.
    public func invalidate() {
        guard isOpen.exchange(false, ordering: .sequentiallyConsistent) else { return }
        exchanges.giveUpAll(.interrupted) { [session] in session.invalidateAndCancel() }
    }

    /// The answer to a GET of `url`, whatever its status; redirects are followed. Throws as `send` does.
    public func get(
        _ url: URL, headers: [String: String] = [:], limits: HTTPLimits = .standard
    ) async throws(FetchFailure) -> HTTPAnswer {
        try await send(HTTPCall(.get, url, headers: headers), limits: limits)
    }

    /// The answer to `call`, whatever its status. Redirects are followed where nothing but a GET is repeated.
    ///
    /// Throws `.tooLarge`, `.timedOut` or `.redirected` where a limit is met, `.unreachable` or `.interrupted` where the
    /// connection is at fault or the task is cancelled.
    public func send(_ call: HTTPCall, limits: HTTPLimits = .standard) async throws(FetchFailure) -> HTTPAnswer {
        guard ["http", "https"].contains(call.url.scheme?.lowercased()), call.url.host?.isEmpty == false else {
            throw .unreachable
        }
        guard !Task.isCancelled else { throw .interrupted }
        var limits = limits
        if call.method != .get { limits.redirects = 0 }
        return try await outcome(of: HTTPClient.request(call, limits: limits), limits: limits).get()
    }

    /// The answer to a call that may be made twice, because a key in it makes the second one the same as the first.
    ///
    /// The first is given up soon: of some hundred requests with a body, the session of Swift 6.3 sends one without it
    /// and then waits for ever; and it may take a connection for open that the server has closed. Throws as `send` does.
    public func sendRepeatable(_ call: HTTPCall, limits: HTTPLimits) async throws(FetchFailure) -> HTTPAnswer {
        var first = limits
        first.deadline = min(HTTPClient.firstDeadline, limits.deadline)
        do throws(FetchFailure) {
            return try await send(call, limits: first)
        } catch {
            guard error == .timedOut || error == .interrupted, !Task.isCancelled else { throw error }
        }
        return try await send(call, limits: limits)
    }

    private static let firstDeadline = Duration.milliseconds(500)

    /// Hands the answer to a GET of `url` to `take` as it comes, in order, for as long as it lasts: there is no deadline,
    /// but an end when nothing has come for `idle`, which the session counts in whole seconds. `take` is called on the
    /// session's own thread, which must not wait, and says whether more is wanted.
    ///
    /// Returns the head once the server has ended the answer in good order. Throws as `send` does; `.interrupted` too
    /// when `take` wants no more.
    public func stream(
        _ url: URL, headers: [String: String] = [:], idle: Duration, take: @escaping @Sendable (HTTPPart) -> Bool
    ) async throws(FetchFailure) -> HTTPAnswer {
        guard ["http", "https"].contains(url.scheme?.lowercased()), url.host?.isEmpty == false else {
            throw .unreachable
        }
        guard !Task.isCancelled else { throw .interrupted }
        let limits = HTTPLimits(idle: idle)
        let request = HTTPClient.request(HTTPCall(.get, url, headers: headers), limits: limits)
        return try await outcome(of: request, limits: limits, take: take).get()
    }

    private func outcome(
        of request: URLRequest, limits: HTTPLimits, take: HTTPExchanges.Take? = nil
    ) async -> HTTPExchanges.Outcome {
        let number = exchanges.number()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                exchanges.begin(number, limits: limits, take: take, continuation: continuation)
                exchanges.start(number) { [self] in
                    isOpen.load(ordering: .sequentiallyConsistent) ? session.dataTask(with: request) : nil
                }
                // The handler may have run before the exchange was there to be given up.
                if Task.isCancelled { exchanges.giveUp(number, .interrupted) }
            }
        } onCancel: {
            exchanges.giveUp(number, .interrupted)
        }
    }

    private static func request(_ call: HTTPCall, limits: HTTPLimits) -> URLRequest {
        var request = URLRequest(url: call.url)
        request.httpMethod = call.method.rawValue
        request.httpBody = call.body
        request.cachePolicy = .reloadIgnoringLocalCacheData
        // Set, not given to the initialiser: the session looks at it only then.
        request.timeoutInterval = Double(max(1, limits.idle.components.seconds))
        request.httpShouldHandleCookies = false
        request.setValue(userAgent, forHTTPHeaderField: "User-Agent")
        for (name, value) in call.headers { request.setValue(value, forHTTPHeaderField: name) }
        return request
    }
}
