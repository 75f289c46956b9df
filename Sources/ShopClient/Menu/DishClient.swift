import Domain
import Foundation
import ShopHTTP
import TerminalText

/// What the keeper wants to change of a dish. However often it is sent, its key makes it one change.
public struct DishDraft: Hashable, Sendable {
    public enum Change: Hashable, Sendable {
        case soldOut(Bool)
        case price(Won)
        /// Back to what the menu's file says that it costs.
        case filePrice
        /// Back to what the menu's file says of whether it is sold out.
        case fileAvailability
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

/// What came of a change of a dish.
public enum DishOutcome: Hashable, Sendable {
    /// The dish as it is now, where that could be read.
    case changed(KeeperDish?)
    /// The shop does not do it, with this status.
    case refused(status: Int)
    /// The server did not answer, so that nobody knows whether it changed.
    case unanswered(FetchFailure)

    /// Whether what was wanted is done.
    public var isDone: Bool { if case .changed = self { true } else { false } }

    init(_ result: WriteResult<KeeperDish>) {
        switch result {
        case .made(let dish): self = .changed(dish)
        case .refused(let status, _), .later(let status, _): self = .refused(status: status)
        case .unanswered(let failure): self = .unanswered(failure)
        }
    }
}

/// What came of a change that the keeper wanted.
public typealias DishReport = WriteReport<DishDraft, DishOutcome>

/// Where the keeper looks at dishes and changes them; tests put one of their own in its place.
public struct DishClient: Sendable {
    /// The dish of that hash; a status of 401 or 403 for anybody but the keeper.
    public let fetch: @Sendable (_ hash: String) async -> Result<KeeperDish, FetchFailure>
    /// Sends a change. Returns soon after its task is cancelled, with anything.
    public let send: @Sendable (DishDraft) async -> DishOutcome

    public init(
        fetch: @escaping @Sendable (_ hash: String) async -> Result<KeeperDish, FetchFailure>,
        send: @escaping @Sendable (DishDraft) async -> DishOutcome
    ) {
        self.fetch = fetch
        self.send = send
    }

    /// Nobody changes dishes.
    public static let none = DishClient(
        fetch: { _ in .failure(.unreachable) }, send: { _ in .unanswered(.unreachable) })

    /// The dishes of the shop at `address`.
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
        case .soldOut(let isSoldOut): write(.put, "availability", DishAvailability(isSoldOut: isSoldOut))
        case .price(let price): write(.put, "price", DishPrice(price))
        case .filePrice: write(.delete, "price", [String: String]())
        case .fileAvailability: write(.delete, "availability", [String: String]())
        }
    }
}
