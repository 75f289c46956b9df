import Domain
import Foundation
import Hummingbird
import Logging
import NIOConcurrencyHelpers
import NIOCore

/// The shop's routes. Modules add theirs; all other methods at those paths are refused.
final class Routes {
    typealias Answer = @Sendable (Request, ShopRequestContext) async throws -> Response
    typealias AnswerForAll = @Sendable (Request, ShopRequestContext) async throws -> PublicAnswer

    /// The methods that are defined by HTTP itself (RFC 9110, 9.3; RFC 5789).
    static let methods: [HTTPRequest.Method] = [
        .get, .head, .post, .put, .patch, .delete, .options, .trace, .connect,
    ]

    private let router = Router(context: ShopRequestContext.self, options: .autoGenerateHeadEndpoints)
    /// The added methods, by path.
    private(set) var allowed: [String: Set<HTTPRequest.Method>] = [:]
    private let cache: ResponseCache
    private let wrongMethods = WrongMethods()

    init(cache: ResponseCache) {
        self.cache = cache
        router.add(middleware: RefusalAnswers(wrongMethods: wrongMethods))
    }

    /// Returns the method's name for logs and metrics. Unknown methods share one name, because clients can make up any
    /// number of them.
    static func name(of method: HTTPRequest.Method) -> String { methods.contains(method) ? method.rawValue : "other" }

    /// Adds a handler of `method` at `path`. A handler of GET also answers HEAD.
    func add(_ method: HTTPRequest.Method, _ path: String, _ answer: @escaping Answer) {
        router.on(RouterPath(path), method: method, use: answer)
        allowed[path, default: []].formUnion(method == .get ? [.get, .head] : [method])
    }

    func get(_ path: String, _ answer: @escaping Answer) { add(.get, path, answer) }

    /// Adds a GET handler whose content is cached.
    func getShared(_ path: String, _ answer: @escaping AnswerForAll) {
        add(.get, path) { [cache] request, context in
            let generation = cache.generation()
            switch try await answer(request, context) {
            case .once(let response): return response
            case .lasting(let content):
                cache.keep(content, of: request.uri.string, route: context.endpointPath, madeIn: generation)
                return Response(content.response(to: ContentConditions(request.headers)))
            }
        }
    }

    /// Returns the responder for all routes. No route may be added afterwards.
    func responder() -> RouterResponder<ShopRequestContext> {
        wrongMethods.set(allowed)
        return router.buildResponder()
    }
}

/// Routes to a service that a shop may lack, in which case all of them respond with `refusal`.
struct ServiceRoutes<Service: Sendable> {
    typealias Answer = @Sendable (Service) -> (Request) async throws -> Response
    /// A handler that also reads path parameters.
    typealias PathAnswer = @Sendable (Service) -> (Request, ShopRequestContext) async throws -> Response

    let routes: Routes
    let service: Service?
    let refusal: Refusal

    /// Adds a GET handler whose content is cached.
    func getShared(
        _ path: String, _ answer: @escaping @Sendable (Service) -> () async throws -> PublicAnswer
    ) {
        routes.getShared(path) { [service, refusal] _, _ in
            guard let service else { throw refusal }
            return try await answer(service)()
        }
    }

    func get(_ path: String, _ answer: @escaping Answer) { add(.get, path, answer) }
    func post(_ path: String, _ answer: @escaping Answer) { add(.post, path, answer) }
    func put(_ path: String, _ answer: @escaping Answer) { add(.put, path, answer) }

    func get(_ path: String, _ answer: @escaping PathAnswer) { add(.get, path, answer) }
    func post(_ path: String, _ answer: @escaping PathAnswer) { add(.post, path, answer) }
    func put(_ path: String, _ answer: @escaping PathAnswer) { add(.put, path, answer) }
    func patch(_ path: String, _ answer: @escaping PathAnswer) { add(.patch, path, answer) }

    private func add(_ method: HTTPRequest.Method, _ path: String, _ answer: @escaping Answer) {
        add(method, path) { service in { request, _ in try await answer(service)(request) } }
    }

    private func add(_ method: HTTPRequest.Method, _ path: String, _ answer: @escaping PathAnswer) {
        routes.add(method, path) { [service, refusal] request, context in
            guard let service else { throw refusal }
            return try await answer(service)(request, context)
        }
    }
}

extension Routes {
    func to<Service: Sendable>(_ service: Service?, else refusal: Refusal) -> ServiceRoutes<Service> {
        ServiceRoutes(routes: self, service: service, refusal: refusal)
    }
}

extension ShopRequestContext {
    /// Returns the path parameter `name`, percent-decoded. Returns `nil` if it cannot be decoded.
    func text(_ name: String) -> String? { parameters.get(name)?.removingPercentEncoding }
}

/// Converts the errors that routes throw into error responses.
private struct RefusalAnswers: RouterMiddleware {
    let wrongMethods: WrongMethods

    func handle(
        _ request: Request, context: ShopRequestContext,
        next: (Request, ShopRequestContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as any RefusingError {
            return error.refusal.response
        } catch is HTTPError {
            // The router itself throws only if no route matches.
            return await wrongMethods.refusal(of: request, context).response
        } catch {
            return Refusal.internalFault.response
        }
    }
}

/// Finds out why no route matches a request: whether its path has a route for other methods. Clients hardly ever send
/// such requests, and these routes are most of all routes, so they are created with the first such request.
final class WrongMethods: Sendable {
    private struct State {
        var allowed: [String: Set<HTTPRequest.Method>] = [:]
        var responder: RouterResponder<ShopRequestContext>?
    }

    private let state = NIOLockedValueBox(State())

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
        // A path of any name is nothing that other methods are for.
        for (path, allowed) in allowed where !path.hasPrefix("/:") {
            let refusal = Refusal.wrongMethod(allowed: Routes.methods.filter(allowed.contains))
            let path = RouterPath(path)
            for method in Routes.methods where !allowed.contains(method) {
                router.on(path, method: method) { _, _ -> Response in throw refusal }
            }
        }
        return router.buildResponder()
    }
}

struct ShopRequestContext: RequestContext {
    typealias Source = ShopRequestSource

    var coreContext: CoreRequestContextStorage
    let channel: any Channel
    let client: ClientAddress

    init(source: ShopRequestSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
        client = source.client
    }
}

struct ShopRequestSource: RequestContextSource {
    let channel: any Channel
    let client: ClientAddress
    let logger: Logger
}
