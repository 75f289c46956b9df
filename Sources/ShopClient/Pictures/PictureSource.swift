import Domain
import Foundation
import ShopHTTP

/// A source of the bytes of pictures.
public struct PictureSource: Sendable {
    /// Fetches the bytes at this address, unless the validator still matches them. Returns soon after its task is
    /// cancelled.
    let fetch: @Sendable (PictureAddress, PictureValidator?) async throws(FetchFailure) -> PictureAnswer
    /// Returns a permanent name for the picture, independent of the address that the shop has today.
    let name: @Sendable (PictureAddress) -> String

    public init(
        name: @escaping @Sendable (PictureAddress) -> String,
        fetch: @escaping @Sendable (PictureAddress, PictureValidator?) async throws(FetchFailure) -> PictureAnswer
    ) {
        self.name = name
        self.fetch = fetch
    }

    /// The limits of an answer's size and time.
    public static let limits = HTTPLimits(bodyBytes: 5 << 20)

    /// Returns a source over HTTP. `shop` is a permanent name of the shop; `address` returns its current address, or
    /// `nil` if it has none.
    public static func http(
        client: HTTPClient, shop: String, limits: HTTPLimits = PictureSource.limits,
        address: @escaping @Sendable () async -> ShopAddress?
    ) -> PictureSource {
        PictureSource(
            name: { picture in
                switch picture {
                case .absolute(let url): url.absoluteString
                case .relative(let path): "\(shop)/\(path)"
                }
            },
            fetch: { picture, validator async throws(FetchFailure) in
                guard let url = await address()?.url(for: picture) else { throw .unreachable }
                var headers = ["Accept": "image/jpeg, image/png"]
                if let validator { headers[validator.header] = validator.value }
                let answer = try await client.get(url, headers: headers, limits: limits)
                switch answer.status {
                case 200, 203: return .bytes(answer.body, PictureValidator(answer))
                case 304 where validator != nil: return .unchanged
                default: throw answer.failure
                }
            })
    }
}

/// A source's answer to a request for a picture.
public enum PictureAnswer: Sendable {
    /// The bytes still match the validator.
    case unchanged
    /// All bytes, and the validator for the next request.
    case bytes(Data, PictureValidator?)
}

/// A validator of a picture's bytes, with the request header that it is sent in.
public struct PictureValidator: Hashable, Sendable {
    let header: String
    let value: String

    /// Creates the validator of an answer. Returns `nil` if the answer has none.
    init?(_ answer: HTTPAnswer) {
        let ways = [("ETag", "If-None-Match"), ("Last-Modified", "If-Modified-Since")]
        let known = ways.lazy.compactMap { told, asked in answer.sendableHeader(told).map { (asked, $0) } }.first
        guard let known else { return nil }
        (header, value) = known
    }
}

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
