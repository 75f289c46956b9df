import Domain
import Foundation
import ShopHTTP

/// A keeper's pause of the shop, or its end. Its idempotency key makes repeated sending have one effect.
public struct PauseDraft: Hashable, Sendable {
    public let key: UUID
    /// `nil` ends the pause.
    public let pause: ShopPause?

    public init(key: UUID, pause: ShopPause?) {
        self.key = key
        self.pause = pause
    }
}

public enum PauseOutcome: Hashable, Sendable {
    /// Whether the shop takes orders now; `nil` if the answer could not be read.
    case set(ShopStatus?)
    case refused(status: Int)
    /// There was no usable answer, so it is unknown whether the shop is paused.
    case unanswered(FetchFailure)

    public var isDone: Bool { if case .set = self { true } else { false } }

    init(_ result: WriteResult<ShopStatus>) {
        switch result {
        case .made(let status): self = .set(status)
        case .refused(let status, _), .later(let status, _): self = .refused(status: status)
        case .unanswered(let failure): self = .unanswered(failure)
        }
    }
}

public typealias PauseReport = WriteReport<PauseDraft, PauseOutcome>

/// Pauses the shop for the keeper; tests substitute their own.
public struct PauseClient: Sendable {
    /// Sends a pause or its end. Returns soon after its task is cancelled, with any outcome.
    public let send: @Sendable (PauseDraft) async -> PauseOutcome

    public init(send: @escaping @Sendable (PauseDraft) async -> PauseOutcome) { self.send = send }

    /// A client without a shop.
    public static let none = PauseClient { _ in .unanswered(.unreachable) }

    public static func http(
        client: HTTPClient, credentials: Credentials, limits: HTTPLimits = WriteSender.limits,
        address: @escaping @Sendable () async -> ShopAddress?
    ) -> PauseClient {
        let sender = WriteSender(client: client, keeper: credentials.keeper, limits: limits, address: address)
        return PauseClient { draft in
            PauseOutcome(
                await sender.send(
                    KeyedWrite(
                        key: draft.key, session: credentials.session.id, draft.pause == nil ? .delete : .put,
                        path: "shop/pause", body: draft.pause ?? ShopPause(), isKeepers: true)))
        }
    }
}
