import Domain
import Foundation
import ShopHTTP

/// The servers of a shop: one, or several equivalent ones.
public struct ShopServers: Hashable, Sendable, CustomStringConvertible {
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
        guard addresses.count <= ServerGroup.maxServers else { throw ShopAddressError(.tooMany, text) }
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
