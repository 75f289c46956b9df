import Foundation
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import NIOSSL
import ServiceLifecycle

/// Listens on one address and hands every request to a handler.
///
/// Hummingbird's own application is not used: it brings a clock that ticks every second, while an idle shop must not
/// wake up at all.
struct Listener: Sendable {
    /// How long answers under way may take once the server is asked to stop.
    private static let timeout = Duration.seconds(5)
    /// The most bytes of the head of a request.
    private static let largestHead = 16 * 1_024
    let host: String
    let port: Int
    let threads: Int
    /// A connection on which nothing is asked for so long is closed; one that is still being answered is not. One
    /// timer, set anew only when it has run down.
    let longestSilence: Duration
    /// `nil` for connections that are not encrypted.
    let encryption: NIOSSLContext?
    /// Called when the server is asked to stop.
    let onStop: @Sendable () async -> Void
    /// How long that may take.
    let stopTime: Duration

    /// Serves until cancelled. `onReady` is told the base URL.
    nonisolated(nonsending) func serve(
        _ handler: RequestHandler, onReady: @escaping @Sendable (URL) async -> Void
    ) async throws(ShopServerError) {
        guard UInt16(exactly: port) != nil else { throw .noSuchPort(port) }
        let threads = MultiThreadedEventLoopGroup(numberOfThreads: max(1, threads))
        let executor = EventLoopTaskExecutor(threads.next())
        let outcome = await withTaskExecutorPreference(executor) {
            await serve(handler, on: threads, executor: executor, onReady: onReady)
        }
        // It fails only when it was shut down already.
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
            maxHeaderFieldSize: Listener.largestHead, maxHeaderListSize: Listener.largestHead, maxHeaderFieldCount: 100)
        let base = HTTP1Channel(
            responder: { try await handler.receive($0, writer: $1, channel: $2) },
            configuration: HTTP1Channel.Configuration(
                additionalChannelHandlers: [PendingResponses()], idleTimeout: TimeAmount(longestSilence),
                httpDecoderConfiguration: heads))
        return ShopChannel(
            base: base, guests: handler.guests, immediateAnswer: { handler.immediateAnswer(to: $0, from: $1) },
            encryption: encryption, executor: executor)
    }

    private func group(running server: any Service) -> ServiceGroup {
        // Without a name it would print the whole server for one: 6 ms of each start.
        let service = ServiceGroupConfiguration.ServiceConfiguration(service: server, serviceName: "server")
        var configuration = ServiceGroupConfiguration(services: [service], logger: .silent)
        configuration.maximumGracefulShutdownDuration = stopTime + Listener.timeout
        return ServiceGroup(configuration: configuration)
    }

    /// What `work` came to, with the system's errors told in the shop's terms.
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
    /// Runs the group; cancelling the task stops it as a signal does, so that answers under way are finished.
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
    /// The base URL of an HTTP server that listens here.
    fileprivate func url(isEncrypted: Bool) -> URL? {
        guard let ipAddress, let port else { return nil }
        let host = if case .v6 = self { "[\(ipAddress)]" } else { ipAddress }
        return URL(string: "\(isEncrypted ? "https" : "http")://\(host):\(port)")
    }
}

extension Logger {
    /// Says nothing: the terminal belongs to the guest.
    static let silent = Logger(label: "banchan.server") { _ in SwiftLogNoOpLogHandler() }
}
