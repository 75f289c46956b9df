import Domain
import Foundation
import ShopHTTP

/// Fetches values that are no sections from the shop at an address.
struct ShopReader: Sendable {
    let client: HTTPClient
    let credentials: Credentials
    let limits: HTTPLimits
    /// Asked for each time; `nil` where there is no shop.
    let address: @Sendable () async -> ShopAddress?

    /// The value at `path`, which stands below the shop's address as it is. Returns soon after its task is cancelled, with
    /// any failure.
    func get<Value: Decodable>(
        _ path: String, for audience: SectionDefinition.Audience
    ) async throws(FetchFailure) -> Value {
        guard let url = await address()?.url(forPath: path) else { throw .unreachable }
        let answer = try await client.get(url, headers: credentials.headers(for: audience), limits: limits)
        guard answer.status == 200 else { throw .status(answer.status) }
        do {
            return try JSONDecoder().decode(Value.self, from: answer.body)
        } catch let error as DecodingError {
            throw .body(SectionBodyError(error))
        } catch {
            throw .body(.notJSON)
        }
    }

    /// What `fetch` comes to.
    func result<Value: Sendable>(
        _ fetch: @Sendable (ShopReader) async throws(FetchFailure) -> Value
    ) async -> Result<Value, FetchFailure> {
        do throws(FetchFailure) {
            return .success(try await fetch(self))
        } catch {
            return .failure(error)
        }
    }
}
