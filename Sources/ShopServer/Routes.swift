import Hummingbird
import ShopModels

/// What the shop answers at which path.
enum Routes {
    /// The methods that HTTP itself defines (RFC 9110, 9.3; RFC 5789).
    static let methods: [HTTPRequest.Method] = [
        .get, .head, .post, .put, .patch, .delete, .options, .trace, .connect,
    ]

    static func responder(serving shelf: MenuShelf) -> RouterResponder<BasicRequestContext> {
        let router = Router(context: BasicRequestContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: RefusalAnswers())
        for section in SectionID.menu {
            guard let file = shelf[section] else { continue }
            router.read("/\(section.path)") { request in file.response(to: request) }
        }
        router.read("/health") { _ in
            Response(status: .ok, json: ["status": "ok", "version": ShopVersion.current])
        }
        return router.buildResponder()
    }
}

extension Router<BasicRequestContext> {
    /// Answers GET and HEAD at `path` and refuses the other methods there.
    fileprivate func read(_ path: String, _ answer: @escaping @Sendable (Request) throws -> Response) {
        let path = RouterPath(path)
        let allowed: [HTTPRequest.Method] = [.get, .head]
        get(path) { request, _ in try answer(request) }
        for method in Routes.methods where !allowed.contains(method) {
            on(path, method: method) { _, _ -> Response in throw Refusal.wrongMethod(allowed: allowed) }
        }
    }
}

/// Turns what a route throws into an answer that says so.
private struct RefusalAnswers: RouterMiddleware {
    func handle(
        _ request: Request, context: BasicRequestContext,
        next: (Request, BasicRequestContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let refusal as Refusal {
            return refusal.response
        } catch is HTTPError {
            // The router itself throws only where no route fits.
            let known = Routes.methods.contains(request.method)
            return (known ? Refusal.unknownPath : Refusal.unknownMethod).response
        } catch {
            return Refusal.internalFault.response
        }
    }
}

extension SectionFile {
    /// The section, or 304 where the client has it already; compressed where the client takes that.
    fileprivate func response(to request: Request) -> Response {
        var fields: HTTPFields = [.eTag: tag.text, .cacheControl: "no-cache", .vary: "Accept-Encoding"]
        if let known = request.headers[.ifNoneMatch], tag.isNamed(in: known) {
            return Response(status: .notModified, headers: fields)
        }
        fields[.contentType] = "application/json; charset=utf-8"
        guard let compressed, AcceptEncoding(request.headers[.acceptEncoding]).takesGzip else {
            return Response(status: .ok, headers: fields, body: ResponseBody(byteBuffer: plain))
        }
        fields[.contentEncoding] = "gzip"
        return Response(status: .ok, headers: fields, body: ResponseBody(byteBuffer: compressed))
    }
}
