import Domain
import Foundation
import ShopHTTP

/// Sends changes to the shop at an address.
public struct WriteSender: Sendable {
    let client: HTTPClient
    /// The keeper's token; `nil` for everybody else.
    let keeper: Secret?
    let limits: HTTPLimits
    /// Evaluated for each request; `nil` means there is no shop.
    let address: @Sendable () async -> ShopAddress?

    /// The default limits: short, because a guest waits for the answer.
    public static let limits = HTTPLimits(bodyBytes: 1 << 20, idle: .seconds(8), deadline: .seconds(8))

    public init(
        client: HTTPClient, keeper: Secret? = nil, limits: HTTPLimits = limits,
        address: @escaping @Sendable () async -> ShopAddress?
    ) {
        self.client = client
        self.keeper = keeper
        self.limits = limits
        self.address = address
    }

    /// Sends `write` and returns its result. Returns soon after its task is cancelled, with any result.
    func send<Made: Decodable & Sendable>(
        _ write: KeyedWrite, telling: Made.Type = Made.self
    ) async -> WriteResult<Made> {
        guard let body = write.body, let url = await address()?.url(forPath: write.path) else {
            return .unanswered(.unreachable)
        }
        do throws(FetchFailure) {
            let call = HTTPCall(write.method, url, headers: headers(of: write), body: body)
            return WriteResult(try await client.send(call, limits: limits))
        } catch {
            return .unanswered(error)
        }
    }

    private func headers(of write: KeyedWrite) -> [String: String] {
        var headers = WriteSender.headers(session: write.session, keeper: write.isKeepers ? keeper : nil)
        headers["Content-Type"] = "application/json"
        headers["Idempotency-Key"] = write.key.uuidString.lowercased()
        headers["If-Match"] = write.validator
        return headers
    }

    /// Returns the headers that identify the sender.
    static func headers(session: UUID, keeper: Secret?) -> [String: String] {
        var headers = ["Banchan-Session": session.uuidString.lowercased()]
        headers["Authorization"] = keeper.map { "Bearer \($0.revealed)" }
        return headers
    }
}
