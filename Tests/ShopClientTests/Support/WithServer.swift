import Foundation
import ShopServer
import TestSupport
import Testing

/// Runs the server while `body` runs, and passes it the server's address. Returns when both have ended.
func withServer(
    _ configuration: ShopServer.Configuration, _ body: (_ url: URL) async throws -> Void
) async throws {
    let server = try ShopServer(configuration)
    let ready = Record<URL>()
    let serving = Task { try await server.run { ready.append($0) } }
    await ready.wait(count: 1)
    do {
        try await body(ready.all[0])
    } catch {
        serving.cancel()
        throw error
    }
    serving.cancel()
    _ = await serving.result
}
