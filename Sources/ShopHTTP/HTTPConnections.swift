import AsyncHTTPClient
import Dispatch
import Foundation
import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// The connections to servers: kept open for the next request, one pool for each way through a proxy.
final class HTTPConnections: Sendable {
    typealias Pool = AsyncHTTPClient.HTTPClient

    /// The one thread that all bytes arrive on, started with the first request and lasting as long as the process. Where a
    /// server keeps it busy, all other threads go before it: the one that keys are read on among them.
    private static let threads: MultiThreadedEventLoopGroup = {
        let threads = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        threads.next().execute { _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness) }
        return threads
    }()
    private static let niceness: Int32 = 10
    private static let closing = DispatchQueue(label: "banchan.http.closing")

    /// More connections to one server than this program ever wants at once; requests beyond wait for one.
    private static let mostConnections = 64
    /// How long an unused connection stays open.
    private static let idleTimeout = TimeAmount.seconds(60)

    private struct State {
        var isOpen = true
        var pools: [ProxySettings.Route: Pool] = [:]
    }

    private let proxies: ProxySettings
    private let connectTimeout: TimeAmount
    /// The file of the certificates that are trusted; the system's where there is none.
    private let certificates: String?
    private let state = NIOLockedValueBox(State())

    init(environment: [String: String], connectTimeout: Duration) {
        self.connectTimeout = TimeAmount(connectTimeout)
        proxies = ProxySettings(environment: environment)
        certificates = environment["SSL_CERT_FILE"].flatMap { $0.isEmpty ? nil : $0 }
    }

    deinit { close() }

    var loop: any EventLoop { HTTPConnections.threads.next() }

    /// Closes all connections; what is under way ends as interrupted, and nothing begins any more. Never waits.
    func close() {
        let pools = state.withLockedValue { state in
            state.isOpen = false
            defer { state.pools = [:] }
            return state.pools
        }
        for pool in pools.values { pool.shutdown(queue: HTTPConnections.closing) { _ in } }
    }

    /// Starts `call`, whose progress is told to `delegate` on `loop`. Throws `.unreachable` where there is no way to its
    /// address, and `.interrupted` after closing.
    func execute<Delegate: HTTPClientResponseDelegate>(
        _ call: HTTPCall, delegate: Delegate, on loop: any EventLoop
    ) throws(FetchFailure) -> Pool.Task<Delegate.Response> {
        let route = proxies.route(to: call.url)
        let pool = try pool(for: route)
        guard let request = try? HTTPConnections.request(call, by: route) else { throw .unreachable }
        return pool.execute(request: request, delegate: delegate, eventLoop: .delegate(on: loop))
    }

    private func pool(for route: ProxySettings.Route) throws(FetchFailure) -> Pool {
        guard route != .unreadable else { throw .unreachable }
        let pool: Pool? = state.withLockedValue { state in
            guard state.isOpen else { return nil }
            if let pool = state.pools[route] { return pool }
            let pool = Pool(
                eventLoopGroupProvider: .shared(HTTPConnections.threads),
                configuration: configuration(route))
            state.pools[route] = pool
            return pool
        }
        guard let pool else { throw .interrupted }
        return pool
    }

    private func configuration(_ route: ProxySettings.Route) -> Pool.Configuration {
        var configuration = Pool.Configuration(
            tlsConfiguration: tls, redirectConfiguration: .disallow,
            timeout: .init(connect: connectTimeout))
        // One failed attempt is an answer: who asks again decides when.
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = HTTPConnections.mostConnections
        configuration.connectionPool.idleTimeout = HTTPConnections.idleTimeout
        // Nobody looks at traces.
        configuration.tracing.tracer = nil
        // The one protocol that all limits are tried against.
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
        headers.replaceOrAdd(name: "Accept-Encoding", value: "gzip, deflate")
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
    /// Host and port, as the `Host` header names them.
    fileprivate var authority: String {
        let host = self.host.map { $0.contains(":") && !$0.hasPrefix("[") ? "[\($0)]" : $0 } ?? ""
        return port.map { "\(host):\($0)" } ?? host
    }

    /// The same path and query at the address of `proxy`.
    fileprivate func sent(through proxy: ProxySettings.Proxy) -> URL? {
        var parts = URLComponents(url: self, resolvingAgainstBaseURL: true)
        parts?.scheme = "http"
        parts?.host = proxy.host.contains(":") ? "[\(proxy.host)]" : proxy.host
        parts?.port = proxy.port
        return parts?.url
    }
}
