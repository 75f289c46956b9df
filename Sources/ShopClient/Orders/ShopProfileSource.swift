import Domain
import Foundation
import ShopHTTP

/// A source of what the shop says of itself; tests substitute their own.
public struct ShopProfileSource: Sendable {
    /// Fetches the profile. Returns `nil` if the shop cannot be reached, and the defaults if it says nothing of itself.
    public let fetch: @Sendable () async -> ShopProfile?

    public init(fetch: @escaping @Sendable () async -> ShopProfile?) { self.fetch = fetch }

    /// A source without a shop.
    public static let none = ShopProfileSource { nil }

    /// Returns a source that also has this terminal forget what the shop's profile says is kept no longer.
    public func forgetting(in queue: OrderQueue, _ carts: CartStore?) -> ShopProfileSource {
        ShopProfileSource {
            let profile = await fetch()
            if let profile {
                let time = Date.now - Double(profile.keepGuestDataDays) * 24 * 3_600
                queue.forget(storedBefore: time)
                carts?.forget(storedBefore: time)
            }
            return profile
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
                return error == .status(404) ? ShopProfile() : nil
            }
        }
    }
}
