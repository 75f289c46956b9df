import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Answers the requests of one connection whose answers are there, on its own event loop, and hands all others on.
///
/// Stands behind everything that bounds and counts a request, and in front of the task that the connection has: that one
/// sleeps on, which is most of what a request costs.
final class ImmediateAnswers: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundOut = HTTPResponsePart

    /// The answer to a request from the peer at that address; `nil` where there is none yet.
    typealias Find = @Sendable (_ request: HTTPRequest, _ peer: String?) -> BufferedResponse?

    private let find: Find
    private let peer: String?
    /// To the request that is coming; `nil` for one that is handed on.
    private var answer: BufferedResponse?

    init(for peer: String?, find: @escaping Find) { (self.peer, self.find) = (peer, find) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = unwrapInboundIn(data)
        if case .head(let head) = part {
            // A client that does not read is waited for by its task, so that its answers do not pile up here. The task also
            // closes the connection behind its last answer.
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
