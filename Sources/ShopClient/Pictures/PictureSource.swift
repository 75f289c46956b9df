import Domain
import Foundation
import Pictures
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
    public static let limits = HTTPLimits(bodyBytes: PictureDecoder.maxFetchedBytes)

    /// Returns a source over HTTP. `shop` is a permanent name of the shop; `address` returns its current address, or
    /// `nil` if it has none.
    public static func http(
        client: HTTPClient, shop: String, limits: HTTPLimits = PictureSource.limits,
        address: @escaping @Sendable () async -> ShopAddress?
    ) -> PictureSource {
        PictureSource(
            name: { picture in
                switch picture {
                case .absolute, .sameScheme: picture.description
                case .relative(let path): "\(shop)/\(path.drop { $0 == "/" })"
                }
            },
            fetch: { picture, validator async throws(FetchFailure) in
                guard let url = await address()?.url(for: picture) else { throw .unreachable }
                var headers = ["Accept": PictureFormat.decodable.map(\.mediaType).joined(separator: ", ")]
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

extension ShopAddress {
    /// Returns the URL of a picture of this shop, or `nil` if its address cannot form one.
    public func url(for picture: PictureAddress) -> URL? {
        guard case .relative(let path) = picture else {
            return URL(string: description).flatMap { picture.url(relativeTo: $0) }
        }
        return url(forPath: String(path.drop { $0 == "/" }))
    }
}
