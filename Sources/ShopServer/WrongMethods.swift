import Hummingbird
import NIOConcurrencyHelpers

/// Finds out why no route matches a request: whether its path has a route for other methods. Clients hardly ever send
/// such requests, and these routes are most of all routes, so they are created with the first such request.
final class WrongMethods: Sendable {
    private struct State {
        var allowed: [String: Set<HTTPRequest.Method>] = [:]
        var responder: RouterResponder<ShopRequestContext>?
    }

    private let state = NIOLockedValueBox(State())

    /// Sets the methods that have routes, by path.
    func set(_ allowed: [String: Set<HTTPRequest.Method>]) { state.withLockedValue { $0 = State(allowed: allowed) } }

    func refusal(of request: Request, _ context: ShopRequestContext) async -> Refusal {
        guard Routes.methods.contains(request.method) else { return .unknownMethod }
        do {
            _ = try await responder.respond(to: request, context: context)
        } catch let refusal as Refusal {
            return refusal
        } catch {}
        return .unknownPath
    }

    private var responder: RouterResponder<ShopRequestContext> {
        state.withLockedValue { state in
            if let responder = state.responder { return responder }
            let responder = WrongMethods.responder(for: state.allowed)
            state.responder = responder
            return responder
        }
    }

    /// Returns a responder that refuses every other method at these paths.
    private static func responder(
        for allowed: [String: Set<HTTPRequest.Method>]
    ) -> RouterResponder<ShopRequestContext> {
        let router = Router(context: ShopRequestContext.self)
        for (path, allowed) in allowed {
            let refusal = Refusal.wrongMethod(allowed: Routes.methods.filter(allowed.contains))
            let path = RouterPath(path)
            for method in Routes.methods where !allowed.contains(method) {
                router.on(path, method: method) { _, _ -> Response in throw refusal }
            }
        }
        return router.buildResponder()
    }
}
