import Foundation
import ShopHTTP

/// Where the bytes of pictures come from.
public struct PictureSource: Sendable {
    /// The bytes at that address. Throws why there are none; returns soon after its task is cancelled.
    let fetch: @Sendable (PictureAddress) async throws(FetchFailure) -> Data
    /// What names the picture for ever, wherever the shop listens today.
    let name: @Sendable (PictureAddress) -> String

    public init(
        name: @escaping @Sendable (PictureAddress) -> String,
        fetch: @escaping @Sendable (PictureAddress) async throws(FetchFailure) -> Data
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
            fetch: { picture async throws(FetchFailure) in
                guard let url = await address()?.url(for: picture) else { throw .unreachable }
                let answer = try await client.get(
                    url, headers: ["Accept": "image/jpeg, image/png"], limits: limits)
                guard answer.status == 200 else { throw .status(answer.status) }
                return answer.body
            })
    }
}
