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
        reports = context.store.map { ReportController(store: $0, keeper: context.keeper, days: context.days) }
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
        routes.to(reports, else: .noOrders).get("/reports/day", ReportController.day)
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

/// Provides sales reports for the keeper.
struct ReportController: Sendable {
    private let keeper: Keeper
    private let days: ShopDays
    private let reports: SharedLists<BusinessDay>

    /// A day as the shop counts its days; another zone or start makes it another one.
    private struct BusinessDay: Hashable {
        let day: Day
        let calendar: BusinessCalendar
    }

    /// The number of orders read in one transaction. Small, so that other transactions do not wait long.
    private static let page = 1_000

    init(store: any Store, keeper: Keeper, days: ShopDays) {
        self.keeper = keeper
        self.days = days
        reports = SharedLists(in: store)
    }

    func day(_ request: Request) async throws -> Response {
        try keeper.admit(request)
        let calendar = days.calendar
        let asked = request.uri.queryParameters["date"].map { Day(dashed: String($0)) }
        guard let day = try asked ?? days.today() else { throw Refusal.notADate }
        return try await reports.response(to: request, of: BusinessDay(day: day, calendar: calendar)) { store in
            DayReport(date: day, report: try await ReportController.report(of: day, in: calendar, from: store))
        }
    }

    /// Sums up the day's orders as they were at its end, and what was booked on it for orders of earlier days.
    static func report(of day: Day, in calendar: BusinessCalendar, from store: any Store) async throws -> SalesReport {
        var builder = SalesReportBuilder(in: calendar.zone)
        try await pages { last, limit in
            let sales = try await store.read { try $0.sales(on: day, after: last, limit: limit) }
            for sale in sales { builder.add(sale.sale, at: sale.placedAt) }
            return sales.map(\.order)
        }
        try await pages { last, limit in
            let bookings = try await store.read { try $0.bookings(on: day, after: last, limit: limit) }
            for booking in bookings { builder.add(booking.before, changedTo: booking.after, at: booking.at) }
            return bookings.map(\.id)
        }
        return builder.report
    }

    /// Calls `add` for one page after the other, until one is not full. `add` gets the last number of the page before,
    /// and returns the page's numbers.
    private static func pages(_ add: (_ last: Int, _ limit: Int) async throws -> [Int]) async throws {
        var numbers: [Int] = []
        repeat { numbers = try await add(numbers.last ?? 0, page) } while numbers.count == page
    }
}
