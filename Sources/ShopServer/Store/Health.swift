import Domain
import Hummingbird
import NIOConcurrencyHelpers
import Storage

/// Reports whether the server is alive and whether it is ready to handle every request.
struct Health: Sendable {
    /// The store; `nil` for a shop without one.
    let store: (any Store)?
    let closing: DrainFlag

    private struct Body: Encodable {
        var status = "ok"
        let version = ShopVersion.current
        var error: String?
        /// The messages that are held up; `nil` if none is.
        var outbox: OutboxBacklog?

        private enum CodingKeys: String, CodingKey { case status, version, error, outbox }
    }

    func addRoutes(to routes: Routes) {
        routes.get("/health") { _, _ in Health.response(.ok, Body()) }
        routes.get("/ready") { _, _ in await readiness() }
    }

    private func readiness() async -> Response {
        if closing.isSet {
            let body = Body(status: "draining", error: "The server is about to stop; please ask another one.")
            return Health.response(.serviceUnavailable, body, fields: [.retryAfter: "1"])
        }
        guard let store else { return Health.response(.ok, Body()) }
        do {
            if let trouble = await store.examine() { throw trouble.error }
            return Health.response(.ok, Body(outbox: try await store.read { try $0.outboxBacklog() }))
        } catch {
            let error = error as? StoreError ?? .system(code: 0)
            return Health.response(
                .serviceUnavailable, Body(status: error.status, error: error.sentence), fields: error.refusal.fields)
        }
    }

    private static func response(
        _ status: HTTPResponse.Status, _ body: Body, fields: HTTPFields = HTTPFields()
    ) -> Response {
        var fields = fields
        fields[.cacheControl] = "no-store"
        return Response(status: status, fields: fields, json: body)
    }
}

/// A flag that is set when the server is asked to stop, for load balancers.
final class DrainFlag: Sendable {
    private let state = NIOLockedValueBox(false)

    var isSet: Bool { state.withLockedValue(\.self) }

    func set() { state.withLockedValue { $0 = true } }
}
