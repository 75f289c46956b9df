import Domain
import Foundation
import ShopHTTP

/// Where orders are announced. Whoever knows the address may post there, so that it is a secret: it is sent to, and
/// never shown.
public struct WebhookAddress: Sendable {
    private let url: Secret

    /// Reads an http or https address; white space around it is tolerated. `nil` for anything else.
    public init?(_ text: String) {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), let parts = URLComponents(string: text),
            ["http", "https"].contains(parts.scheme?.lowercased()), parts.host?.isEmpty == false,
            URL(string: text)?.host?.isEmpty == false
        else { return nil }
        url = Secret(text)
    }

    /// The request that posts `body` there; `nil` never, since the address was read before.
    func call(posting body: Data) -> HTTPCall? {
        URL(string: url.revealed).map {
            HTTPCall(.post, $0, headers: ["Content-Type": "application/json; charset=utf-8"], body: body)
        }
    }
}

extension WebhookAddress: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { url.description }
    public var debugDescription: String { description }
    public var customMirror: Mirror { url.customMirror }
}
