import Foundation
import Hummingbird
import Storage

/// The shop's routes. Modules add theirs; all other methods at those paths are refused.
final class Routes {
    typealias Answer = @Sendable (Request, ShopRequestContext) async throws -> Response
    /// Returns the response to a GET request under the given conditions, without waiting and with data no older than
    /// the request. Returns `nil` if the route's `Answer` has to be called.
    typealias ImmediateAnswer = @Sendable (ContentConditions) -> BufferedResponse?

    /// The methods that are defined by HTTP itself (RFC 9110, 9.3; RFC 5789).
    static let methods: [HTTPRequest.Method] = [
        .get, .head, .post, .put, .patch, .delete, .options, .trace, .connect,
    ]

    private let router = Router(context: ShopRequestContext.self, options: .autoGenerateHeadEndpoints)
    /// The added methods, by path.
    private(set) var allowed: [String: Set<HTTPRequest.Method>] = [:]
    /// The immediate answers by path, for paths without parameters.
    private(set) var immediateAnswers: [String: ImmediateAnswer] = [:]

    private let wrongMethods = WrongMethods()

    init() { router.add(middleware: RefusalAnswers(wrongMethods: wrongMethods)) }

    /// Returns the method's name for logs and metrics. Unknown methods share one name, because clients can make up any
    /// number of them.
    static func name(of method: HTTPRequest.Method) -> String { methods.contains(method) ? method.rawValue : "other" }

    /// Adds a handler of `method` at `path`. A handler of GET also answers HEAD.
    func add(_ method: HTTPRequest.Method, _ path: String, _ answer: @escaping Answer) {
        router.on(RouterPath(path), method: method, use: answer)
        allowed[path, default: []].formUnion(method == .get ? [.get, .head] : [method])
    }

    func get(_ path: String, _ answer: @escaping Answer) { add(.get, path, answer) }

    /// Adds a GET handler of a path that can often be answered immediately.
    func get(_ path: String, at once: @escaping ImmediateAnswer, else answer: @escaping Answer) {
        add(.get, path, answer)
        immediateAnswers[path] = once
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

    func get(_ path: String, _ answer: @escaping Answer) { add(.get, path, answer) }
    func post(_ path: String, _ answer: @escaping Answer) { add(.post, path, answer) }
    func put(_ path: String, _ answer: @escaping Answer) { add(.put, path, answer) }

    func get(_ path: String, _ answer: @escaping PathAnswer) { add(.get, path, answer) }
    func post(_ path: String, _ answer: @escaping PathAnswer) { add(.post, path, answer) }
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
