import AsyncHTTPClient
import Dispatch
import Foundation
import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// Connections to servers, most of them kept alive for the next request, in one pool for each proxy route.
final class HTTPConnections: Sendable {
    typealias Pool = AsyncHTTPClient.HTTPClient

    /// The one event loop thread that all bytes arrive on, started with the first request and kept as long as the
    /// process. It has a low priority: when a server keeps it busy, all other threads, such as the one that reads keys,
    /// run before it.
    private static let threads: MultiThreadedEventLoopGroup = {
        let threads = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        threads.next().execute { _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness) }
        return threads
    }()
    private static let niceness: Int32 = 10
    private static let closing = DispatchQueue(label: "banchan.http.closing")

    /// The maximum number of connections to one server, more than this program ever needs at once; further requests
    /// wait.
    private static let maxConnections = 64
    /// How long an unused connection stays open.
    private static let idleTimeout = TimeAmount.seconds(60)

    private struct PoolKey: Hashable {
        var route: ProxySettings.Route
        var keepsConnections: Bool
    }

    private struct State {
        var isOpen = true
        var pools: [PoolKey: Pool] = [:]
    }

    private let proxies: ProxySettings
    private let connectTimeout: TimeAmount
    /// The path of the file of trusted certificates; `nil` for the system's own.
    private let certificates: String?
    private let state = NIOLockedValueBox(State())

    init(environment: [String: String], connectTimeout: Duration) {
        self.connectTimeout = TimeAmount(connectTimeout)
        proxies = ProxySettings(environment: environment)
        certificates = environment["SSL_CERT_FILE"].flatMap { $0.isEmpty ? nil : $0 }
    }

    deinit { close() }

    var loop: any EventLoop { HTTPConnections.threads.next() }

    /// Closes all connections: requests under way end as interrupted, and new ones fail. Does not block.
    func close() {
        let pools = state.withLockedValue { state in
            state.isOpen = false
            defer { state.pools = [:] }
            return state.pools
        }
        for pool in pools.values { pool.shutdown(queue: HTTPConnections.closing) { _ in } }
    }

    /// Starts `call` and reports its progress to `delegate` on `loop`. With `freshly`, the call gets a connection of its
    /// own, which is closed afterwards. Throws `.unreachable` if there is no route to its URL, and `.interrupted` after
    /// `close`.
    func execute<Delegate: HTTPClientResponseDelegate>(
        _ call: HTTPCall, freshly: Bool = false, delegate: Delegate, on loop: any EventLoop
    ) throws(FetchFailure) -> Pool.Task<Delegate.Response> {
        let route = proxies.route(to: call.url)
        let pool = try pool(for: PoolKey(route: route, keepsConnections: !freshly))
        guard var request = try? HTTPConnections.request(call, by: route) else { throw .unreachable }
        if freshly { request.headers.replaceOrAdd(name: "Connection", value: "close") }
        return pool.execute(request: request, delegate: delegate, eventLoop: .delegate(on: loop))
    }

    /// Returns why the certificate of the server of `call` was refused. Looks at it over a connection of its own that
    /// carries no request and is closed at once.
    func refusal(of call: HTTPCall, on loop: any EventLoop) -> EventLoopFuture<CertificateFault> {
        let (route, found) = (proxies.route(to: call.url), NIOLockedValueBox(CertificateFault.unknownIssuer))
        var configuration = configuration(route)
        configuration.tlsConfiguration?.certificateVerification = .none
        configuration.http1_1ConnectionDebugInitializer = { channel in
            channel.nioSSL_peerCertificate().flatMapThrowing { certificate in
                if let fault = certificate?.fault(at: time(nil)) { found.withLockedValue { $0 = fault } }
                throw FetchFailure.untrusted(.unknownIssuer)
            }
        }
        let pool = Pool(eventLoopGroupProvider: .shared(HTTPConnections.threads), configuration: configuration)
        let bare = try? Pool.Request(url: call.url, method: .HEAD)
        let outcome = bare.map { pool.execute(request: $0, eventLoop: .delegate(on: loop)).map { _ in } }
        return (outcome ?? loop.makeSucceededVoidFuture()).hop(to: loop).recover { _ in }.map {
            pool.shutdown(queue: HTTPConnections.closing) { _ in }
            return found.withLockedValue(\.self)
        }
    }

    /// Creates the pool of direct connections, and their thread.
    func prepare() { _ = try? pool(for: PoolKey(route: .direct, keepsConnections: true)) }

    private func pool(for key: PoolKey) throws(FetchFailure) -> Pool {
        guard key.route != .unreadable else { throw .unreachable }
        let pool: Pool? = state.withLockedValue { state in
            guard state.isOpen else { return nil }
            if let pool = state.pools[key] { return pool }
            let pool = Pool(
                eventLoopGroupProvider: .shared(HTTPConnections.threads),
                configuration: configuration(key.route))
            state.pools[key] = pool
            return pool
        }
        guard let pool else { throw .interrupted }
        return pool
    }

    private func configuration(_ route: ProxySettings.Route) -> Pool.Configuration {
        var configuration = Pool.Configuration(
            tlsConfiguration: tls, redirectConfiguration: .disallow,
            timeout: .init(connect: connectTimeout))
        // No retry here: the caller decides when to try again.
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = HTTPConnections.maxConnections
        configuration.connectionPool.idleTimeout = HTTPConnections.idleTimeout
        // Traces are not used.
        configuration.tracing.tracer = nil
        // HTTP/1.1 is the only protocol that all limits are tested with.
        configuration.httpVersion = .http1Only
        switch route {
        case .direct, .unreadable: break
        case .forward: configuration.http1_1ConnectionDebugInitializer = AbsoluteTargetHandler.install
        case .connect(let proxy):
            configuration.proxy = .server(
                host: proxy.host, port: proxy.port, authorization: proxy.credentials.map { .basic(credentials: $0) })
        case .socks(let proxy): configuration.proxy = .socksServer(host: proxy.host, port: proxy.port)
        }
        return configuration
    }

    private var tls: TLSConfiguration {
        var configuration = TLSConfiguration.makeClientConfiguration()
        if let certificates { configuration.trustRoots = .file(certificates) }
        return configuration
    }

    private static func request(_ call: HTTPCall, by route: ProxySettings.Route) throws -> Pool.Request {
        var headers = HTTPHeaders(call.headers.map { ($0.key, $0.value) })
        headers.replaceOrAdd(name: "User-Agent", value: HTTPClient.userAgent)
        if !headers.contains(name: "Accept-Encoding") { headers.add(name: "Accept-Encoding", value: "gzip, deflate") }
        var url = call.url
        if case .forward(let proxy) = route {
            guard let through = call.url.sent(through: proxy) else { throw FetchFailure.unreachable }
            headers.replaceOrAdd(name: "Host", value: call.url.authority)
            if let credentials = proxy.credentials {
                headers.replaceOrAdd(name: "Proxy-Authorization", value: "Basic \(credentials)")
            }
            url = through
        }
        return try Pool.Request(
            url: url, method: HTTPMethod(rawValue: call.method.rawValue), headers: headers,
            body: call.body.map { .data($0) })
    }
}

extension URL {
    /// The host and port as written in the `Host` header.
    fileprivate var authority: String {
        let host = self.host.map { $0.contains(":") && !$0.hasPrefix("[") ? "[\($0)]" : $0 } ?? ""
        return port.map { "\(host):\($0)" } ?? host
    }

    /// Returns a URL with the same path and query at the address of `proxy`.
    fileprivate func sent(through proxy: ProxySettings.Proxy) -> URL? {
        var parts = URLComponents(url: self, resolvingAgainstBaseURL: true)
        parts?.scheme = "http"
        parts?.host = proxy.host.contains(":") ? "[\(proxy.host)]" : proxy.host
        parts?.port = proxy.port
        return parts?.url
    }
}

extension NIOSSLCertificate {
    /// Returns what the time says against the certificate; `nil` if it is valid at `now`, in seconds since 1970.
    fileprivate func fault(at now: time_t) -> CertificateFault? {
        if now > notValidAfter { return .expired }
        return now < notValidBefore ? .notYetValid : nil
    }
}
