import Foundation
import ShopHTTP

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
