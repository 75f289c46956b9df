import Domain
import Foundation
import ShopHTTP

/// The URL that orders are announced to. Whoever knows it can post there, so it is treated as a secret and never shown.
public struct WebhookAddress: Sendable {
    private let url: Secret

    /// Parses an http or https URL, ignoring white space around it. `nil` for anything else.
    public init?(_ text: String) {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), let parts = URLComponents(string: text),
            ["http", "https"].contains(parts.scheme?.lowercased()), parts.host?.isEmpty == false,
            URL(string: text)?.host?.isEmpty == false
        else { return nil }
        url = Secret(text)
    }

    /// Returns the request that posts `body`. Never `nil`, because the URL was validated before.
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
