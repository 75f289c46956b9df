import Domain
import Foundation
import TerminalText

/// A section of the menu that the user added.
public struct OwnSection: Hashable, Sendable {
    /// Where its dishes come from, in the menu's wire format.
    public enum Place: Hashable, Sendable {
        /// Below the address of the shop's server.
        case path(String)
        /// Anywhere else: the shop's server has nothing to do with it.
        case address(URL)
    }

    /// What the file calls it.
    public let name: String
    public let heading: SectionHeading
    public let place: Place

    public init(name: String, heading: SectionHeading, place: Place) {
        self.name = name
        self.heading = heading
        self.place = place
    }

    /// More would hide the shop's own.
    static let most = 32
    private static let longestAddress = 2_048

    /// The place at `path` below the shop's address; `nil` where there can be none: it climbs, or is an address.
    static func place(path: String) -> Place? {
        let path = path.drop { $0 == "/" }
        let names = path.split(separator: "/", omittingEmptySubsequences: false)
        guard !path.isEmpty, path.utf8.count <= longestAddress, isPlain(path), !path.contains("://"),
            !path.contains(where: { "?#%\\".contains($0) }), !names.contains(where: { ["", ".", ".."].contains($0) })
        else { return nil }
        return .path(String(path))
    }

    /// The place at `address`, of http or https and without a name or a password in it; `nil` for any other.
    static func place(address: String) -> Place? {
        guard address.utf8.count <= longestAddress, isPlain(address), let parts = URLComponents(string: address),
            ["http", "https"].contains(parts.scheme?.lowercased()), parts.user == nil, parts.password == nil,
            parts.fragment == nil, parts.host?.isEmpty == false,
            parts.rangeOfPort == nil || parts.port.map({ (1...65_535).contains($0) }) == true, let url = parts.url
        else { return nil }
        return .address(url)
    }

    private static func isPlain(_ text: some StringProtocol) -> Bool {
        text.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F }
    }
}

extension OwnSection.Place {
    /// As it is told to people: what follows a question mark may be a secret.
    public var label: String {
        switch self {
        case .path(let path): path
        case .address(let url): url.absoluteString.replacing(/\?.*/, with: "?...")
        }
    }
}
