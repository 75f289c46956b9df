import Foundation

/// The address of a picture, parsed from a shop's data.
public enum PictureAddress: Hashable, Sendable {
    /// A URL on any server, over http or https.
    case absolute(URL)
    /// A path below the shop's own address; percent-encoded, without a leading slash.
    case relative(String)

    private static let longest = 2_048

    /// Parses an address. Returns `nil` if it is empty, too long, of another scheme, or leaves the shop's path with
    /// `..`.
    public init?(_ text: String) {
        guard !text.isEmpty, text.utf8.count <= PictureAddress.longest,
            text.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F })
        else { return nil }
        let name = text.prefix { $0 != ":" && $0 != "/" && $0 != "?" && $0 != "#" }
        if name.endIndex < text.endIndex, text[name.endIndex] == ":" {
            guard ["http", "https"].contains(name.lowercased()), let url = URL(string: text),
                url.host?.isEmpty == false, url.user == nil, url.password == nil
            else { return nil }
            self = .absolute(url)
        } else {
            guard let path = PictureAddress.path(text) else { return nil }
            self = .relative(path)
        }
    }

    private static func path(_ text: String) -> String? {
        let whole = text.drop { $0 == "/" }
        let path = whole.prefix { $0 != "?" && $0 != "#" }
        let decoded = path.removingPercentEncoding ?? String(path)
        guard !path.isEmpty, !decoded.split(separator: "/").contains("..") else { return nil }
        let rest = String(whole.prefix { $0 != "#" })
        // Existing percent escapes stay as they are; everything else is encoded.
        return rest.addingPercentEncoding(
            withAllowedCharacters: .urlQueryAllowed.union(CharacterSet(charactersIn: "%")))
    }
}

extension ShopAddress {
    /// Returns the URL of a picture of this shop, or `nil` if its address cannot form one.
    public func url(for picture: PictureAddress) -> URL? {
        switch picture {
        case .absolute(let url): url
        case .relative(let path): URL(string: "\(description)/\(path)")
        }
    }
}
