import Domain
import Foundation
import ShopHTTP
import TerminalText

/// A keeper's change to a dish. Its idempotency key makes repeated sending have one effect.
public struct DishDraft: Hashable, Sendable {
    public enum Change: Hashable, Sendable {
        case soldOut(Bool)
        case price(Won)
        /// Resets the price to that of the menu file.
        case filePrice
        /// Resets the availability to that of the menu file.
        case fileAvailability
        /// Sets how many are left.
        case count(Int)
        /// Resets the count to that of the menu file, which may count none.
        case fileCount
    }

    public let key: UUID
    public let hash: String
    public let title: PlainText
    public let titleInEnglish: PlainText?
    public let change: Change

    public init(key: UUID, hash: String, title: PlainText, titleInEnglish: PlainText? = nil, change: Change) {
        self.key = key
        self.hash = hash
        self.title = title
        self.titleInEnglish = titleInEnglish
        self.change = change
    }
}

public enum DishOutcome: Hashable, Sendable {
    /// The dish after the change; `nil` if the answer could not be read.
    case changed(KeeperDish?)
    case refused(status: Int)
    /// There was no usable answer, so it is unknown whether the dish changed.
    case unanswered(FetchFailure)

    public var isDone: Bool { if case .changed = self { true } else { false } }

    /// The dish after the change, if there was one and it could be read.
    public var dish: KeeperDish? { if case .changed(let dish) = self { dish } else { nil } }

    init(_ result: WriteResult<KeeperDish>) {
        switch result {
        case .made(let dish): self = .changed(dish)
        case .refused(let status, _), .later(let status, _): self = .refused(status: status)
        case .unanswered(let failure): self = .unanswered(failure)
        }
    }
}

public typealias DishReport = WriteReport<DishDraft, DishOutcome>

/// Fetches and changes dishes for the keeper; tests substitute their own.
public struct DishClient: Sendable {
    /// Fetches the dish with this hash; fails with the status 401 or 403 for anybody but the keeper.
    public let fetch: @Sendable (_ hash: String) async -> Result<KeeperDish, FetchFailure>
    /// Sends a change. Returns soon after its task is cancelled, with any outcome.
    public let send: @Sendable (DishDraft) async -> DishOutcome

    public init(
        fetch: @escaping @Sendable (_ hash: String) async -> Result<KeeperDish, FetchFailure>,
        send: @escaping @Sendable (DishDraft) async -> DishOutcome
    ) {
        self.fetch = fetch
        self.send = send
    }

    /// A client without a shop.
    public static let none = DishClient(
        fetch: { _ in .failure(.unreachable) }, send: { _ in .unanswered(.unreachable) })

    public static func http(
        client: HTTPClient, credentials: Credentials, limits: HTTPLimits = WriteSender.limits,
        address: @escaping @Sendable () async -> ShopAddress?
    ) -> DishClient {
        let writes = WriteSender(client: client, keeper: credentials.keeper, limits: limits, address: address)
        let reads = ShopReader(client: client, credentials: credentials, limits: limits, address: address)
        return DishClient(
            fetch: { hash in
                await reads.result { reader throws(FetchFailure) in
                    guard let segment = ShopAddress.segment(hash) else { throw .unreachable }
                    return try await reader.get("dishes/\(segment)", for: .keeper)
                }
            },
            send: { DishOutcome(await writes.send($0.write(session: credentials.session.id))) })
    }
}

extension DishDraft {
    fileprivate func write(session: UUID) -> KeyedWrite {
        func write(_ method: HTTPCall.Method, _ name: String, _ body: some Encodable) -> KeyedWrite {
            let path = "dishes/\(ShopAddress.segment(hash) ?? "")/\(name)"
            return KeyedWrite(key: key, session: session, method, path: path, body: body, isKeepers: true)
        }
        return switch change {
        case .soldOut(let isSoldOut): write(.put, "availability", DishAvailability(title: title, isSoldOut: isSoldOut))
        case .price(let price): write(.put, "price", DishPrice(title: title, price))
        case .filePrice: write(.delete, "price", [String: String]())
        case .fileAvailability: write(.delete, "availability", [String: String]())
        case .count(let count): write(.put, "count", DishCountChange(title: title, count))
        case .fileCount: write(.delete, "count", [String: String]())
        }
    }
}

/// A source of the dishes' detail pages; tests substitute their own.
public struct DetailSource: Sendable {
    /// Fetches the detail page of the dish with this detail hash. Returns soon after its task is cancelled, with any
    /// failure.
    public let fetch: @Sendable (_ detailHash: String) async throws(FetchFailure) -> DishDetail

    public init(fetch: @escaping @Sendable (_ detailHash: String) async throws(FetchFailure) -> DishDetail) {
        self.fetch = fetch
    }

    /// Limits for a page of text and URLs; a larger body is refused.
    public static let limits = HTTPLimits(bodyBytes: 1 << 20)

    /// Returns a source of the pages of the shop at `address`, which is evaluated at each fetch; `nil` means there is
    /// no shop.
    public static func http(
        client: HTTPClient, address: @escaping @Sendable () async -> ShopAddress?, limits: HTTPLimits = limits
    ) -> DetailSource {
        DetailSource { hash async throws(FetchFailure) in
            guard let url = await address()?.url(forDetail: hash) else { throw .unreachable }
            let answer = try await client.get(url, limits: limits)
            guard answer.isContent else { throw answer.failure }
            do throws(SectionBodyError) {
                return try DishDetail.read(answer.body, of: hash, charset: answer.charset)
            } catch {
                throw .body(error)
            }
        }
    }

    /// A source without pages.
    public static let none = DetailSource { _ async throws(FetchFailure) in throw .unreachable }
}
