import Foundation
import ShopHTTP

/// Where the bytes of pictures come from.
public struct PictureSource: Sendable {
    /// The bytes at that address, unless they are still what the validator stands for. Throws why there are none; returns
    /// soon after its task is cancelled.
    let fetch: @Sendable (PictureAddress, PictureValidator?) async throws(FetchFailure) -> PictureAnswer
    /// What names the picture for ever, wherever the shop listens today.
    let name: @Sendable (PictureAddress) -> String

    public init(
        name: @escaping @Sendable (PictureAddress) -> String,
        fetch: @escaping @Sendable (PictureAddress, PictureValidator?) async throws(FetchFailure) -> PictureAnswer
    ) {
        self.name = name
        self.fetch = fetch
    }

    /// Bytes that an answer may have, and the time that it may take.
    public static let limits = HTTPLimits(bodyBytes: 5 << 20)

    /// Pictures over HTTP. `shop` names the shop for ever; `address` says where it is, `nil` when it is nowhere.
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
                case 200: return .bytes(answer.body, PictureValidator(answer))
                case 304 where validator != nil: return .unchanged
                default: throw .status(answer.status)
                }
            })
    }
}

/// What a source says of a picture.
public enum PictureAnswer: Sendable {
    /// The bytes are those that the validator stood for.
    case unchanged
    /// All bytes, and what to ask with next time.
    case bytes(Data, PictureValidator?)
}

/// What stands for the bytes of a picture, and how it is asked with.
public struct PictureValidator: Hashable, Sendable {
    let header: String
    let value: String

    /// `nil` where the answer has none.
    init?(_ answer: HTTPAnswer) {
        let ways = [("ETag", "If-None-Match"), ("Last-Modified", "If-Modified-Since")]
        let known = ways.lazy.compactMap { told, asked in answer.sendableHeader(told).map { (asked, $0) } }.first
        guard let known else { return nil }
        (header, value) = known
    }
}
