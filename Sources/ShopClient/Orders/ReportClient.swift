import Domain
import Foundation
import ShopHTTP

/// Which closing of the till is asked for.
public enum ClosingChoice: Hashable, Sendable {
    case number(Int)
    case last
    /// What a closing would hold now.
    case next
}

/// A requested closing. Its idempotency key makes repeated sending have one effect.
public struct ClosingDraft: Hashable, Sendable {
    public let key: UUID
    /// What was counted in the till; `nil` if nobody counted.
    public let cash: Won?

    public init(key: UUID, cash: Won?) { (self.key, self.cash) = (key, cash) }
}

public enum ClosingOutcome: Hashable, Sendable {
    /// The closing; `nil` if the answer could not be read.
    case closed(Closing?)
    /// Nothing was sold since the last one.
    case nothingToClose
    case refused(status: Int)
    /// There was no usable answer, so it is unknown whether it closed.
    case unanswered(FetchFailure)

    init(_ result: WriteResult<Closing>) {
        switch result {
        case .made(let closing): self = .closed(closing)
        case .refused(409, _): self = .nothingToClose
        case .refused(let status, _), .later(let status, _): self = .refused(status: status)
        case .unanswered(let failure): self = .unanswered(failure)
        }
    }
}

public typealias ClosingReport = WriteReport<ClosingDraft, ClosingOutcome>

/// The keeper's reports and closings; tests substitute their own. Fails with the status 401 or 403 for anybody else.
public struct ReportClient: Sendable {
    /// Fetches the report of a day; `nil` means today in the shop's time zone.
    public let day: @Sendable (Day?) async -> Result<DayReport, FetchFailure>
    /// Fetches a closing; `nil` if there is no such one.
    public let closing: @Sendable (ClosingChoice) async -> Result<Closing?, FetchFailure>
    /// Closes the till. Returns soon after its task is cancelled, with any outcome.
    public let close: @Sendable (ClosingDraft) async -> ClosingOutcome

    public init(
        day: @escaping @Sendable (Day?) async -> Result<DayReport, FetchFailure> = { _ in .failure(.unreachable) },
        closing: @escaping @Sendable (ClosingChoice) async -> Result<Closing?, FetchFailure> = { _ in
            .failure(.unreachable)
        },
        close: @escaping @Sendable (ClosingDraft) async -> ClosingOutcome = { _ in .unanswered(.unreachable) }
    ) {
        (self.day, self.closing, self.close) = (day, closing, close)
    }

    /// A client without a shop.
    public static let none = ReportClient()

    public static func http(
        client: HTTPClient, credentials: Credentials, limits: HTTPLimits = WriteSender.limits,
        address: @escaping @Sendable () async -> ShopAddress?
    ) -> ReportClient {
        let reads = ShopReader(client: client, credentials: credentials, limits: limits, address: address)
        let sender = WriteSender(client: client, keeper: credentials.keeper, limits: limits, address: address)
        return ReportClient { day in
            await reads.result { reader throws(FetchFailure) in
                try await reader.get("reports/day" + (day.map { "?date=\($0.dashed)" } ?? ""), for: .keeper)
            }
        } closing: { choice in
            await reads.result { reader throws(FetchFailure) in try await choice.fetch(from: reader) }
        } close: { draft in
            ClosingOutcome(await sender.send(draft.write(session: credentials.session.id)))
        }
    }
}

extension ClosingChoice {
    fileprivate func fetch(from reader: ShopReader) async throws(FetchFailure) -> Closing? {
        switch self {
        case .last:
            let list: ClosingList = try await reader.get("reports/closings?limit=1", for: .keeper)
            return list.closings.first
        case .number(let number): return try await closing("\(number)", orStatus: 404, from: reader)
        case .next: return try await closing("next", orStatus: 409, from: reader)
        }
    }

    /// Returns the closing of that path, or `nil` if the shop answers with the status `none`.
    private func closing(
        _ path: String, orStatus none: Int, from reader: ShopReader
    ) async throws(FetchFailure) -> Closing? {
        do throws(FetchFailure) {
            return try await reader.get("reports/closings/\(path)", for: .keeper)
        } catch {
            if error == .status(none) { return nil }
            throw error
        }
    }
}

extension ClosingDraft {
    fileprivate func write(session: UUID) -> KeyedWrite {
        KeyedWrite(
            key: key, session: session, path: "reports/closings", body: ClosingRequest(cashCounted: cash),
            isKeepers: true)
    }
}
