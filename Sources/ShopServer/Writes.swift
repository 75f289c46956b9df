import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Storage

extension Request {
    /// The key under which this is asked for, however often. Throws `Refusal`.
    func idempotencyKey() throws -> UUID {
        guard let field = HTTPField.Name("Idempotency-Key"), let text = headers[field],
            let id = UUID(uuidString: text)
        else { throw Refusal.noKey }
        return id
    }

    /// The terminal that asks; `nil` where it does not say, or not by a UUID.
    var session: UUID? {
        HTTPField.Name("Banchan-Session").flatMap { headers[$0] }.flatMap { UUID(uuidString: $0) }
    }

    /// The same. Throws `Refusal` where it is not named.
    func namedSession() throws -> UUID {
        guard let session else { throw Refusal.noSession }
        return session
    }

    /// What the body says. Throws `refusal` where it says something else.
    func body<Value: Decodable>(as: Value.Type = Value.self, or refusal: Refusal) async throws -> Value {
        guard let value = try? JSONDecoder().decode(Value.self, from: await wholeBody()) else { throw refusal }
        return value
    }

    /// The bytes of its body, which was bounded when it came.
    func wholeBody() async throws -> Data {
        Data(try await body.collect(upTo: RequestHandler.largestBody).readableBytesView)
    }
}

extension IdempotencyKey {
    /// The key under which `asked` is asked for; `call` tells it from other requests of the same content.
    init(_ id: UUID, call: [String] = [], of asked: some Encodable) {
        let content = String(decoding: Response.encode(asked), as: UTF8.self)
        self.init(id: id, request: (call + [content]).joined(separator: " "))
    }
}
