import ShopHTTP

/// The names to which the server answers.
///
/// A page in a browser can have its own name lead to this machine's loopback address; what asks by such a name is no
/// guest of the shop. Nor is a page of another site, which says so in `Origin`.
struct HostNames: Sendable {
    private static let loopback = ["127.0.0.0/8", "::1/128"].compactMap { AddressRange($0) }

    /// In lower case; `nil` where any will do.
    private let names: Set<String>?

    /// Of a server that listens at `host`, and is called `names` besides. Beyond loopback all names are taken where none
    /// is given.
    init(listeningAt host: String, names: [String]) {
        let isBounded = HostNames.isLoopback(host) || !names.isEmpty
        self.names = isBounded ? Set((names + [host]).map { $0.lowercased() }) : nil
    }

    /// Whether `host`, a name or an address without brackets, is this machine and nothing else.
    static func isLoopback(_ host: String) -> Bool {
        host.lowercased() == "localhost" || loopback.contains { $0.contains(host) }
    }

    /// Whether `authority`, as in `shop.local:8080`, is a name of the server.
    func contains(_ authority: String) -> Bool {
        guard let names else { return true }
        let host = HostNames.host(of: authority)
        return names.contains(host) || HostNames.isLoopback(host)
    }

    /// Whether a page from `origin` is of the server that is asked as `authority`.
    static func isOwn(_ origin: String, of authority: String) -> Bool {
        ["http://", "https://"].contains { origin.lowercased() == $0 + authority.lowercased() }
    }

    private static func host(of authority: String) -> String {
        let authority = authority.lowercased()
        if authority.hasPrefix("[") { return String(authority.dropFirst().prefix { $0 != "]" }) }
        return String(authority.prefix { $0 != ":" })
    }
}
