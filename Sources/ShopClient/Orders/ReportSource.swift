import Domain
import ShopHTTP

/// A source of the keeper's reports; tests substitute their own.
public struct ReportSource: Sendable {
    /// Fetches the report of a day; `nil` means today in the shop's time zone. Fails with the status 401 or 403 for
    /// anybody but the keeper.
    public let fetch: @Sendable (Day?) async -> Result<DayReport, FetchFailure>

    public init(fetch: @escaping @Sendable (Day?) async -> Result<DayReport, FetchFailure>) { self.fetch = fetch }

    /// A source without reports.
    public static let none = ReportSource { _ in .failure(.unreachable) }

    /// Returns a source of the reports of the shop at `address`.
    public static func http(
        client: HTTPClient, credentials: Credentials, limits: HTTPLimits = WriteSender.limits,
        address: @escaping @Sendable () async -> ShopAddress?
    ) -> ReportSource {
        let reads = ShopReader(client: client, credentials: credentials, limits: limits, address: address)
        return ReportSource { day in
            await reads.result { reader throws(FetchFailure) in
                try await reader.get("reports/day" + (day.map { "?date=\($0.dashed)" } ?? ""), for: .keeper)
            }
        }
    }
}
