import Domain
import Foundation
import ShopHTTP

/// A source of what the shop says of itself; tests substitute their own.
public struct ShopProfileSource: Sendable {
    /// Fetches the profile, and whether the shop takes orders now. Returns `nil` if the shop cannot be reached, and the
    /// defaults if it says nothing of itself.
    public let fetch: @Sendable () async -> PresentShop?

    public init(fetch: @escaping @Sendable () async -> PresentShop?) { self.fetch = fetch }

    /// A source without a shop.
    public static let none = ShopProfileSource { nil }

    /// Returns a source that tells `retention` what the shop says, and returns what the shop said last where it has not
    /// been reached yet.
    public func applied(to retention: GuestDataRetention) -> ShopProfileSource {
        ShopProfileSource {
            let present = await fetch()
            retention.apply(present?.profile)
            return present ?? retention.profileBeforeContact().map { PresentShop($0) }
        }
    }

    public static func http(
        client: HTTPClient, credentials: Credentials, limits: HTTPLimits = WriteSender.limits,
        address: @escaping @Sendable () async -> ShopAddress?
    ) -> ShopProfileSource {
        let reader = ShopReader(client: client, credentials: credentials, limits: limits, address: address)
        return ShopProfileSource {
            do throws(FetchFailure) {
                return try await reader.get(SectionID.shop.path, for: .everybody)
            } catch {
                return error == .status(404) ? PresentShop(ShopProfile()) : nil
            }
        }
    }
}
