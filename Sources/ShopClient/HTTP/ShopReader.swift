import Domain
import Foundation
import ShopHTTP

/// Fetches values other than sections from the shop at an address.
struct ShopReader: Sendable {
    let client: HTTPClient
    let credentials: Credentials
    let limits: HTTPLimits
    /// Evaluated for each request; `nil` means there is no shop.
    let address: @Sendable () async -> ShopAddress?

    /// Fetches the value at `path`, which is appended to the shop's address unchanged. Returns soon after its task is
    /// cancelled, with any failure.
    func get<Value: Decodable>(
        _ path: String, for audience: SectionDefinition.Audience
    ) async throws(FetchFailure) -> Value {
        guard let url = await address()?.url(forPath: path) else { throw .unreachable }
        let answer = try await client.get(url, headers: credentials.headers(for: audience), limits: limits)
        guard answer.status == 200 else { throw .status(answer.status) }
        do {
            return try JSONDecoder().decode(Value.self, from: answer.json())
        } catch let error as SectionBodyError {
            throw .body(error)
        } catch let error as DecodingError {
            throw .body(SectionBodyError(error))
        } catch {
            throw .body(.notJSON)
        }
    }

    /// Returns the result of `fetch`, with the thrown error as the failure.
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
