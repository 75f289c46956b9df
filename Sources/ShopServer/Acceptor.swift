import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import NIOSSL
import Platform
import ShopHTTP

/// Accepts connections and applies the limits of clients. It can listen before its server's files are read and its store
/// is open: requests wait until the server is open.
public struct Acceptor: Sendable {
    /// What an open server does.
    struct Work: Sendable {
        let handler: RequestHandler
        /// Called when the acceptor is asked to stop, before it stops accepting connections.
        let onStop: @Sendable () async -> Void
    }

    let guests: Guests
    let metrics: ServerMetrics
    private let host: String
    private let port: Int
    private let threads: Int
    private let idleTimeout: Duration
    private let drainTime: Duration
    private let encryption: NIOSSLContext?
    /// The work of the open server; `nil` if there will be none.
    private let work = Promise<Work?>()

    /// Returns an acceptor for a client in the same program: on loopback, at any free port, with the default limits.
    public static func onLoopback() -> Acceptor {
        let host = "127.0.0.1"
        return Acceptor(
            host: host, hosts: HostNames(listeningAt: host, names: []), idleTimeout: .seconds(180),
            limits: ClientLimits())
    }

    /// Creates an acceptor that listens as `configuration` says. Reads the certificate and the key.
    init(_ configuration: ShopServer.Configuration) throws(ShopServerError) {
        self.init(
            host: configuration.host, port: configuration.port,
            hosts: HostNames(listeningAt: configuration.host, names: configuration.names),
            threads: configuration.threads, idleTimeout: configuration.idleTimeout, drainTime: configuration.drainTime,
            encryption: try configuration.encryption?.context(), limits: configuration.limits,
            proxies: configuration.trustedProxies)
    }

    private init(
        host: String, port: Int = 0, hosts: HostNames, threads: Int = 1, idleTimeout: Duration,
        drainTime: Duration = .zero, encryption: NIOSSLContext? = nil, limits: ClientLimits,
        proxies: [AddressRange] = []
    ) {
        (self.host, self.port, self.threads) = (host, port, threads)
        (self.idleTimeout, self.drainTime, self.encryption) = (idleTimeout, drainTime, encryption)
        let metrics = ServerMetrics()
        self.metrics = metrics
        guests = Guests(
            ledger: ClientLedger(limits) { metrics.refused(by: $0) }, proxies: TrustedProxies(ranges: proxies),
            rules: RequestHeadRules(hosts: hosts, maxBodySize: RequestHandler.maxBodySize))
    }

    /// The scheme of the server's addresses.
    var scheme: String { encryption == nil ? "http" : "https" }

    /// Listens until cancelled, then completes the responses in progress. `onReady` is called once with the base URL,
    /// as `ShopServer.run` does.
    public nonisolated(nonsending) func run(
        onReady: @escaping @Sendable (URL) async -> Void
    ) async throws(ShopServerError) {
        let listener = Listener(
            host: host, port: port, threads: threads, idleTimeout: idleTimeout, encryption: encryption,
            onStop: { [work] in await work.current??.onStop() }, stopTime: drainTime)
        try await listener.serve(self, onReady: onReady)
    }

    /// Passes all requests, those that wait included, to the open server.
    func open(_ work: Work) { self.work.fulfil(work) }

    /// Closes the connections of requests that wait: no server will be open. Has no effect after `open`.
    public func close() { work.fulfil(nil) }

    /// Responds to `request`, which is complete, on `channel`. Throws to close the connection.
    func receive(_ request: Request, writer: consuming ResponseWriter, channel: any Channel) async throws {
        guard let work = await work.value else { throw CancellationError() }
        try await work.handler.receive(request, writer: writer, channel: channel)
    }

    /// Returns the complete response to a request from `peer` if it is available without waiting.
    func immediateAnswer(to request: HTTPRequest, from peer: String?) -> BufferedResponse? {
        work.current??.handler.immediateAnswer(to: request, from: peer)
    }
}
