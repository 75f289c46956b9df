import Domain
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import ShopHTTP

/// Handles each request: applies the client's limits, lets the router respond, and dates, counts and logs the response.
struct RequestHandler: Sendable {
    /// The largest size of a request's body, in bytes.
    static let maxBodySize = 64 * 1024

    let responder: RouterResponder<ShopRequestContext>
    let cache: ResponseCache
    let policy: ClientPolicy
    let keeper: Keeper
    let metrics: ServerMetrics
    let onRequest: (@Sendable (String) -> Void)?
    /// Logs each request; `nil` if requests are not logged.
    let logger: Logger?

    /// Responds to `request`, which is complete, on `channel`. Throws to close the connection.
    ///
    /// A task's stack never shrinks. Finding the response briefly needs 9 kB of stack, so for event streams, which stay
    /// open for hours, a separate task does that.
    func receive(_ request: Request, writer: consuming ResponseWriter, channel: any Channel) async throws {
        let response =
            request.uri.path == EventHub.path
            ? try await answerInSeparateTask(request, on: channel) : try await answer(request, on: channel)
        try await writer.write(response: response.head, body: response.body)
    }

    private func answerInSeparateTask(_ request: Request, on channel: any Channel) async throws -> Response {
        async let response = answer(request, on: channel)
        return try await response
    }

    private func answer(_ request: Request, on channel: any Channel) async throws -> Response {
        onRequest?(request.uri.path)
        let (start, id) = (ContinuousClock.now, RequestID(of: request.headers))
        let client = policy.client(of: request.headers, at: channel.remoteAddress?.ipAddress)
        let source = ShopRequestSource(channel: channel, client: client, logger: .silent)
        let context = ShopRequestContext(source: source)
        var response: Response
        if let refusal = refusal(of: request, from: client) {
            response = refusal.response
        } else {
            response = try await responder.respond(to: request, context: context)
        }
        // If no route matches, the path is the router's own placeholder, which does not begin with a slash.
        let route = context.endpointPath.flatMap { $0.hasPrefix("/") ? $0 : nil }
        note(request.method, route, id, of: client, response.status, after: .now - start)
        response.headers.complete(id)
        return response
    }

    /// Returns the complete response to a request whose content is cached; `nil` if the request has to go through
    /// `receive`. The number of such requests is not limited, because they only read public data.
    func cachedResponse(to request: HTTPRequestHead, from client: ClientAddress) -> EncodedResponse? {
        guard request.method == .GET || request.method == .HEAD, request.version == .http1_1, request.isKeepAlive,
            !request.headers.contains(name: "Authorization")
        else { return nil }
        let start = ContinuousClock.now
        guard let entry = cache.entry(of: request.uri, at: start) else { return nil }
        onRequest?(request.uri)
        let (id, isHead) = (RequestID(of: request.headers), request.method == .HEAD)
        let response = entry.content.response(to: ContentConditions(request.headers))
        note(isHead ? .head : .get, entry.route, id, of: client, response.status, after: .now - start)
        return response.encoded(id, isHead: isHead)
    }

    /// Returns the refusal of a request that exceeds its client's limits, or `nil` if it may proceed.
    private func refusal(of request: Request, from client: ClientAddress) -> Refusal? {
        let isKeeper = keeper.asks(request)
        if request.headers[.authorization] != nil,
            let refusal = policy.uses.countToken(client, isRight: isKeeper)
        {
            return refusal
        }
        guard !isKeeper, ![.get, .head].contains(request.method) else { return nil }
        return policy.uses.countChange(client, session: request.session)
    }

    /// Counts and logs a request. Never logs anything that may be a secret or a name: neither the requested path, nor
    /// the query, nor any other field.
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
    /// The fields of every response.
    static var ofAll: HTTPFields {
        var fields = HTTPFields()
        fields.addCommonFields()
        return fields
    }

    /// Adds the date (RFC 9110, 6.6.1), and `nosniff`.
    private mutating func addCommonFields() {
        self[.date] = Date.httpTextOfNow
        forbidSniffing()
    }

    /// Adds `nosniff`, which keeps clients from guessing the content type.
    mutating func forbidSniffing() { self[.xContentTypeOptions] = "nosniff" }

    /// Adds the fields that every response has, and the request's ID.
    fileprivate mutating func complete(_ id: RequestID) {
        addCommonFields()
        if let name = HTTPField.Name.requestID { self[name] = id.text }
    }
}
