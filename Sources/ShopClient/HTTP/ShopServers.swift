import Foundation
import ShopHTTP

/// Where a shop is served: at one address, or at several of which any will do.
public struct ShopServers: Hashable, Sendable, CustomStringConvertible {
    /// At least one, each once. The first names the shop: what this device keeps of it is kept under that name.
    public let addresses: [ShopAddress]

    /// Reads addresses that a person typed, with commas between them. Throws `ShopAddressError` of the first that is wrong.
    public init(_ text: String) throws(ShopAddressError) {
        var addresses: [ShopAddress] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let address = try ShopAddress(part.trimmingCharacters(in: .whitespaces))
            if !addresses.contains(address) { addresses.append(address) }
        }
        guard addresses.count <= ServerGroup.mostServers else { throw ShopAddressError(.tooMany, text) }
        self.addresses = addresses
    }

    public var shop: ShopAddress { addresses[0] }

    public var description: String { addresses.map(\.description).joined(separator: ",") }

    /// A client that asks any of them what the shop is asked. Which one it begins with depends on `terminal` alone, so that
    /// many terminals share the servers out among them.
    public func client(
        for terminal: UUID, environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> HTTPClient {
        HTTPClient(
            servers: ServerGroup(addresses.map(\.description), first: Int(terminal.uuid.15)), environment: environment)
    }
}
