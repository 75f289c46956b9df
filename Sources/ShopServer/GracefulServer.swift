import HummingbirdCore
import ServiceLifecycle

/// Runs a server so that nothing of it is left when `run` returns.
///
/// Hummingbird itself reacts to a graceful shutdown with a task that nobody waits for, and that may still turn to its
/// event loop when that is gone. Here the server runs detached, where no such request reaches it, and is shut down by
/// a child task.
struct GracefulServer: Service {
    let server: Server<ShopChannel>
    let executor: any TaskExecutor
    /// Yields once requests can be made.
    let listening: AsyncStream<Void>
    /// Called when the server is asked to stop, before it takes no more connections: for answers that would never end by
    /// themselves.
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

    /// Shuts the server down on request, but not before it listens, since it cannot be stopped halfway to that.
    private func stopWhenAsked() async {
        do {
            try await gracefulShutdown()
            for await _ in listening { break }
            await onStop()
            try await server.shutdownGracefully()
        } catch {
            // The server ended first.
        }
    }
}
