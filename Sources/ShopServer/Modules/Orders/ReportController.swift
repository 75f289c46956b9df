import Domain
import Foundation
import Hummingbird
import Storage

/// Tells the keeper what was sold.
struct ReportController: Sendable {
    private let keeper: Keeper
    /// What time it is where the shop stands.
    private let clock: @Sendable () -> Date
    private let reports: SharedLists<Day>

    /// Orders that are read at once, so that others need not wait long.
    private static let page = 1_000

    init(store: any Store, keeper: Keeper, clock: @escaping @Sendable () -> Date) {
        self.keeper = keeper
        self.clock = clock
        reports = SharedLists(in: store)
    }

    /// The answer to `GET /reports/day`.
    func day(_ request: Request) async throws -> Response {
        try keeper.admit(request)
        let zone = TimeZone.current
        guard let day = request.uri.queryParameters["date"].map({ Day(dashed: String($0)) }) ?? Day(here: clock()),
            let times = day.times(in: zone)
        else { throw Refusal.notADate }
        return try await reports.response(to: request, of: day) { store in
            var builder = SalesReportBuilder(in: zone)
            var last: Order?
            repeat {
                let page = try await store.read { [last] reader in
                    try reader.orders(placedIn: times, behind: last, limit: ReportController.page)
                }
                for order in page { builder.add(order) }
                last = page.last
            } while last != nil
            return DayReport(date: day, report: builder.report)
        }
    }
}
