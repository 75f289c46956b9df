import Foundation
import Hummingbird
import Storage

/// What the shop answers at which path. Modules add their routes; methods that nobody added are refused.
final class Routes {
    typealias Answer = @Sendable (Request, ShopRequestContext) async throws -> Response
    /// The answer to a GET with those fields, told without waiting and no older than the asking; `nil` where the route's
    /// `Answer` has to be asked.
    typealias ImmediateAnswer = @Sendable (HTTPFields) -> BufferedResponse?

    /// The methods that HTTP itself defines (RFC 9110, 9.3; RFC 5789).
    static let methods: [HTTPRequest.Method] = [
        .get, .head, .post, .put, .patch, .delete, .options, .trace, .connect,
    ]

    private let router = Router(context: ShopRequestContext.self, options: .autoGenerateHeadEndpoints)
    /// The methods that were added, by path.
    private(set) var allowed: [String: Set<HTTPRequest.Method>] = [:]
    /// By the path, in which nothing is a parameter.
    private(set) var immediateAnswers: [String: ImmediateAnswer] = [:]

    init() { router.add(middleware: RefusalAnswers()) }

    /// What the method is called where many are told apart: anybody can make up another one.
    static func name(of method: HTTPRequest.Method) -> String { methods.contains(method) ? method.rawValue : "other" }

    /// Answers `method` at `path`; HEAD as well where it is GET.
    func add(_ method: HTTPRequest.Method, _ path: String, _ answer: @escaping Answer) {
        router.on(RouterPath(path), method: method, use: answer)
        allowed[path, default: []].formUnion(method == .get ? [.get, .head] : [method])
    }

    func get(_ path: String, _ answer: @escaping Answer) { add(.get, path, answer) }

    /// The same where there often is an answer at once.
    func get(_ path: String, at once: @escaping ImmediateAnswer, else answer: @escaping Answer) {
        add(.get, path, answer)
        immediateAnswers[path] = once
    }

    /// What answers all of this. Nothing may be added afterwards.
    func responder() -> RouterResponder<ShopRequestContext> {
        for (path, allowed) in allowed {
            let refusal = Refusal.wrongMethod(allowed: Routes.methods.filter(allowed.contains))
            for method in Routes.methods where !allowed.contains(method) {
                router.on(RouterPath(path), method: method) { _, _ -> Response in throw refusal }
            }
        }
        return router.buildResponder()
    }
}

/// Routes to a service that a shop may be without: then all of them are refused.
struct ServiceRoutes<Service: Sendable> {
    typealias Answer = @Sendable (Service) -> (Request) async throws -> Response
    /// One that reads parts of the path.
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
    /// The part of the path that the route calls `name`, decoded; `nil` where it cannot be.
    func text(_ name: String) -> String? { parameters.get(name)?.removingPercentEncoding }
}

/// Turns what a route throws into an answer that says so.
private struct RefusalAnswers: RouterMiddleware {
    func handle(
        _ request: Request, context: ShopRequestContext,
        next: (Request, ShopRequestContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as any RefusingError {
            return error.refusal.response
        } catch is HTTPError {
            // The router itself throws only where no route fits.
            let known = Routes.methods.contains(request.method)
            return (known ? Refusal.unknownPath : Refusal.unknownMethod).response
        } catch {
            return Refusal.internalFault.response
        }
    }
}
