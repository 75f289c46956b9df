import Domain
import Foundation
import Platform
import ShopHTTP
import TerminalText

/// The address of a shop: `http://host[:port][/base]`, or the same with https.
public struct ShopAddress: Hashable, Sendable, CustomStringConvertible {
    /// The address without a trailing slash, scheme and host in lower case, without the scheme's default port, so that
    /// two spellings of one address are equal.
    private let base: String

    /// Parses an address typed by a person. Trailing slashes are ignored. Throws `ShopAddressError`.
    public init(_ text: String) throws(ShopAddressError) {
        guard text.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F }),
            let parts = URLComponents(string: text)
        else { throw ShopAddressError(.unreadable, text) }
        // Checked first: a possible secret is reported, whatever else is wrong.
        guard parts.user == nil, parts.password == nil else { throw ShopAddressError(.user, text) }
        guard parts.query == nil, parts.fragment == nil else { throw ShopAddressError(.query, text) }
        guard let scheme = parts.scheme?.lowercased(), let standard = ShopAddress.ports[scheme] else {
            throw ShopAddressError(.scheme, text)
        }
        guard let host = parts.encodedHost?.lowercased(), !host.isEmpty else { throw ShopAddressError(.host, text) }
        // Foundation reports an out-of-range port as no port, not as an invalid one.
        let port = parts.rangeOfPort == nil ? standard : parts.port ?? 0
        guard (1...65_535).contains(port) else { throw ShopAddressError(.port, text) }
        base =
            "\(scheme)://\(host)\(port == standard ? "" : ":\(port)")\(parts.percentEncodedPath.withoutTrailingSlashes)"
        guard URL(string: base)?.host?.isEmpty == false else { throw ShopAddressError(.unreadable, text) }
    }

    private static let ports = ["http": 80, "https": 443]

    /// The full address, without a trailing slash.
    public var description: String { base }

    /// Returns the URL of `section`, or `nil` if its path cannot be part of a URL.
    public func url(for section: SectionID) -> URL? {
        section.path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed).flatMap { url(forPath: $0) }
    }

    /// Returns the URL of `path`, which must be percent-encoded, below the shop's address.
    func url(forPath path: String) -> URL? { URL(string: "\(base)/\(path)") }

    /// Returns the URL of the detail page of the dish with this hash, or `nil` if the hash is empty: that URL would be
    /// the menu's.
    public func url(forDetail hash: String) -> URL? {
        ShopAddress.segment(hash).flatMap { url(forPath: "woowa/detail/\($0)") }
    }

    /// Returns `text` encoded as one path segment: a slash or a dot in a hash cannot lead elsewhere. Returns `nil` if
    /// `text` is empty.
    static func segment(_ text: String) -> String? {
        text.isEmpty ? nil : text.addingPercentEncoding(withAllowedCharacters: plainLetters)
    }

    /// The URL of the shop's event stream, which reports the sections that changed.
    public var events: URL? { URL(string: "\(base)/events") }

    private static let plainLetters = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_~")
}

/// Why a text is not the address of a shop. Carries data only; the messages are written where it is shown.
public struct ShopAddressError: Error, Hashable, Sendable {
    public enum Reason: Hashable, Sendable {
        /// Not a URL, or one with spaces or control characters.
        case unreadable
        /// The scheme is missing, or neither http nor https.
        case scheme
        /// No host.
        case host
        /// Contains a user name or password, which a shop does not ask for and a process list would show.
        case user
        /// Contains a query or a fragment: the address of a page, not of a shop.
        case query
        /// A port outside 1...65535.
        case port
        /// More servers than are supported.
        case tooMany
    }

    public let reason: Reason
    /// The typed text without control characters; `nil` if it may contain a password or a token.
    public let text: PlainText?

    init(_ reason: Reason, _ text: String) {
        self.reason = reason
        self.text = ShopAddressError.mayHoldSecret(text) ? nil : PlainText(text)
    }

    /// Whether `text` has characters that introduce a user, a query or a fragment, even if it cannot be parsed.
    private static func mayHoldSecret(_ text: String) -> Bool {
        text.contains { "@?#".contains($0) } || text.lowercased().contains("%40")
    }
}

/// The servers of a shop: one, or several equivalent ones.
public struct ShopServers: Hashable, Sendable, CustomStringConvertible {
    /// The maximum number of servers.
    public static let maxCount = ServerGroup.maxServers

    /// The addresses, at least one and without duplicates. The first identifies the shop: this device stores its data
    /// under that address.
    public let addresses: [ShopAddress]

    /// Parses addresses typed by a person, separated by commas. Throws the `ShopAddressError` of the first invalid one.
    public init(_ text: String) throws(ShopAddressError) {
        var addresses: [ShopAddress] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let address = try ShopAddress(String(part.trimmed(where: \.isBlank)))
            if !addresses.contains(address) { addresses.append(address) }
        }
        guard addresses.count <= ShopServers.maxCount else { throw ShopAddressError(.tooMany, text) }
        self.addresses = addresses
    }

    public var shop: ShopAddress { addresses[0] }

    public var description: String { addresses.map(\.description).joined(separator: ",") }

    /// Returns a client that fails over between the servers. The server that it starts with depends on `terminal`
    /// alone, which spreads many terminals over the servers; with only one server, `terminal` is not evaluated. The
    /// servers are told the `guest` on whose behalf it makes its requests.
    public func client(
        for terminal: @autoclosure () -> UUID, guest: ForwardedGuest? = nil,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> HTTPClient {
        let first = addresses.count > 1 ? Int(terminal().uuid.15) : 0
        let servers = ServerGroup(addresses.map(\.description), first: first, guest: guest)
        return HTTPClient(servers: servers, environment: environment)
    }
}

/// The identity sent to a shop: the terminal's, and the keeper's token if there is one.
public struct Credentials: Sendable {
    public let session: TerminalSession
    /// The keeper's token; `nil` for everybody else.
    public let keeper: Secret?

    public init(session: TerminalSession, keeper: Secret? = nil) {
        self.session = session
        self.keeper = keeper
    }

    /// Returns the headers that identify the sender for content of this audience.
    func headers(for audience: SectionDefinition.Audience) -> [String: String] {
        switch audience {
        case .everybody: [:]
        case .terminal: WriteSender.headers(session: session.id, keeper: nil)
        case .keeper: WriteSender.headers(session: session.id, keeper: keeper)
        }
    }
}
