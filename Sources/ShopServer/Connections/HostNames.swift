import ShopHTTP

/// The names that the server accepts in `Host`.
///
/// Protects against DNS rebinding, in which a web page makes its own name resolve to this machine's loopback address:
/// requests under such a name are rejected. So are requests from pages of other sites, which are recognised by
/// `Origin`.
struct HostNames: Sendable {
    private static let loopback = ["127.0.0.0/8", "::1/128"].compactMap { AddressRange($0) }

    /// The accepted names in lower case; `nil` if any name is accepted.
    private let names: Set<String>?

    /// The names of a server that listens at `host` and is also known as `names`. If `host` is not loopback and `names`
    /// is empty, all names are accepted.
    init(listeningAt host: String, names: [String]) {
        let isBounded = HostNames.isLoopback(host) || !names.isEmpty
        self.names = isBounded ? Set((names + [host]).map { $0.lowercased() }) : nil
    }

    /// Whether `host`, a name or an address without brackets, always refers to this machine.
    static func isLoopback(_ host: String) -> Bool {
        host.lowercased() == "localhost" || loopback.contains { $0.contains(host) }
    }

    /// Whether the host of `authority`, such as `shop.local:8080`, is a name of the server or of loopback.
    func contains(_ authority: String) -> Bool {
        guard let names else { return true }
        let host = HostNames.host(of: authority)
        return names.contains(host) || HostNames.isLoopback(host)
    }

    /// Whether `origin` is the server's own origin when it is addressed as `authority`.
    static func isOwn(_ origin: String, of authority: String) -> Bool {
        ["http://", "https://"].contains { origin.lowercased() == $0 + authority.lowercased() }
    }

    private static func host(of authority: String) -> String {
        let authority = authority.lowercased()
        if authority.hasPrefix("[") { return String(authority.dropFirst().prefix { $0 != "]" }) }
        return String(authority.prefix { $0 != ":" })
    }
}
