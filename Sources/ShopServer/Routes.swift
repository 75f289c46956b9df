import Domain
import Foundation
import Hummingbird
import Storage

/// What the shop answers at which path.
enum Routes {
    /// The methods that HTTP itself defines (RFC 9110, 9.3; RFC 5789).
    static let methods: [HTTPRequest.Method] = [
        .get, .head, .post, .put, .patch, .delete, .options, .trace, .connect,
    ]

    static func responder(serving front: ShopServices, events: EventHub?) -> RouterResponder<ShopRequestContext> {
        let router = Router(context: ShopRequestContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: RefusalAnswers())
        addMenu(front, to: router)
        addOrders(front, to: router)
        addJuices(front, to: router)
        addDrinks(front, to: router)
        addEvents(events, to: router)
        addAvatars(front, to: router)
        router.get("/health") { _, _ in await front.health.response() }
        router.refuse(allBut: [.get, .head], at: "/health")
        return router.buildResponder()
    }

    private static func addMenu(_ front: ShopServices, to router: Router<ShopRequestContext>) {
        for section in SectionID.menu {
            router.read(RouterPath("/\(section.path)")) { request, _ in
                guard let file = front.menu.files[section] else { throw Refusal.unknownPath }
                return file.response(to: request)
            }
        }
        router.read("/woowa/detail/:hash") { request, context in
            guard let detail = context.text("hash").flatMap({ front.details[$0] }) else { throw Refusal.unknownPath }
            return detail.response(to: request)
        }
        router.read("/pictures/:file") { request, context in
            guard let picture = context.text("file").flatMap(front.pictures.picture) else { throw Refusal.unknownPath }
            return picture.response(to: request)
        }
    }

    private static func addOrders(_ front: ShopServices, to router: Router<ShopRequestContext>) {
        let path: RouterPath = "/orders"
        router.get(path) { request, _ -> Response in
            guard let keeper = front.keeper else { throw Refusal.noOrders }
            return try await keeper.list(request)
        }
        router.post(path) { request, _ -> Response in
            guard let orders = front.orders else { throw Refusal.noOrders }
            return try await orders.take(request)
        }
        router.refuse(allBut: [.get, .head, .post], at: path)
    }

    private static func addJuices(_ front: ShopServices, to router: Router<ShopRequestContext>) {
        router.get("/juice/menu") { request, _ in try await front.openJuices().menu(request) }
        router.refuse(allBut: [.get, .head], at: "/juice/menu")
        router.get("/juice/fruits") { request, _ in try await front.openJuices().fruits(request) }
        router.put("/juice/fruits") { request, _ -> Response in
            guard let room = front.stock else { throw Refusal.noJuiceBar }
            return try await room.restock(request)
        }
        router.refuse(allBut: [.get, .head, .put], at: "/juice/fruits")
        router.post("/juice/orders") { request, _ in try await front.openJuices().sell(request) }
        router.refuse(allBut: [.post], at: "/juice/orders")
    }

    private static func addAvatars(_ front: ShopServices, to router: Router<ShopRequestContext>) {
        router.read("/api/v2/pokemon/:number") { request, context in
            guard let avatars = front.avatars else { throw Refusal.noAvatars }
            return try avatars.facts(context.text("number"), to: request)
        }
        router.read("/sprites/:file") { request, context in
            guard let avatars = front.avatars else { throw Refusal.noAvatars }
            return try avatars.picture(context.text("file"), to: request)
        }
    }

    private static func addEvents(_ events: EventHub?, to router: Router<ShopRequestContext>) {
        let path: RouterPath = "/events"
        router.get(path) { request, context -> Response in
            guard let events else { throw Refusal.noEvents }
            return try events.answer(request, on: context.channel)
        }
        router.head(path) { _, _ -> Response in
            guard let events else { throw Refusal.noEvents }
            return events.head
        }
        router.refuse(allBut: [.get, .head], at: path)
    }
}

extension ShopServices {
    /// The juice bar. Throws `Refusal` where there is none.
    fileprivate func openJuices() throws -> JuiceController {
        guard let juices else { throw Refusal.noJuiceBar }
        return juices
    }
}

extension ShopRequestContext {
    /// The part of the path that the route calls `name`, decoded; `nil` where it cannot be.
    fileprivate func text(_ name: String) -> String? { parameters.get(name)?.removingPercentEncoding }
}

extension Router<ShopRequestContext> {
    /// Answers GET and HEAD at `path` and refuses the other methods there.
    fileprivate func read(
        _ path: RouterPath, _ answer: @escaping @Sendable (Request, ShopRequestContext) throws -> Response
    ) {
        get(path) { request, context in try answer(request, context) }
        refuse(allBut: [.get, .head], at: path)
    }

    func refuse(allBut allowed: [HTTPRequest.Method], at path: RouterPath) {
        for method in Routes.methods where !allowed.contains(method) {
            on(path, method: method) { _, _ -> Response in throw Refusal.wrongMethod(allowed: allowed) }
        }
    }
}

/// Turns what a route throws into an answer that says so.
private struct RefusalAnswers: RouterMiddleware {
    func handle(
        _ request: Request, context: ShopRequestContext,
        next: (Request, ShopRequestContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let refusal as Refusal {
            return refusal.response
        } catch let error as LedgerError {
            return Refusal(error).response
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
        guard !request.knows(tag) else { return Response(status: .notModified, headers: fields) }
        fields[.contentType] = "application/json; charset=utf-8"
        guard let compressed, AcceptEncoding(request.headers[.acceptEncoding]).takesGzip else {
            return Response(status: .ok, headers: fields, body: ResponseBody(byteBuffer: plain))
        }
        fields[.contentEncoding] = "gzip"
        return Response(status: .ok, headers: fields, body: ResponseBody(byteBuffer: compressed))
    }
}
