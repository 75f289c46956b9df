import Foundation

/// Where a picture is, read from what a shop wrote.
public enum PictureAddress: Hashable, Sendable {
    /// On any server, over http or https.
    case absolute(URL)
    /// Below the shop's own address, as its sections are; percent-encoded, without a slash at the beginning.
    case relative(String)

    private static let longest = 2_048

    /// `nil` for what is no address of a picture: empty, endless, of another scheme, or one that climbs out of the shop.
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
        // What is encoded already stays as it is; all else is encoded.
        return rest.addingPercentEncoding(
            withAllowedCharacters: .urlQueryAllowed.union(CharacterSet(charactersIn: "%")))
    }
}

extension ShopAddress {
    /// Where a picture of this shop is fetched from; `nil` only for an address that cannot be.
    public func url(for picture: PictureAddress) -> URL? {
        switch picture {
        case .absolute(let url): url
        case .relative(let path): URL(string: "\(description)/\(path)")
        }
    }
}
