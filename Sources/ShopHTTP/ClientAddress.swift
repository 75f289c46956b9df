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
