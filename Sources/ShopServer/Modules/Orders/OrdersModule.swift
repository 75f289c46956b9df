import Domain
import Foundation
import Hummingbird
import Storage

/// The orders of all counters, which guests place and follow, and whose states the keeper changes.
struct OrdersModule: ServerModule {
    private let guests: OrderController?
    private let board: BoardController?
    private let reports: ReportController?
    private let messages: MessagesController?

    init(_: Void, _ context: ServerContext) {
        guests = context.orders.map { OrderController(orders: $0, keeper: context.keeper) }
        board = context.orders.map { BoardController(orders: $0, keeper: context.keeper) }
        reports = context.store.map {
            ReportController(store: $0, keeper: context.keeper, days: context.days, printers: context.printers)
        }
        messages = context.store.map { MessagesController(store: $0, keeper: context.keeper) }
    }

    var keeperSections: [SectionID] { board == nil ? [] : SectionID.board + [.undeliveredOrders] }

    var terminalSection: TerminalSection? {
        guard guests != nil else { return nil }
        return TerminalSection(section: .myOrders) { try $0.orderSessions(changedAfter: $1) }
    }

    func addRoutes(to routes: Routes) {
        let guests = routes.to(guests, else: .noOrders)
        guests.post("/orders", OrderController.place)
        guests.get("/orders/mine", OrderController.mine)
        guests.get("/orders/:id", OrderController.show)
        guests.post("/orders/:id/cancellation", OrderController.cancel)
        let board = routes.to(board, else: .noOrders)
        board.get("/orders", BoardController.list)
        board.patch("/orders/:id", BoardController.move)
        board.patch("/orders/:id/lines", BoardController.reduce)
        board.put("/orders/:id/payment", BoardController.pay)
        for state in OrderState.allCases {
            board.get("/\(state.board.path)") { board in { try await board.section(state, $0) } }
        }
        let messages = routes.to(messages, else: .noOrders)
        messages.get("/orders/undelivered", MessagesController.list)
        messages.post("/orders/resends", MessagesController.resend)
        let reports = routes.to(reports, else: .noOrders)
        reports.get("/reports/day", ReportController.day)
        reports.get("/reports/closings", ReportController.closings)
        reports.get("/reports/closings/next", ReportController.nextClosing)
        reports.get("/reports/closings/:number", ReportController.closing)
        reports.post("/reports/closings", ReportController.close)
    }
}

/// Lets the keeper list the messages that are held up, and resend them.
struct MessagesController: Sendable {
    let store: any Store
    let keeper: Keeper

    func list(_ request: Request) async throws -> Response {
        try keeper.admit(request)
        return Response(to: request, ownList: try await store.read { try $0.undeliveredOrders() })
    }

    /// Responds to `POST /orders/resends`.
    func resend(_ request: Request) async throws -> Response {
        try keeper.admit(request)
        let asked = try await request.body(as: OrderNumbers.self, or: .notNumbers)
        let key = IdempotencyKey(
            try request.idempotencyKey(), call: [request.method.rawValue, request.uri.path], of: asked)
        let resent = try await store.transaction { transaction in
            try transaction.answerOnce(to: key, at: .now) {
                OrderNumbers(orders: try transaction.resendFailed(orders: asked.orders))
            }
        }
        return Response(status: .ok, json: resent.answer)
    }
}

extension Refusal {
    fileprivate static let notNumbers = Refusal(
        status: .badRequest, sentence: "The body does not name orders: JSON with orders, a list of numbers, or without."
    )
}
