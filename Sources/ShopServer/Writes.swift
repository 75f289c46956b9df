import Domain
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Storage
import TerminalText

extension Request {
    /// Returns the request's idempotency key. Throws `Refusal` if it is missing or not a UUID.
    func idempotencyKey() throws -> UUID {
        guard let field = HTTPField.Name("Idempotency-Key"), let text = headers[field],
            let id = UUID(uuidString: text)
        else { throw Refusal.noKey }
        return id
    }

    /// The ID of the terminal that made the request; `nil` if it is missing or not a UUID.
    var session: UUID? {
        HTTPField.Name("Banchan-Session").flatMap { headers[$0] }.flatMap { UUID(uuidString: $0) }
    }

    /// Returns the terminal's ID. Throws `Refusal` if it is missing or not a UUID.
    func namedSession() throws -> UUID {
        guard let session else { throw Refusal.noSession }
        return session
    }

    /// Decodes the body as JSON. Throws `refusal` if that fails without a response of its own.
    func body<Value: Decodable>(as: Value.Type = Value.self, or refusal: Refusal) async throws -> Value {
        do {
            return try JSONDecoder().decode(Value.self, from: await wholeBody())
        } catch {
            throw error as? any RefusingError ?? refusal
        }
    }

    /// Returns the bytes of the body, whose size was limited on receipt.
    func wholeBody() async throws -> Data {
        Data(try await body.collect(upTo: RequestHandler.maxBodySize).readableBytesView)
    }
}

extension IdempotencyKey {
    /// Creates a key of the request content `asked`; `call` distinguishes it from other requests with the same content.
    init(_ id: UUID, call: [String] = [], of asked: some Encodable) {
        let content = String(decoding: Response.encode(asked), as: UTF8.self)
        self.init(id: id, request: (call + [content]).joined(separator: " "))
    }
}

/// Authenticates the shop's keeper by a bearer token.
struct Keeper: Sendable {
    /// The keeper's token; `nil` if the shop has none, in which case every token is rejected.
    let token: Secret?

    /// Whether the request carries the keeper's token.
    func asks(_ request: Request) -> Bool { (try? admit(request)) != nil }

    /// Throws `Refusal` unless the request carries the keeper's token.
    func admit(_ request: Request) throws {
        let parts = (request.headers[.authorization] ?? "").split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { throw Refusal.noToken }
        guard let token, token.matches(String(parts[1])) else { throw Refusal.wrongToken }
    }
}

extension Refusal {
    fileprivate static let noToken = Refusal(
        status: .unauthorized, sentence: "This is for the keeper: it needs the keeper's token.",
        fields: [.wwwAuthenticate: "Bearer"])
    fileprivate static let wrongToken = Refusal(status: .forbidden, sentence: "This is not the keeper's token.")
}

/// Validates the name under which a guest orders.
enum GuestName {
    /// Returns the name as it is stored, without control characters. Throws `Refusal` if it is too long or empty.
    static func checked(_ name: String) throws -> String {
        let plain = PlainText(name).string
        // What is left out of a character that is joined of many makes many of it.
        guard max(name.count, plain.count) <= OrderRequest.maxNameLength else { throw Refusal.longName }
        guard !plain.isEmpty else { throw Refusal.noName }
        return plain
    }
}
