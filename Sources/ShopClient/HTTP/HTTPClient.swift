import Dispatch
import Foundation
import FoundationNetworking
import ShopModels
import Synchronization

/// Fetches over HTTP through one `URLSession`, within limits, and lets go at once when its task is cancelled.
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
        configuration.httpMaximumConnectionsPerHost = 8
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

    /// The answer to a GET of `url`, whatever its status; redirects are followed.
    ///
    /// Throws `.tooLarge`, `.timedOut` or `.redirected` where a limit is met, `.unreachable` or `.interrupted` where the
    /// connection is at fault or the task is cancelled.
    public func get(
        _ url: URL, headers: [String: String] = [:], limits: HTTPLimits = .standard
    ) async throws(FetchFailure) -> HTTPAnswer {
        let request = HTTPClient.request(url, headers: headers, limits: limits)
        guard ["http", "https"].contains(url.scheme?.lowercased()), url.host?.isEmpty == false else {
            throw .unreachable
        }
        guard !Task.isCancelled else { throw .interrupted }
        let number = exchanges.number()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                exchanges.begin(number, limits: limits, continuation: continuation)
                exchanges.start(number) { [self] in
                    isOpen.load(ordering: .sequentiallyConsistent) ? session.dataTask(with: request) : nil
                }
                // The handler may have run before the exchange was there to be given up.
                if Task.isCancelled { exchanges.giveUp(number, .interrupted) }
            }
        } onCancel: {
            exchanges.giveUp(number, .interrupted)
        }
        return try result.get()
    }

    private static func request(_ url: URL, headers: [String: String], limits: HTTPLimits) -> URLRequest {
        var request = URLRequest(url: url)
        request.cachePolicy = .reloadIgnoringLocalCacheData
        // Set, not given to the initialiser: the session looks at it only then.
        request.timeoutInterval = Double(max(1, limits.idle.components.seconds))
        request.httpShouldHandleCookies = false
        request.setValue(userAgent, forHTTPHeaderField: "User-Agent")
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        return request
    }
}
