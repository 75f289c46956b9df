import Domain

/// A guest of another machine, on whose behalf a program on the server's machine makes requests. The server believes it
/// if the program shows the token that both read from private files.
public struct ForwardedGuest: Sendable {
    /// The header field with the token.
    public static let tokenField = "Banchan-Guest-Token"

    /// The header fields that name the guest: `Forwarded` (RFC 7239) with the address, and the token.
    public let fields: [String: String]

    /// Creates the guest at the IP address in `text`, without its zone if it has one. Returns `nil` if it is none.
    public init?(at text: String, token: Secret) {
        let address = String(text.prefix { $0 != "%" })
        guard let bytes = AddressRange.bytes(of: address) else { return nil }
        let name = bytes.count == 4 ? address : "\"[\(address)]\""
        fields = ["Forwarded": "for=\(name)", ForwardedGuest.tokenField: token.revealed]
    }
}
