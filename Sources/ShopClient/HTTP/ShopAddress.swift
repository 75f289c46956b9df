import Domain
import Foundation
import TerminalText

/// Where a shop is: `http://host[:port][/base]`, or the same with https.
public struct ShopAddress: Hashable, Sendable, CustomStringConvertible {
    /// Without a slash at the end; scheme and host in lower case, the scheme's own port left out, so that two
    /// spellings of one address are equal.
    private let base: String

    /// Reads what a person typed. A slash at the end is tolerated. Throws `ShopAddressError`.
    public init(_ text: String) throws(ShopAddressError) {
        guard text.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F }),
            let parts = URLComponents(string: text)
        else { throw ShopAddressError(.unreadable, text) }
        // First what may be a secret: it is to be told of, whatever else is wrong.
        guard parts.user == nil, parts.password == nil else { throw ShopAddressError(.user, text) }
        guard parts.query == nil, parts.fragment == nil else { throw ShopAddressError(.query, text) }
        guard let scheme = parts.scheme?.lowercased(), let usual = ShopAddress.ports[scheme] else {
            throw ShopAddressError(.scheme, text)
        }
        guard let host = parts.encodedHost?.lowercased(), !host.isEmpty else { throw ShopAddressError(.host, text) }
        // A port that is no number of this machine's is no port to Foundation, not a wrong one.
        let port = parts.rangeOfPort == nil ? usual : parts.port ?? 0
        guard (1...65_535).contains(port) else { throw ShopAddressError(.port, text) }
        let path = String(parts.percentEncodedPath.reversed().drop { $0 == "/" }.reversed())
        base = "\(scheme)://\(host)\(port == usual ? "" : ":\(port)")\(path)"
        guard URL(string: base)?.host?.isEmpty == false else { throw ShopAddressError(.unreadable, text) }
    }

    private static let ports = ["http": 80, "https": 443]

    /// As it is written in full, without a slash at the end.
    public var description: String { base }

    /// Where `section` is fetched from; `nil` only for a section whose path cannot stand in an address.
    public func url(for section: SectionID) -> URL? {
        section.path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed).flatMap { url(forPath: $0) }
    }

    /// What is at `path`, of encoded segments, below the shop's address.
    func url(forPath path: String) -> URL? { URL(string: "\(base)/\(path)") }

    /// Where the page of the dish of that hash is fetched from; `nil` for an empty one, which would name the menu.
    public func url(forDetail hash: String) -> URL? {
        ShopAddress.segment(hash).flatMap { url(forPath: "woowa/detail/\($0)") }
    }

    /// One segment of a path, whatever is in `text`: a slash or a dot in a hash leads nowhere else. `nil` for an empty
    /// one.
    static func segment(_ text: String) -> String? {
        text.isEmpty ? nil : text.addingPercentEncoding(withAllowedCharacters: plainLetters)
    }

    /// Where the shop tells which sections changed.
    public var events: URL? { URL(string: "\(base)/events") }

    private static let plainLetters = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_~")
}

/// Why a text is no address of a shop. Carries data only; the words are made where it is shown.
public struct ShopAddressError: Error, Hashable, Sendable {
    public enum Reason: Hashable, Sendable {
        /// Not an address at all, or with spaces or control characters in it.
        case unreadable
        /// Neither http nor https, or neither is said.
        case scheme
        /// No host.
        case host
        /// A name or a password in it, which a shop does not ask for and a list of processes would show.
        case user
        /// A query or a fragment: an address of a page, not of a shop.
        case query
        /// A port outside 1...65535.
        case port
        /// More servers than are tried.
        case tooMany
    }

    public let reason: Reason
    /// What was typed, made harmless; `nil` where there may be a password or a token in it.
    public let text: PlainText?

    init(_ reason: Reason, _ text: String) {
        self.reason = reason
        self.text = ShopAddressError.mayHoldSecret(text) ? nil : PlainText(text)
    }

    /// Whether something stands in `text` where names and passwords, queries and fragments do, even where it cannot be
    /// told apart into its parts.
    private static func mayHoldSecret(_ text: String) -> Bool {
        text.contains { "@?#".contains($0) } || text.lowercased().contains("%40")
    }
}
