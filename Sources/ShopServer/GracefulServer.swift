import HummingbirdCore
import ServiceLifecycle

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
