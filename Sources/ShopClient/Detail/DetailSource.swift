import Domain
import Foundation
import ShopHTTP

/// Where the pages of dishes come from; tests put answers of their own in its place.
public struct DetailSource: Sendable {
    /// The page of the dish that the menu calls by that hash. Returns soon after its task is cancelled, with any failure.
    public let fetch: @Sendable (_ detailHash: String) async throws(FetchFailure) -> DishDetail

    public init(fetch: @escaping @Sendable (_ detailHash: String) async throws(FetchFailure) -> DishDetail) {
        self.fetch = fetch
    }

    /// A page of text and addresses; more bytes than this are a flood.
    public static let limits = HTTPLimits(bodyBytes: 1 << 20)

    /// Pages of the shop at `address`, which is asked for at each fetch; `nil` where there is none.
    public static func http(
        client: HTTPClient, address: @escaping @Sendable () async -> ShopAddress?, limits: HTTPLimits = limits
    ) -> DetailSource {
        DetailSource { hash async throws(FetchFailure) in
            guard let url = await address()?.url(forDetail: hash) else { throw .unreachable }
            let answer = try await client.get(url, limits: limits)
            guard answer.status == 200 else { throw .status(answer.status) }
            do throws(SectionBodyError) {
                return try DishDetail.read(answer.body)
            } catch {
                throw .body(error)
            }
        }
    }

    /// No pages anywhere.
    public static let none = DetailSource { _ async throws(FetchFailure) in throw .unreachable }
}
