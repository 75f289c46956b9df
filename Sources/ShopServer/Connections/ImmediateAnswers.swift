import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Answers requests whose responses are already available directly on the connection's event loop, and passes all
/// others on.
///
/// Placed after the handlers that limit and count requests, and before the connection's task. That task keeps sleeping,
/// which saves most of the cost of a request.
final class ImmediateAnswers: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundOut = HTTPResponsePart

    /// Returns the response to a request from the peer at that address; `nil` if it is not immediately available.
    typealias Lookup = @Sendable (_ request: HTTPRequest, _ peer: String?) -> BufferedResponse?

    private let find: Lookup
    private let peer: String?
    /// The response to the request being received; `nil` if the request is passed on.
    private var answer: BufferedResponse?

    init(for peer: String?, find: @escaping Lookup) { (self.peer, self.find) = (peer, find) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = unwrapInboundIn(data)
        if case .head(let head) = part {
            // Requests of a client that does not read are passed on, because the connection's task waits for it; here
            // responses would accumulate. The task also closes the connection after the last response.
            let isHandedOn = !context.channel.isWritable || head.headerFields[.connection] == "close"
            answer = isHandedOn ? nil : find(head, peer)
        }
        guard let answer else { return context.fireChannelRead(data) }
        guard case .end = part else { return }
        self.answer = nil
        let head = HTTPResponse(status: answer.status, headerFields: answer.fields)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        if answer.body.readableBytes > 0 { context.write(wrapOutboundOut(.body(answer.body)), promise: nil) }
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }
}
