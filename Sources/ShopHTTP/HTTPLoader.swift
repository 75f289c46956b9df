import AsyncHTTPClient
import Dispatch
import Domain
import Foundation
import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// Fetches over HTTP by AsyncHTTPClient, within limits, and ends when the caller's task is cancelled. Most connections
/// are kept alive for the next request, in one pool for each proxy route.
///
/// `HTTPClient` puts a `URLSession` in front. Requests that gain nothing from one, such as a server's own, are sent here.
public final class HTTPLoader: Sendable {
    typealias Pool = AsyncHTTPClient.HTTPClient

    /// The one event loop thread that all bytes arrive on, started with the first request and kept as long as the
    /// process. It has a low priority: when a server keeps it busy, all other threads, such as the one that reads keys,
    /// run before it.
    private static let threads: MultiThreadedEventLoopGroup = {
        let (threads, niceness) = (MultiThreadedEventLoopGroup(numberOfThreads: 1), Int32(10))
        threads.next().execute { _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness) }
        return threads
    }()
    private static let closing = DispatchQueue(label: "banchan.http.closing")

    private struct PoolKey: Hashable {
        var route: ProxySettings.Route
        var keepsConnections: Bool
    }

    private let proxies: ProxySettings
    private let connectTimeout: TimeAmount
    /// A file with the certificates to trust; `nil` for the system's.
    private let trustedFile: String?
    private let hasTrustedFile = NIOLockedValueBox(false)
    /// The pools of connections; `nil` after `invalidate`.
    private let pools = NIOLockedValueBox<[PoolKey: Pool]?>([:])
    private let boundBytes = NIOLockedValueBox<NIOLoopBoundBox<Int>?>(nil)

    /// Creates a loader with its own connections; one for the whole program is enough. Its proxies, and the certificates
    /// it trusts, are read from `environment`. A server that does not accept a connection within `connectTimeout` counts
    /// as unreachable.
    public init(
        environment: [String: String] = ProcessInfo.processInfo.environment, connectTimeout: Duration = .seconds(10)
    ) {
        self.connectTimeout = TimeAmount(connectTimeout)
        proxies = ProxySettings(environment: environment)
        trustedFile = environment["SSL_CERT_FILE"].flatMap { $0.isEmpty ? nil : $0 }
    }

    deinit { invalidate() }

    /// The loop that all requests run on. Its thread starts with the first of them: a program that has only just created
    /// its loader need not wait for it.
    var loop: any EventLoop { HTTPLoader.threads.next() }

    /// The bytes of all bodies under way.
    var bodyBytes: NIOLoopBoundBox<Int> {
        boundBytes.withLockedValue { bytes in
            if let bytes { return bytes }
            let new = NIOLoopBoundBox.makeBoxSendingValue(0, eventLoop: loop)
            bytes = new
            return new
        }
    }

    /// Creates the pool of direct connections, and their thread.
    func prepare() { _ = pool(for: PoolKey(route: .direct, keepsConnections: true)) }

    /// Ends all requests under way and closes the connections; every later request fails. Does not block.
    public func invalidate() {
        let closed = pools.withLockedValue { pools in
            defer { pools = nil }
            return pools
        }
        for pool in (closed ?? [:]).values { pool.shutdown(queue: HTTPLoader.closing) { _ in } }
    }

    /// Returns the response to `call`, whatever its status: a redirect is one like any other. Nothing is repeated.
    ///
    /// Throws `.tooLarge` or `.timedOut` if a limit is exceeded, `.unreachable`, `.untrusted` or `.interrupted` if the
    /// connection fails or the task is cancelled, and `.notHTTP` or `.undecodable` if what arrives cannot be read.
    public func send(_ call: HTTPCall, limits: HTTPLimits = .standard) async throws(FetchFailure) -> HTTPAnswer {
        let transfer = HTTPTransfer(call, limits, until: .now() + TimeAmount(limits.deadline), by: self)
        return try await transfer.outcome().get()
    }

    /// Returns the response to `call` without its body, as soon as its head is there, and closes the connection. Throws as
    /// `send` does.
    public func head(of call: HTTPCall, limits: HTTPLimits) async throws(FetchFailure) -> HTTPAnswer {
        let end = NIODeadline.now() + TimeAmount(limits.deadline)
        return try await HTTPTransfer(call, limits, until: end, by: self, take: { _ in false }).outcome().get()
    }

    /// Starts `call` and reports its progress to `delegate`. With `freshly`, the call gets a connection of its own, which
    /// is closed afterwards. Throws `.unreachable` if there is no route to its URL, `.untrusted` without certificates to
    /// trust, and `.interrupted` after `invalidate`.
    func execute<Delegate: HTTPClientResponseDelegate>(
        _ call: HTTPCall, freshly: Bool, delegate: Delegate
    ) throws(FetchFailure) -> Pool.Task<Delegate.Response> {
        let route = proxies.route(to: call.url)
        guard call.isFetchable, route != .unreadable else { throw .unreachable }
        if lacksTrustedFile(for: call) { throw .untrusted(.noTrustedFile) }
        guard let pool = pool(for: PoolKey(route: route, keepsConnections: !freshly)) else { throw .interrupted }
        guard var request = try? Pool.Request(call, by: route) else { throw .unreachable }
        if freshly { request.headers.replaceOrAdd(name: "Connection", value: "close") }
        return pool.execute(request: request, delegate: delegate, eventLoop: .delegate(on: loop))
    }

    /// Whether the file of trusted certificates that `call` needs is missing or has none, which the library's errors do
    /// not say. Reads the file until it has some.
    private func lacksTrustedFile(for call: HTTPCall) -> Bool {
        guard let trustedFile, call.url.scheme == "https" else { return false }
        return hasTrustedFile.withLockedValue { hasFile in
            // A directory of certificates has names by their hashes.
            hasFile =
                hasFile || (try? FileManager.default.contentsOfDirectory(atPath: trustedFile)) != nil
                || (try? NIOSSLCertificate.fromPEMFile(trustedFile))?.isEmpty == false
            return !hasFile
        }
    }

    /// Returns why the certificate of the server of `call` was refused. Looks at it over a connection of its own that
    /// carries no request and is closed at once.
    func refusal(of call: HTTPCall) -> EventLoopFuture<CertificateFault> {
        let found = NIOLockedValueBox(CertificateFault.unknownIssuer)
        var configuration = configuration(proxies.route(to: call.url))
        configuration.tlsConfiguration?.certificateVerification = .none
        configuration.http1_1ConnectionDebugInitializer = { channel in
            channel.nioSSL_peerCertificate().flatMapThrowing { certificate in
                let now = time(nil)
                if let certificate, now > certificate.notValidAfter { found.withLockedValue { $0 = .expired } }
                if let certificate, now < certificate.notValidBefore { found.withLockedValue { $0 = .notYetValid } }
                throw FetchFailure.unreachable
            }
        }
        let pool = Pool(eventLoopGroupProvider: .shared(HTTPLoader.threads), configuration: configuration)
        return pool.execute(.HEAD, url: call.url.absoluteString).hop(to: loop).map { _ in }.recover { _ in }.map {
            pool.shutdown(queue: HTTPLoader.closing) { _ in }
            return found.withLockedValue(\.self)
        }
    }

    /// Returns the pool, creating it if there is none; `nil` after `invalidate`.
    private func pool(for key: PoolKey) -> Pool? {
        pools.withLockedValue { pools in
            if let pool = pools?[key] { return pool }
            guard pools != nil else { return nil }
            let (group, configuration) = (HTTPLoader.threads, configuration(key.route))
            let pool = Pool(eventLoopGroupProvider: .shared(group), configuration: configuration)
            pools?[key] = pool
            return pool
        }
    }

    private func configuration(_ route: ProxySettings.Route) -> Pool.Configuration {
        var tls = TLSConfiguration.makeClientConfiguration()
        if let trustedFile { tls.trustRoots = .file(trustedFile) }
        var configuration = Pool.Configuration(
            tlsConfiguration: tls, redirectConfiguration: .disallow, timeout: .init(connect: connectTimeout))
        // The caller decides when to try again.
        configuration.connectionPool.retryConnectionEstablishment = false
        // More to one server than this program ever needs at once; further requests wait.
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 64
        configuration.connectionPool.idleTimeout = .seconds(60)
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
}
