import Foundation
import ServiceLifecycle
import UnixSignals

/// The shop's server: the menu over HTTP.
public struct ShopServer: Sendable {
    /// Where the server listens and what it serves.
    public struct Configuration: Sendable {
        /// An address of this machine, or a name that leads to one.
        public var host = "127.0.0.1"
        /// 0 takes any free port.
        public var port = 0
        /// The directory that contains `menu`.
        public var resources: URL
        /// Threads that wait for the network.
        public var threads = 1
        /// Called with the path of each request before it is answered, for logs and tests.
        public var onRequest: (@Sendable (String) -> Void)?

        public init(resources: URL) { self.resources = resources }
    }

    private let configuration: Configuration
    private let shelf: MenuShelf

    /// Reads and checks the resources; nothing listens yet.
    public init(_ configuration: Configuration) throws(ShopServerError) {
        self.configuration = configuration
        shelf = try MenuShelf(resources: configuration.resources)
    }

    /// Serves until its task is cancelled or one of `signals` asks it to stop, and then finishes the answers under way.
    ///
    /// `onReady` is called once with the server's base URL when requests can be made. It runs beside the server, so
    /// that it may make requests itself, but on the server's own thread, so that it must not block it. It is cancelled
    /// when the server ends.
    public nonisolated(nonsending) func run(
        stoppingOn signals: [UnixSignal] = [], onReady: @escaping @Sendable (URL) async -> Void
    ) async throws(ShopServerError) {
        let reception = Reception(
            responder: Routes.responder(serving: shelf), onRequest: configuration.onRequest, logger: .silent)
        let listener = Listener(host: configuration.host, port: configuration.port, threads: configuration.threads)
        try await listener.serve(reception, stoppingOn: signals, onReady: onReady)
    }
}
