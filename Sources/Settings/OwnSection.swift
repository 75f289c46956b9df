import Domain
import Foundation
import TerminalText

/// A section of the menu that the user has added.
public struct OwnSection: Hashable, Sendable {
    /// The source of the section's dishes, in the menu's wire format.
    public enum Source: Hashable, Sendable {
        /// A path below the address of the shop's server.
        case path(String)
        /// An address anywhere else, independent of the shop's server.
        case address(URL)
    }

    /// The section's name in the file.
    public let name: String
    public let heading: SectionHeading
    public let source: Source

    public init(name: String, heading: SectionHeading, source: Source) {
        self.name = name
        self.heading = heading
        self.source = source
    }

    /// The maximum number of sections: more would hide the shop's own.
    static let limit = 32
    private static let maxAddressLength = 2_048

    /// Returns the place at `path` below the shop's address, or `nil` if it is invalid, such as one with `..` or a
    /// whole address.
    static func source(path: String) -> Source? {
        let path = path.drop { $0 == "/" }
        let names = path.split(separator: "/", omittingEmptySubsequences: false)
        guard !path.isEmpty, path.utf8.count <= maxAddressLength, isPlain(path), !path.contains("://"),
            !path.contains(where: { "?#%\\".contains($0) }), !names.contains(where: { ["", ".", ".."].contains($0) })
        else { return nil }
        return .path(String(path))
    }

    /// Returns the place at `address`, or `nil` unless it is an HTTP or HTTPS address without user name, password and
    /// fragment.
    static func source(address: String) -> Source? {
        guard address.utf8.count <= maxAddressLength, isPlain(address), let parts = URLComponents(string: address),
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

extension OwnSection.Source {
    /// The place for display, without the query, which may be a secret.
    public var label: String {
        switch self {
        case .path(let path): path
        case .address(let url): url.absoluteString.replacing(/\?.*/, with: "?...")
        }
    }
}
