import Domain
import Hummingbird

/// Tells the shop's keeper from everybody else.
struct Keeper: Sendable {
    /// What the keeper shows; `nil` where the shop has none: then no token is the right one.
    let token: Secret?

    /// Whether the request shows the keeper's token.
    func asks(_ request: Request) -> Bool { (try? admit(request)) != nil }

    /// Throws `Refusal` for everybody but the keeper.
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
