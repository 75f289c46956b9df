import NIOCore
import NIOHTTP1

/// Rewrites each request target to an absolute URI, as an HTTP proxy expects it (RFC 9112, 3.2.2). The host comes from
/// the `Host` header; the connection itself goes to the proxy.
final class AbsoluteTargetHandler: ChannelOutboundHandler {
    typealias OutboundIn = HTTPClientRequestPart
    typealias OutboundOut = HTTPClientRequestPart

    /// Inserts a handler in front of the request encoder of `channel`.
    static func install(on channel: any Channel) -> EventLoopFuture<Void> {
        channel.eventLoop.submit {
            let pipeline = channel.pipeline.syncOperations
            let encoder = try pipeline.handler(type: HTTPRequestEncoder.self)
            try pipeline.addHandler(AbsoluteTargetHandler(), position: .after(encoder))
        }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard case .head(var head) = unwrapOutboundIn(data), let host = head.headers.first(name: "Host") else {
            return context.write(data, promise: promise)
        }
        head.uri = "http://\(host)\(head.uri)"
        context.write(wrapOutboundOut(.head(head)), promise: promise)
    }
}
