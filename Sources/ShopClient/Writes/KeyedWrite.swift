import Foundation
import ShopHTTP

/// A change that a shop is asked to make. However often it is sent, its key makes it one change, and its body is the same
/// bytes each time.
public struct KeyedWrite: Hashable, Sendable {
    public let key: UUID
    /// Whoever asks for it: a terminal, or a run of the program.
    let session: UUID
    let method: HTTPCall.Method
    /// Below the shop's address, of encoded segments: "orders".
    let path: String
    /// `nil` for what cannot be written as JSON, which no server is asked.
    let body: Data?
    /// Whether it is made for the shop's keeper only.
    let isKeepers: Bool
    /// Stands for what was seen of what it changes; `nil` for a change that asks nobody what was seen.
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
