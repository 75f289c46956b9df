import Foundation
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore

/// Receives each request: bounds its body, has it answered, and dates the answer.
struct RequestHandler: Sendable {
    /// The most bytes that a request's body may have.
    static let largestBody = 64 * 1024
    /// Of a body that is too large, this much more is read and dropped, so that a client that reads only after
    /// writing still sees the answer.
    private static let toleratedRest = 1024 * 1024

    let responder: RouterResponder<ShopRequestContext>
    let onRequest: (@Sendable (String) -> Void)?
    let logger: Logger

    /// Answers `request` on `channel`. Throws to have the connection closed.
    func receive(_ request: Request, writer: consuming ResponseWriter, channel: any Channel) async throws {
        onRequest?(request.uri.path)
        var body = BoundedBody(of: request)
        guard let content = try await body.collect(upTo: RequestHandler.largestBody) else {
            let refusal = Refusal.tooLarge(limit: RequestHandler.largestBody)
            try await writer.write(dated: refusal.response)
            try await body.dropRest(upTo: RequestHandler.toleratedRest)
            throw refusal
        }
        var request = request
        request.body = RequestBody(buffer: content)
        let context = ShopRequestContext(source: ApplicationRequestContextSource(channel: channel, logger: logger))
        try await writer.write(dated: responder.respond(to: request, context: context))
    }
}

extension ResponseWriter {
    /// Writes the whole answer, with the time at which it was made (RFC 9110, 6.6.1).
    fileprivate consuming func write(dated response: Response) async throws {
        var response = response
        response.headers[.date] = Date.now.httpText
        try await write(response: response.head, body: response.body)
    }
}
