import Domain
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
        reports = context.store.map { ReportController(store: $0, keeper: context.keeper, clock: context.clock) }
        messages = context.store.map { MessagesController(store: $0, keeper: context.keeper) }
    }

    var keeperSections: [SectionID] { board == nil ? [] : SectionID.board + [.undeliveredOrders] }

    var terminalSection: TerminalSection? {
        guard guests != nil else { return nil }
        return TerminalSection(section: .myOrders) { try $0.orderSessions(changedAfter: $1) }
    }

    func addRoutes(to routes: Routes) {
        let guests = routes.to(guests, else: .noOrders)
        guests.post("/orders", OrderController.take)
        guests.get("/orders/mine", OrderController.mine)
        guests.get("/orders/:id", OrderController.show)
        guests.post("/orders/:id/cancellation", OrderController.cancel)
        let board = routes.to(board, else: .noOrders)
        board.get("/orders", BoardController.list)
        board.patch("/orders/:id", BoardController.move)
        for state in OrderState.allCases {
            board.get("/\(state.board.path)") { board in { try await board.section(state, $0) } }
        }
        let messages = routes.to(messages, else: .noOrders)
        messages.get("/orders/undelivered", MessagesController.list)
        messages.post("/orders/resends", MessagesController.resend)
        routes.to(reports, else: .noOrders).get("/reports/day", ReportController.day)
    }
}
