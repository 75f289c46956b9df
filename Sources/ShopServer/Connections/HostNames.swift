import Domain

/// The names that the server accepts in `Host`.
///
/// Protects against DNS rebinding, in which a web page makes its own name resolve to this machine's loopback address:
/// requests under such a name are rejected. So are requests from pages of other sites, which are recognised by
/// `Origin`.
struct HostNames: Sendable {
    /// The accepted names in lower case; `nil` if any name is accepted.
    private let names: Set<String>?

    /// The names of a server that listens at `host` and is also known as `names`. If `host` is not loopback and `names`
    /// is empty, all names are accepted.
    init(listeningAt host: String, names: [String]) {
        let isBounded = AddressRange.isLoopback(host) || !names.isEmpty
        self.names = isBounded ? Set((names + [host]).map { $0.lowercased() }) : nil
    }

    /// Whether the host of `authority`, such as `shop.local:8080`, is a name of the server or of loopback.
    func contains(_ authority: String) -> Bool {
        guard let names else { return true }
        guard let host = HostNames.host(of: authority) else { return false }
        return names.contains(host) || AddressRange.isLoopback(host)
    }

    /// Whether `origin` is the server's own origin when it is addressed as `authority`.
    static func isOwn(_ origin: String, of authority: String) -> Bool {
        ["http://", "https://"].contains { origin.lowercased() == $0 + authority.lowercased() }
    }

    /// Returns the host of `authority` in lower case, without brackets; `nil` if anything but a port follows it.
    private static func host(of authority: String) -> String? {
        let authority = authority.lowercased()
        let isBracketed = authority.hasPrefix("[")
        let end = isBracketed ? authority.firstIndex(of: "]") : authority.firstIndex(of: ":") ?? authority.endIndex
        guard let end else { return nil }
        let host = isBracketed ? authority[..<end].dropFirst() : authority[..<end]
        let rest = isBracketed ? authority[end...].dropFirst() : authority[end...]
        guard rest.isEmpty || rest.first == ":" && rest.dropFirst().allSatisfy({ $0.isASCII && $0.isNumber }) else {
            return nil
        }
        return String(host)
    }
}
