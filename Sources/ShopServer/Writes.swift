import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore

extension Request {
    /// The key under which this is asked for, however often. Throws `Refusal`.
    func idempotencyKey() throws -> UUID {
        guard let field = HTTPField.Name("Idempotency-Key"), let text = headers[field],
            let id = UUID(uuidString: text)
        else { throw Refusal.noKey }
        return id
    }

    /// The bytes of its body, which was bounded when it came.
    func wholeBody() async throws -> Data {
        Data(try await body.collect(upTo: RequestHandler.largestBody).readableBytesView)
    }
}
