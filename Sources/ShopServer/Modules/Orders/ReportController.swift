import Domain
import Foundation
import Hummingbird
import Storage

/// Provides sales reports for the keeper.
struct ReportController: Sendable {
    private let keeper: Keeper
    /// Returns the current time at the shop.
    private let clock: @Sendable () -> Date
    private let reports: SharedLists<Day>

    /// The number of orders read in one transaction. Small, so that other transactions do not wait long.
    private static let page = 1_000

    init(store: any Store, keeper: Keeper, clock: @escaping @Sendable () -> Date) {
        self.keeper = keeper
        self.clock = clock
        reports = SharedLists(in: store)
    }

    /// Responds to `GET /reports/day`.
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
