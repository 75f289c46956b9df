import Foundation
import ShopServer

/// The shop's server, running in this process.
struct ShopOnLoopback {
    let url: URL
    private let running: Task<Void, any Error>

    /// Starts the server on `port`, 0 for any free one, and returns when it accepts requests.
    static func open(
        resources: URL, port: Int = 0, configure: (inout ShopServer.Configuration) -> Void = { _ in }
    ) async throws -> ShopOnLoopback {
        var configuration = ShopServer.Configuration(resources: resources)
        configuration.port = port
        configure(&configuration)
        let server = try ShopServer(configuration)
        let (ready, announcement) = AsyncThrowingStream.makeStream(of: URL.self)
        let running = Task {
            do {
                try await server.run { announcement.yield($0) }
                announcement.finish()
            } catch {
                announcement.finish(throwing: error)
                throw error
            }
        }
        for try await url in ready { return ShopOnLoopback(url: url, running: running) }
        throw MeasuringError.shopClosed
    }

    /// Stops serving and returns when the port is free.
    func close() async throws {
        running.cancel()
        try await running.value
    }
}
