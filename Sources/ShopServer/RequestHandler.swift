import Foundation
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore

/// Receives each request: has it answered, unless its client asks too much, and dates the answer.
struct RequestHandler: Sendable {
    /// The most bytes that a request's body may have.
    static let largestBody = 64 * 1024

    let responder: RouterResponder<ShopRequestContext>
    let guests: Guests
    let keeper: Keeper
    let onRequest: (@Sendable (String) -> Void)?
    let logger: Logger

    /// Answers `request`, all of which is there, on `channel`. Throws to have the connection closed.
    func receive(_ request: Request, writer: consuming ResponseWriter, channel: any Channel) async throws {
        onRequest?(request.uri.path)
        let client = guests.client(of: request, at: channel.remoteAddress?.ipAddress)
        if let refusal = refusal(of: request, from: client) {
            return try await writer.write(dated: refusal.response)
        }
        let source = ShopRequestSource(channel: channel, client: client, logger: logger)
        try await writer.write(dated: responder.respond(to: request, context: ShopRequestContext(source: source)))
    }

    /// Why it is not looked at.
    private func refusal(of request: Request, from client: ClientAddress) -> Refusal? {
        let isKeeper = keeper.asks(request)
        if request.headers[.authorization] != nil,
            let refusal = guests.ledger.countToken(client, isRight: isKeeper)
        {
            return refusal
        }
        guard !isKeeper, ![.get, .head].contains(request.method) else { return nil }
        return guests.ledger.countChange(client, session: request.session)
    }
}

extension ResponseWriter {
    /// Writes the whole answer, with what all answers say.
    fileprivate consuming func write(dated response: Response) async throws {
        var response = response
        for field in HTTPFields.ofAll { response.headers[field.name] = field.value }
        try await write(response: response.head, body: response.body)
    }
}

extension HTTPFields {
    /// What all answers say: when they were made (RFC 9110, 6.6.1), and that they are what they are called.
    static var ofAll: HTTPFields {
        [.date: Date.now.httpText, .xContentTypeOptions: "nosniff"]
    }
}
