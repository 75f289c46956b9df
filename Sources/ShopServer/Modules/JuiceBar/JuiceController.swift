import Domain
import Hummingbird
import Storage

/// The juice bar for guests: its menu and its fruits.
struct JuiceController: Sendable {
    let bar: JuiceService

    /// Responds to `GET /juice/menu`.
    func menu(_ request: Request) async throws -> Response {
        Response(to: request, list: bar.maker.juices(from: try await bar.stock()))
    }

    /// Responds to `GET /juice/fruits`.
    func fruits(_ request: Request) async throws -> Response {
        Response(to: request, list: bar.maker.fruits(in: try await bar.stock()))
    }
}
