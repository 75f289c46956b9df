import Foundation
import ShopResources
import ShopServer

/// Runs a server on a free port for as long as `body` takes, and passes it the base URL. The resources are the
/// shop's own unless told otherwise.
func withServer<Outcome: Sendable>(
    resources: URL? = nil, onRequest: (@Sendable (String) -> Void)? = nil,
    _ body: @escaping @Sendable (URL) async throws -> Outcome
) async throws -> Outcome {
    var configuration = ShopServer.Configuration(resources: try resources ?? ShopResources.directory())
    configuration.onRequest = onRequest
    return try await withServer(configuration, body)
}

/// The same for a server of one's own configuration.
func withServer<Outcome: Sendable>(
    _ configuration: ShopServer.Configuration, _ body: @escaping @Sendable (URL) async throws -> Outcome
) async throws -> Outcome {
    let server = RunningServer(try ShopServer(configuration))
    do {
        let outcome = try await body(try await server.url)
        try await server.stop()
        return outcome
    } catch {
        try await server.stop()
        throw error
    }
}

/// A server that runs in a task of its own, for tests that stop it at a moment of their choosing.
struct RunningServer: Sendable {
    private let run: Task<Void, any Error>
    private let addresses: AsyncStream<URL>

    init(_ server: ShopServer) {
        let (addresses, announcement) = AsyncStream.makeStream(of: URL.self)
        self.addresses = addresses
        run = Task {
            defer { announcement.finish() }
            try await server.run { announcement.yield($0) }
        }
    }

    /// The base URL, once requests can be made. Throws why the server did not start. To be asked once.
    var url: URL {
        get async throws {
            for await url in addresses { return url }
            // A test whose time is over waits for no address, and for no server.
            if Task.isCancelled { run.cancel() }
            try await run.value
            throw ShopServerError.endedByItself
        }
    }

    /// Asks the server to stop, without waiting for it.
    func cancel() { run.cancel() }

    /// Returns when the server has ended.
    func ended() async throws { try await run.value }

    func stop() async throws {
        cancel()
        try await ended()
    }
}
