import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore

/// Receives each request: has it answered, unless its client asks too much, and dates, counts and logs the answer.
struct RequestHandler: Sendable {
    /// The most bytes that a request's body may have.
    static let largestBody = 64 * 1024

    let responder: RouterResponder<ShopRequestContext>
    /// By the paths of their routes.
    let immediateAnswers: [String: Routes.ImmediateAnswer]
    let guests: Guests
    let keeper: Keeper
    let metrics: ServerMetrics
    let onRequest: (@Sendable (String) -> Void)?
    /// Told of each request; `nil` where nobody wants to know.
    let logger: Logger?

    /// Answers `request`, all of which is there, on `channel`. Throws to have the connection closed.
    ///
    /// A task keeps its stack as deep as it ever was. What finds the answer needs 9 kB for an instant, so that another task
    /// does it where somebody then listens for hours.
    func receive(_ request: Request, writer: consuming ResponseWriter, channel: any Channel) async throws {
        let response =
            request.uri.path == EventHub.path
            ? try await answerAside(request, on: channel) : try await answer(request, on: channel)
        try await writer.write(response: response.head, body: response.body)
    }

    private func answerAside(_ request: Request, on channel: any Channel) async throws -> Response {
        async let response = answer(request, on: channel)
        return try await response
    }

    private func answer(_ request: Request, on channel: any Channel) async throws -> Response {
        onRequest?(request.uri.path)
        let (start, id) = (ContinuousClock.now, RequestID(of: request.headers))
        let client = guests.client(of: request.headers, at: channel.remoteAddress?.ipAddress)
        let source = ShopRequestSource(channel: channel, client: client, logger: .silent)
        let context = ShopRequestContext(source: source)
        var response: Response
        if let refusal = refusal(of: request, from: client) {
            response = refusal.response
        } else {
            response = try await responder.respond(to: request, context: context)
        }
        // Where there is none, the router's own word for that stands here.
        let route = context.endpointPath.flatMap { $0.hasPrefix("/") ? $0 : nil }
        note(request.method, route, id, of: client, response.status, after: .now - start)
        response.headers.complete(id)
        return response
    }

    /// The whole answer to a request that came from `peer`, where it can be given without waiting: how often somebody asks
    /// for what everybody may read is not counted. `nil` for one that has to be received.
    func immediateAnswer(to request: HTTPRequest, from peer: String?) -> BufferedResponse? {
        guard request.method == .get || request.method == .head, request.headerFields[.authorization] == nil,
            let path = request.path, let answer = immediateAnswers[path]
        else { return nil }
        let (start, id) = (ContinuousClock.now, RequestID(of: request.headerFields))
        guard var response = answer(request.headerFields) else { return nil }
        if request.method == .head { response = response.withoutBody }
        onRequest?(path)
        let fields = request.headerFields
        note(
            request.method, path, id, of: guests.client(of: fields, at: peer), response.status, after: .now - start)
        response.fields.complete(id)
        return response
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

    /// Counts and logs it. Nothing of it is written down that may be a secret or a name: not the path as it was asked for,
    /// not the query, no other field.
    private func note(
        _ method: HTTPRequest.Method, _ route: String?, _ id: RequestID, of client: @autoclosure () -> ClientAddress,
        _ status: HTTPResponse.Status, after time: Duration
    ) {
        metrics.answered(method, route: route, status: status, after: time)
        logger?.info(
            "request",
            metadata: [
                "id": "\(id.text)", "client": "\(client())", "method": "\(Routes.name(of: method))",
                "route": "\(route ?? "none")", "status": "\(status.code)",
                "seconds": "\((time / .microseconds(1)).rounded() / 1_000_000)",
            ])
    }
}

extension HTTPFields {
    /// What all answers say.
    static var ofAll: HTTPFields {
        var fields = HTTPFields()
        fields.addThoseOfAll()
        return fields
    }

    /// Adds when it was made (RFC 9110, 6.6.1), and that it is what it is called.
    private mutating func addThoseOfAll() {
        self[.date] = Date.httpTextOfNow
        self[.xContentTypeOptions] = "nosniff"
    }

    /// Adds what the answer to the request of that id says beside its own.
    fileprivate mutating func complete(_ id: RequestID) {
        addThoseOfAll()
        if let name = HTTPField.Name.requestID { self[name] = id.text }
    }
}
