import Domain
import Hummingbird
import Storage

/// The answer to `GET /health`: whether this server can do everything that it is there for.
struct Health: Sendable {
    /// `nil` for a shop that keeps nothing.
    let store: (any Store)?

    private struct Body: Encodable {
        let status: String
        let version = ShopVersion.current
        var error: String?

        private enum CodingKeys: String, CodingKey { case status, version, error }
    }

    func addRoutes(to routes: Routes) { routes.get("/health") { _, _ in await response() } }

    private func response() async -> Response {
        guard let error = await store?.examine()?.error else {
            return Response(status: .ok, fields: Health.fields, json: Body(status: "ok"))
        }
        return Response(
            status: .serviceUnavailable, fields: Health.fields,
            json: Body(status: error.status, error: error.sentence))
    }

    private static let fields: HTTPFields = [.cacheControl: "no-store"]
}
