import Domain
import Foundation
import ShopHTTP

/// A source of the dishes' detail pages; tests substitute their own.
public struct DetailSource: Sendable {
    /// Fetches the detail page of the dish with this detail hash. Returns soon after its task is cancelled, with any
    /// failure.
    public let fetch: @Sendable (_ detailHash: String) async throws(FetchFailure) -> DishDetail

    public init(fetch: @escaping @Sendable (_ detailHash: String) async throws(FetchFailure) -> DishDetail) {
        self.fetch = fetch
    }

    /// Limits for a page of text and URLs; a larger body is refused.
    public static let limits = HTTPLimits(bodyBytes: 1 << 20)

    /// Returns a source of the pages of the shop at `address`, which is evaluated at each fetch; `nil` means there is
    /// no shop.
    public static func http(
        client: HTTPClient, address: @escaping @Sendable () async -> ShopAddress?, limits: HTTPLimits = limits
    ) -> DetailSource {
        DetailSource { hash async throws(FetchFailure) in
            guard let url = await address()?.url(forDetail: hash) else { throw .unreachable }
            let answer = try await client.get(url, limits: limits)
            guard answer.status == 200 else { throw .status(answer.status) }
            do throws(SectionBodyError) {
                return try DishDetail.read(answer.body, charset: answer.charset)
            } catch {
                throw .body(error)
            }
        }
    }

    /// A source without pages.
    public static let none = DetailSource { _ async throws(FetchFailure) in throw .unreachable }
}
