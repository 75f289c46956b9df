import Foundation

/// A range of IP addresses in CIDR notation, as in `10.0.0.0/8` (RFC 4632, 3.1; RFC 4291, 2.3).
public struct AddressRange: Hashable, Sendable {
    private let address: [UInt8]
    private let bits: Int

    /// Creates a range from CIDR notation. Returns `nil` if the text is not a valid range.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let address = AddressRange.bytes(of: String(parts[0])), let bits = Int(parts[1]),
            (0...address.count * 8).contains(bits)
        else { return nil }
        self.address = address
        self.bits = bits
    }

    /// Creates a range of one single address. Returns `nil` if `text` is a host name.
    public init?(address text: String) {
        guard let address = AddressRange.bytes(of: text) else { return nil }
        self.address = address
        bits = address.count * 8
    }

    /// Whether `host` is an address in the range. Host names are not resolved and never match.
    public func contains(_ host: String) -> Bool {
        guard let other = AddressRange.bytes(of: host), other.count == address.count else { return false }
        return (0..<bits).allSatisfy { bit in
            let mask: UInt8 = 0x80 >> UInt8(bit % 8)
            return address[bit / 8] & mask == other[bit / 8] & mask
        }
    }

    private static let loopback = ["127.0.0.0/8", "::1/128"].compactMap { AddressRange($0) }

    /// Whether `host`, a name or an address without brackets, always refers to this machine.
    public static func isLoopback(_ host: String) -> Bool {
        host.lowercased() == "localhost" || loopback.contains { $0.contains(host) }
    }

    /// Returns the 4 or 16 bytes of an IP address, or `nil` if `text` is a host name.
    public static func bytes(of text: String) -> [UInt8]? {
        // The system's function reads no further than a NUL.
        guard !text.utf8.contains(0) else { return nil }
        for (family, size) in [(AF_INET, 4), (AF_INET6, 16)] {
            var bytes = [UInt8](repeating: 0, count: size)
            if inet_pton(family, text, &bytes) == 1 { return bytes }
        }
        return nil
    }
}

/// A guest of another machine, on whose behalf a program on the server's machine makes requests. The server believes it
/// if the program shows the token that both read from private files.
public struct ForwardedGuest: Sendable {
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
