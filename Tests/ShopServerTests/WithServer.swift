import Foundation
import ShopResources
import ShopServer

/// Runs a server on a free port while `body` runs, and passes it the base URL. Uses the shop's own resources unless
/// others are given.
func withServer<Outcome: Sendable>(
    resources: URL? = nil, onRequest: (@Sendable (String) -> Void)? = nil,
    _ body: @escaping @Sendable (URL) async throws -> Outcome
) async throws -> Outcome {
    var configuration = ShopServer.Configuration(resources: try resources ?? ShopResources.directory())
    configuration.onRequest = onRequest
    return try await withServer(configuration, body)
}

/// Runs a server with that configuration while `body` runs, and passes it the base URL.
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

/// A server that runs in a separate task, for tests that stop it at a chosen moment.
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

    /// The base URL, once the server accepts requests. Throws the reason if the server did not start. May be read only
    /// once.
    var url: URL {
        get async throws {
            for await url in addresses { return url }
            // A test that has timed out must wait neither for an address nor for the server.
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
