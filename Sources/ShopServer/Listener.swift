import Foundation
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle

/// Listens on one address and passes every request to a handler.
///
/// Does not use Hummingbird's own application, because that runs a clock that ticks every second, while an idle shop
/// must not wake up at all.
struct Listener: Sendable {
    /// How long responses in progress may take after the server is asked to stop.
    private static let timeout = Duration.seconds(5)
    /// The largest size of a request's head, in bytes.
    private static let maxHeadSize = 16 * 1_024
    let host: String
    let port: Int
    let threads: Int
    /// The idle timeout: a connection without a request for this long is closed, unless a response is in progress.
    let idleTimeout: Duration
    /// The certificate of new connections; `nil` for unencrypted ones.
    let encryption: LiveCertificate?
    /// Called when the server is asked to stop.
    let onStop: @Sendable () async -> Void
    /// The longest time that `onStop` may take.
    let stopTime: Duration

    /// Serves until cancelled. Calls `onReady` with the base URL.
    nonisolated(nonsending) func serve(
        _ handler: RequestHandler, onReady: @escaping @Sendable (URL) async -> Void
    ) async throws(ShopServerError) {
        guard UInt16(exactly: port) != nil else { throw .noSuchPort(port) }
        let threads = MultiThreadedEventLoopGroup(numberOfThreads: max(1, threads))
        let executor = EventLoopTaskExecutor(threads.next())
        let outcome = await withTaskExecutorPreference(executor) {
            await serve(handler, on: threads, executor: executor, onReady: onReady)
        }
        // Fails only if the group is already shut down.
        try? await threads.shutdownGracefully()
        try outcome.get()
    }

    @concurrent private func serve(
        _ handler: RequestHandler, on threads: MultiThreadedEventLoopGroup, executor: EventLoopTaskExecutor,
        onReady: @escaping @Sendable (URL) async -> Void
    ) async -> Result<Void, ShopServerError> {
        let (addresses, announcement) = AsyncStream.makeStream(of: URL.self)
        async let _: Void = { for await url in addresses { await onReady(url) } }()
        return await result {
            let server = server(for: handler, on: threads, executor: executor) { announcement.yield($0) }
            try await group(running: server).runFinishingAnswers(on: executor)
        }
    }

    private func server(
        for handler: RequestHandler, on threads: MultiThreadedEventLoopGroup, executor: EventLoopTaskExecutor,
        onListening: @escaping @Sendable (URL) -> Void
    ) -> GracefulServer {
        let (listening, announcement) = AsyncStream.makeStream(of: Void.self)
        let isEncrypted = encryption != nil
        let server = Server(
            childChannelSetup: channels(for: handler, executor),
            configuration: ServerConfiguration(address: .hostname(host, port: port)),
            onServerRunning: { channel in
                announcement.yield()
                if let url = channel.localAddress?.url(isEncrypted: isEncrypted) { onListening(url) }
            },
            eventLoopGroup: threads, logger: .silent)
        return GracefulServer(server: server, executor: executor, listening: listening, onStop: onStop)
    }

    private func channels(for handler: RequestHandler, _ executor: EventLoopTaskExecutor) -> ShopChannel {
        let heads = HTTP1Channel.Configuration.DecoderConfiguration(
            maxHeaderFieldSize: Listener.maxHeadSize, maxHeaderListSize: Listener.maxHeadSize, maxHeaderFieldCount: 100)
        let base = HTTP1Channel(
            responder: { try await handler.receive($0, writer: $1, channel: $2) },
            configuration: HTTP1Channel.Configuration(httpDecoderConfiguration: heads))
        return ShopChannel(
            base: base, policy: handler.policy, cachedResponse: { handler.cachedResponse(to: $0, from: $1) },
            idleTimeout: TimeAmount(idleTimeout), encryption: encryption, executor: executor)
    }

    private func group(running server: any Service) -> ServiceGroup {
        // Without an explicit name the group would describe the whole server as its name, which costs 6 ms at each
        // start.
        let service = ServiceGroupConfiguration.ServiceConfiguration(service: server, serviceName: "server")
        var configuration = ServiceGroupConfiguration(services: [service], logger: .silent)
        configuration.maximumGracefulShutdownDuration = stopTime + Listener.timeout
        return ServiceGroup(configuration: configuration)
    }

    /// Runs `work` and maps system errors to `ShopServerError`.
    private func result(_ work: () async throws -> Void) async -> Result<Void, ShopServerError> {
        do {
            try await work()
            return .success(())
        } catch let error as IOError where error.errnoCode == EADDRINUSE {
            return .failure(.portInUse(host: host, port: port))
        } catch let error as IOError {
            return .failure(.cannotListen(host: host, port: port, code: error.errnoCode))
        } catch  where error is SocketAddressError || error is SocketAddressError.UnknownHost {
            return .failure(.unknownHost(host))
        } catch is CancellationError {
            return .success(())
        } catch {
            return .failure(.endedByItself)
        }
    }
}

extension ServiceGroup {
    /// Runs the group. If the task is cancelled, it shuts down gracefully, as on a signal, so that responses in
    /// progress are completed.
    fileprivate func runFinishingAnswers(on executor: any TaskExecutor) async throws {
        let running = Task(executorPreference: executor) { try await self.run() }
        try await withTaskCancellationHandler {
            try await running.value
        } onCancel: {
            Task { await triggerGracefulShutdown() }
        }
    }
}

extension SocketAddress {
    /// The base URL of an HTTP server that listens on this address.
    fileprivate func url(isEncrypted: Bool) -> URL? {
        guard let ipAddress, let port else { return nil }
        let host = if case .v6 = self { "[\(ipAddress)]" } else { ipAddress }
        return URL(string: "\(isEncrypted ? "https" : "http")://\(host):\(port)")
    }
}

extension Logger {
    /// A logger that discards everything, because the terminal belongs to the guest.
    static let silent = Logger(label: "banchan.server") { _ in SwiftLogNoOpLogHandler() }
}

/// A service that runs a server and has released everything by the time `run` returns.
///
/// On a graceful shutdown Hummingbird starts a task that nobody awaits and that may still use its event loop after the
/// loop is gone. Here the server runs in a detached task, which such a shutdown does not reach, and a child task shuts
/// it down.
struct GracefulServer: Service {
    let server: Server<ShopChannel>
    let executor: any TaskExecutor
    /// Yields once the server accepts requests.
    let listening: AsyncStream<Void>
    /// Called when the server is asked to stop, before it stops accepting connections. Ends responses that would never
    /// end by themselves.
    let onStop: @Sendable () async -> Void

    func run() async throws {
        let running = Task.detached(executorPreference: executor) { try await server.run() }
        async let _: Void = stopWhenAsked()
        try await withTaskCancellationHandler {
            try await running.value
        } onCancel: {
            running.cancel()
        }
    }

    /// Shuts the server down on request. Waits until it listens, because it cannot be stopped while it is starting.
    private func stopWhenAsked() async {
        do {
            try await gracefulShutdown()
            for await _ in listening { break }
            await onStop()
            try await server.shutdownGracefully()
        } catch {
            // The server ended before it was asked to stop.
        }
    }
}
