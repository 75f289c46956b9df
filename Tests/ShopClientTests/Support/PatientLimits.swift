import ShopClient
import ShopHTTP

extension HTTPLimits {
    /// Those of the shop for writing, with time for a machine that does much else: for tests that are not about time.
    static let patient = HTTPLimits(
        bodyBytes: WriteSender.limits.bodyBytes, idle: .seconds(100), deadline: .seconds(100))
}
