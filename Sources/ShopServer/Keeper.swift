import Domain
import Hummingbird

/// Authenticates the shop's keeper by a bearer token.
struct Keeper: Sendable {
    /// The keeper's token; `nil` if the shop has none, in which case every token is rejected.
    let token: Secret?

    /// Whether the request carries the keeper's token.
    func asks(_ request: Request) -> Bool { (try? admit(request)) != nil }

    /// Throws `Refusal` unless the request carries the keeper's token.
    func admit(_ request: Request) throws {
        let parts = (request.headers[.authorization] ?? "").split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { throw Refusal.noToken }
        guard let token, token.matches(String(parts[1])) else { throw Refusal.wrongToken }
    }
}

extension Refusal {
    fileprivate static let noToken = Refusal(
        status: .unauthorized, sentence: "This is for the keeper: it needs the keeper's token.",
        fields: [.wwwAuthenticate: "Bearer"])
    fileprivate static let wrongToken = Refusal(status: .forbidden, sentence: "This is not the keeper's token.")
}
