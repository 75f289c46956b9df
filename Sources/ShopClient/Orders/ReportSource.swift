import Domain
import ShopHTTP

/// Where the keeper's reports come from; tests put one of their own in its place.
public struct ReportSource: Sendable {
    /// What was ordered on a day, `nil` meaning today where the shop stands; a status of 401 or 403 for anybody but the
    /// keeper.
    public let fetch: @Sendable (Day?) async -> Result<DayReport, FetchFailure>

    public init(fetch: @escaping @Sendable (Day?) async -> Result<DayReport, FetchFailure>) { self.fetch = fetch }

    /// No reports anywhere.
    public static let none = ReportSource { _ in .failure(.unreachable) }

    /// Of the shop at `address`.
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
