import Domain
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

extension EventHub {
    static let path = "/events"

    /// Adds the routes of `/events`. Without a hub, all requests are refused.
    static func addRoutes(of hub: EventHub?, to routes: Routes) {
        routes.get(path) { request, context in
            guard let hub else { throw Refusal.noEvents }
            return try hub.answer(request, context)
        }
        routes.add(.head, path) { _, _ in
            guard let hub else { throw Refusal.noEvents }
            return Response(status: .ok, headers: hub.fields)
        }
    }

    /// Responds to `GET /events`. Throws `Refusal`.
    private func answer(_ request: Request, _ context: ShopRequestContext) throws -> Response {
        guard hasRoom else { throw Refusal.tooManyStreams }
        let (client, channel) = (context.client, context.channel)
        let position = HTTPField.Name("Last-Event-ID").flatMap { request.headers[$0] }.flatMap { Int($0) }
        let (session, isKeeper) = (request.session, keeper.asks(request))
        guard uses.hasStream(client) else { throw uses.noted(.tooManyOwnStreams) ?? .tooManyOwnStreams }
        let body = ResponseBody { writer in
            let stream = try await EventStream.prepared(on: channel)
            if self.open(stream, of: client, after: position, session: session, isKeeper: isKeeper) {
                await stream.ended()
                self.close(stream, of: client)
            }
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: fields, body: body)
    }

    private var fields: HTTPFields {
        var fields: HTTPFields = [.contentType: "text/event-stream", .cacheControl: "no-store"]
        if let name = HTTPField.Name(SectionEvent.sectionsHeaderName) {
            fields[name] = SectionEvent.text(of: guestSections)
        }
        return fields
    }
}

extension Refusal {
    fileprivate static let tooManyStreams = Refusal(
        status: .serviceUnavailable, sentence: "Too many listen at once; please try again.",
        fields: [.retryAfter: "5"])
    fileprivate static let tooManyOwnStreams = Refusal(
        status: .tooManyRequests, sentence: "Too many listen at once from this address; please try again.",
        fields: [.retryAfter: "5"], limit: "streams")
    fileprivate static let noEvents = Refusal(
        status: .serviceUnavailable, sentence: "This shop does not tell what changes.")
}
