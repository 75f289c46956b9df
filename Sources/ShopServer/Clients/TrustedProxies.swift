import Domain

/// Those whose statements about the original client are trusted: proxies by their addresses, and programs on this
/// machine that serve remote guests, by a token.
struct TrustedProxies: Sendable {
    let ranges: [AddressRange]
    /// The token that a program on this machine shows to name its guest's address; `nil` if none may.
    var guestToken: Secret?

    private static let loopback = ["127.0.0.0/8", "::1/128", "::ffff:127.0.0.0/104"].compactMap { AddressRange($0) }

    func contains(_ address: String) -> Bool { ranges.contains { $0.contains(address) } }

    /// Whether a program at `address` may name a guest, if it shows the token.
    func mayNameClients(_ address: String) -> Bool {
        guestToken != nil && TrustedProxies.loopback.contains { $0.contains(address) }
    }

    /// Returns the client of a request on a connection from `peer`; `field` returns the values of the request's header
    /// field of that name.
    ///
    /// Behind a trusted proxy, this is the last address in `Forwarded` (RFC 7239) or `X-Forwarded-For` that is not itself a
    /// trusted proxy. Most proxies write one of them and pass on what a client wrote in the other: if they name different
    /// clients, the request counts as the proxy's. For a program on this machine that shows the guest token, it is the
    /// last address in `Forwarded`; a wrong token is ignored.
    func client(at peer: String?, field: (String) -> [String]) -> ClientAddress {
        guard let peer else { return .unknown }
        let own = ClientAddress(peer) ?? .unknown
        if let guest = guest(of: peer, field) { return guest }
        guard !ranges.isEmpty, contains(peer) else { return own }
        let named = [field("Forwarded").map(TrustedProxies.senders), field("X-Forwarded-For")].compactMap(lastForeign)
        let clients = Set(named.map { ClientAddress($0) ?? own })
        return clients.count == 1 ? clients.first ?? own : own
    }

    /// Returns the last of the addresses in the values of a field that is not a trusted proxy; `nil` if there is none.
    private func lastForeign(_ values: [String]) -> String? {
        values.flatMap { $0.split(separator: ",") }.map { TrustedProxies.address(in: $0) }.last { !contains($0) }
    }

    /// Returns the guest that a program at `peer` names; `nil` if it names none or must not.
    private func guest(of peer: String, _ field: (String) -> [String]) -> ClientAddress? {
        guard let guestToken, mayNameClients(peer) else { return nil }
        let tokens = field(ForwardedGuest.tokenField)
        guard tokens.count == 1, guestToken.matches(tokens[0]) else { return nil }
        let named = field("Forwarded").map(TrustedProxies.senders).flatMap { $0.split(separator: ",") }
        return named.last.flatMap { ClientAddress(TrustedProxies.address(in: $0)) }
    }

    /// Returns the `for=` values of all elements as a comma-separated list.
    private static func senders(_ field: String) -> String {
        let elements = field.split(separator: ",").map { element in
            let pairs = element.split(separator: ";").map { $0.trimmed }
            return pairs.first { $0.lowercased().hasPrefix("for=") }.map { String($0.dropFirst(4)) } ?? "unknown"
        }
        return elements.joined(separator: ",")
    }

    /// Returns the address without quotes, brackets and port, as in `"[2001:db8::1]:4711"` or `192.0.2.1:4711`.
    private static func address(in text: Substring) -> String {
        let text = text.filter { $0 != "\"" && $0 != " " && $0 != "\t" }
        if text.hasPrefix("[") { return String(text.dropFirst().prefix { $0 != "]" }) }
        let hasPort = text.count { $0 == ":" } == 1
        return hasPort ? String(text.prefix { $0 != ":" }) : text
    }
}

/// The address that identifies a client: an IPv4 address, or the first 64 bits of an IPv6 address, which belong to one
/// customer. Limits for one address count by it.
public struct ClientAddress: Hashable, Sendable, CustomStringConvertible {
    private static let mappedPrefix: [UInt8] = Array(repeating: 0, count: 10) + [0xff, 0xff]
    private static let networkBytes = 8

    private let bytes: [UInt8]

    /// Parses an IP address, without its zone if it has one; `nil` for any other text.
    public init?(_ text: String) {
        guard let bytes = AddressRange.bytes(of: String(text.prefix { $0 != "%" })) else { return nil }
        if bytes.count == 4 {
            self.bytes = bytes
        } else if bytes.starts(with: ClientAddress.mappedPrefix) {
            self.bytes = Array(bytes.suffix(4))
        } else {
            self.bytes = Array(bytes.prefix(ClientAddress.networkBytes))
        }
    }

    private init() { bytes = [] }

    public var description: String {
        switch bytes.count {
        case 4: bytes.map { "\($0)" }.joined(separator: ".")
        case ClientAddress.networkBytes:
            stride(from: 0, to: bytes.count, by: 2)
                .map { String(Int(bytes[$0]) << 8 | Int(bytes[$0 + 1]), radix: 16) }.joined(separator: ":") + "::/64"
        default: "unknown"
        }
    }

    /// The client address used if the real one is not known.
    public static let unknown = ClientAddress()
}
