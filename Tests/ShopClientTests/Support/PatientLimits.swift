import ShopClient
import ShopHTTP

extension HTTPLimits {
    /// The shop's limits for writes with timeouts for a busy machine, for tests that do not test timing.
    static let patient = HTTPLimits(
        bodyBytes: WriteSender.limits.bodyBytes, idle: .seconds(100), deadline: .seconds(100))
}
