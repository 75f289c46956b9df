import Domain
import Foundation
import ShopHTTP

/// Sends changes to the shop at an address.
public struct WriteSender: Sendable {
    let client: HTTPClient
    /// The keeper's token; `nil` for everybody else.
    let keeper: Secret?
    let limits: HTTPLimits
    /// Evaluated for each request; `nil` means there is no shop.
    let address: @Sendable () async -> ShopAddress?

    /// The default limits: short, because a guest waits for the answer.
    public static let limits = HTTPLimits(bodyBytes: 1 << 20, idle: .seconds(8), deadline: .seconds(8))

    public init(
        client: HTTPClient, keeper: Secret? = nil, limits: HTTPLimits = limits,
        address: @escaping @Sendable () async -> ShopAddress?
    ) {
        self.client = client
        self.keeper = keeper
        self.limits = limits
        self.address = address
    }

    /// Sends `write` and returns its result. Returns soon after its task is cancelled, with any result.
    func send<Made: Decodable & Sendable>(
        _ write: KeyedWrite, telling: Made.Type = Made.self
    ) async -> WriteResult<Made> {
        guard let body = write.body, let url = await address()?.url(forPath: write.path) else {
            return .unanswered(.unreachable)
        }
        do throws(FetchFailure) {
            let call = HTTPCall(write.method, url, headers: headers(of: write), body: body)
            return WriteResult(try await client.send(call, limits: limits))
        } catch {
            return .unanswered(error)
        }
    }

    private func headers(of write: KeyedWrite) -> [String: String] {
        var headers = WriteSender.headers(session: write.session, keeper: write.isKeepers ? keeper : nil)
        headers["Content-Type"] = "application/json"
        headers["Idempotency-Key"] = write.key.uuidString.lowercased()
        headers["If-Match"] = write.validator
        return headers
    }

    /// Returns the headers that identify the sender.
    static func headers(session: UUID, keeper: Secret?) -> [String: String] {
        var headers = ["Banchan-Session": session.uuidString.lowercased()]
        headers["Authorization"] = keeper.map { "Bearer \($0.revealed)" }
        return headers
    }
}

/// A request for a change at a shop. Its idempotency key makes repeated sending have one effect, and its body has the
/// same bytes each time.
public struct KeyedWrite: Hashable, Sendable {
    public let key: UUID
    /// The sender: a terminal, or a run of the program.
    let session: UUID
    let method: HTTPCall.Method
    /// The percent-encoded path below the shop's address, such as "orders".
    let path: String
    /// The JSON body; `nil` if encoding failed, in which case nothing is sent.
    let body: Data?
    /// Whether the change is sent with the keeper's token.
    let isKeepers: Bool
    /// The validator of the state that the change is based on; `nil` for an unconditional change.
    let validator: String?

    init(
        key: UUID, session: UUID, _ method: HTTPCall.Method = .post, path: String, body: some Encodable,
        isKeepers: Bool = false, validator: String? = nil
    ) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        self.key = key
        self.session = session
        self.method = method
        self.path = path
        self.body = try? encoder.encode(body)
        self.isKeepers = isKeepers
        self.validator = validator
    }
}

/// A requested change and its outcome.
public struct WriteReport<Draft: Hashable & Sendable, Outcome: Hashable & Sendable>: Hashable, Sendable {
    public let draft: Draft
    public let outcome: Outcome

    public init(draft: Draft, outcome: Outcome) {
        self.draft = draft
        self.outcome = outcome
    }
}

/// The result of a change; `Made` is what the shop returns on success.
public enum WriteResult<Made: Sendable>: Sendable {
    /// The change was made. `nil` if the answer could not be read.
    case made(Made?)
    /// The shop refuses the change and will do so again. The body may give a reason.
    case refused(status: Int, body: Data)
    /// The shop is busy and did nothing; the change may be retried. `after` is the delay that it asked for.
    case later(status: Int, after: Duration?)
    /// There was no usable answer, so it is unknown whether the change was made: a proxy answers in its own name after the
    /// shop has made a change, and a shop whose database was lost does not know.
    case unanswered(FetchFailure)
}

extension WriteResult: Equatable where Made: Equatable {}

extension WriteResult where Made: Decodable {
    init(_ answer: HTTPAnswer) {
        let body = (try? answer.json()) ?? Data()
        let made = { try? JSONDecoder().decode(Made.self, from: body) }
        switch answer.status {
        case 201: self = .made(made())
        case 200:
            // A proxy may answer 200 to everything: a change counts as made only if the body can be decoded.
            self = made().map { .made($0) } ?? .unanswered(answer.failure)
        case 425, 429: self = .later(status: answer.status, after: answer.retryAfter)
        case 400..<500 where answer.status != 408: self = .refused(status: answer.status, body: body)
        default: self = .unanswered(answer.failure)
        }
    }
}
