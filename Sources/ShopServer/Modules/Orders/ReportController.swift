import Domain
import Foundation
import Hummingbird
import Storage

/// Provides the reports of business days for the keeper, who also closes the till.
struct ReportController: Sendable {
    private let keeper: Keeper
    private let days: ShopDays
    private let store: any Store
    private let printers: KitchenPrinters
    private let reports: SharedLists<BusinessDay>

    /// A day as the shop counts its days; another zone or start makes it another one.
    private struct BusinessDay: Hashable {
        let day: Day
        let calendar: BusinessCalendar
    }

    init(store: any Store, keeper: Keeper, days: ShopDays, printers: KitchenPrinters) {
        (self.store, self.keeper, self.days, self.printers) = (store, keeper, days, printers)
        reports = SharedLists(in: store)
    }

    private var books: Books { Books(store: store, zone: days.calendar.zone) }

    func day(_ request: Request) async throws -> Response {
        try keeper.admit(request)
        let calendar = days.calendar
        let asked = request.uri.queryParameters["date"].map { Day(dashed: String($0)) }
        guard let day = try asked ?? days.today() else { throw Refusal.notADate }
        return try await reports.response(to: request, of: BusinessDay(day: day, calendar: calendar)) { store in
            DayReport(
                date: day, ends: calendar.times(of: day)?.upperBound,
                report: try await Books(store: store, zone: calendar.zone).report(of: day))
        }
    }

    /// Responds to `POST /reports/closings`.
    func close(_ request: Request) async throws -> Response {
        try keeper.admit(request)
        let asked = try await request.body(as: ClosingRequest.self, or: .notAClosing)
        guard asked.cashCounted.map({ Closing.cash.contains($0.amount) }) ?? true else { throw Refusal.notAClosing }
        let key = IdempotencyKey(
            try request.idempotencyKey(), call: [request.method.rawValue, request.uri.path], of: asked)
        let (now, destinations) = (days.clock(), printers.printing(.closings).map(\.destination))
        let closed = try await store.transaction { transaction in
            try transaction.answerOnce(to: key, at: now) {
                try transaction.close(cashCounted: asked.cashCounted, announcedTo: destinations, at: now)
            }
        }
        printers.wake()
        return Response(status: closed.isNew ? .created : .ok, json: try await closing(closed.answer))
    }

    /// Responds to `GET /reports/closings`.
    func closings(_ request: Request) async throws -> Response {
        try keeper.admit(request)
        let page = try OrderPageQuery(request)
        let count = try await store.read { try $0.lastClosing()?.number } ?? 0
        let newest = min(count, (page.before ?? .max) - 1)
        var closings: [Closing] = []
        for number in stride(from: newest, to: max(0, newest - page.limit), by: -1) {
            closings.append(try await closing(number))
        }
        return Response(to: request, ownList: ClosingList(closings, count: count))
    }

    /// Responds to `GET /reports/closings/{number}`.
    func closing(_ request: Request, _ context: ShopRequestContext) async throws -> Response {
        try keeper.admit(request)
        guard let number = context.parameters.get("number", as: Int.self) else { throw Refusal.unknownClosing }
        return Response(to: request, ownList: try await closing(number))
    }

    /// Responds to `GET /reports/closings/next` with what a closing would hold now.
    func nextClosing(_ request: Request) async throws -> Response {
        try keeper.admit(request)
        let now = days.clock()
        let next = try await store.read { try $0.nextClosing(cashCounted: nil, at: now) }
        return Response(to: request, ownList: next.closing(try await books.report(of: next)))
    }

    private func closing(_ number: Int) async throws -> Closing {
        guard let closing = try await books.closing(number) else { throw Refusal.unknownClosing }
        return closing
    }
}

extension Refusal {
    private static let cash = Closing.cash
    fileprivate static let notAClosing = Refusal(
        status: .badRequest,
        sentence: "The body does not say what to close: JSON, with cash_counted if the till was counted, a number from "
            + "\(cash.lowerBound) to \(cash.upperBound).")
    fileprivate static let unknownClosing = Refusal(
        status: .notFound, sentence: "There is no closing of this number.")
}

extension NothingToClose: RefusingError {
    var refusal: Refusal {
        let since = last.map { "since closing \($0)" } ?? "yet"
        return Refusal(status: .conflict, sentence: "Nothing was sold \(since).")
    }
}
