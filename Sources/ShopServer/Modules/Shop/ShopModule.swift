import Domain
import Foundation
import Hummingbird
import Storage

/// What the shop says of itself in its own file: its days, how guests get an order, and what they are asked; and its
/// printers.
struct ShopModule: ServerModule {
    private let shop: LiveResource<ShopProfile>
    private let printers: KitchenPrinters
    private let tickets: TicketController?

    init(_: Void, _ context: ServerContext) {
        (shop, printers) = (context.shop, context.printers)
        tickets = context.store.map {
            TicketController(store: $0, keeper: context.keeper, printers: context.printers)
        }
    }

    static let files = [ShopFile.name]

    let sections: [SectionID] = [.shop]

    var keeperSections: [SectionID] { tickets == nil ? [] : [.printers] }

    /// The store keeps the profile itself: whoever reads the orders without a server asks it for the shop's days.
    var contents: [SectionID: String] { [.shop: String(decoding: Response.encode(shop.value), as: UTF8.self)] }

    func reload() {
        shop.reload()
        printers.reload()
    }

    func addRoutes(to routes: Routes) {
        routes.getShared("/shop") { _, _ in .lasting(content) }
        let tickets = routes.to(tickets, else: .noOrders)
        tickets.get("/printers", TicketController.list)
        tickets.post("/orders/:id/tickets", TicketController.print)
    }

    private var content: EncodedContent { EncodedContent(json: Response.encode(shop.value)) }
}

/// Tells the keeper of the printers, and prints orders again.
struct TicketController: Sendable {
    let store: any Store
    let keeper: Keeper
    let printers: KitchenPrinters

    /// Responds to `GET /printers`.
    func list(_ request: Request) async throws -> Response {
        try keeper.admit(request)
        return Response(to: request, ownList: try await store.read { try $0.printers() })
    }

    /// Responds to `POST /orders/{id}/tickets`.
    func print(_ request: Request, _ context: ShopRequestContext) async throws -> Response {
        try keeper.admit(request)
        let id = try context.orderNumber()
        let asked = try await request.body(as: PrinterNames.self, or: .notPrinters)
        let key = IdempotencyKey(
            try request.idempotencyKey(), call: [request.method.rawValue, request.uri.path], of: asked)
        let queued = try await store.transaction { transaction in
            try transaction.answerOnce(to: key, at: .now) {
                guard try transaction.order(id) != nil else { throw OrderFailure.unknown }
                return PrinterNames(printers: try transaction.printAgain(order: id, on: asked.printers))
            }
        }
        printers.wake()
        return Response(status: .ok, json: queued.answer)
    }
}

extension Refusal {
    fileprivate static let notPrinters = Refusal(
        status: .badRequest,
        sentence: "The body does not name printers: JSON with printers, a list of names, or without.")
}
