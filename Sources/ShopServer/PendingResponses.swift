import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Delays closing a connection until the responses written to it have been sent.
///
/// Writing a response only queues it, and closing a channel drops its queue. Without this handler, stopping the server
/// would cut off whatever a slow client has not yet received.
final class PendingResponses: ChannelOutboundHandler, RemovableChannelHandler {
    typealias OutboundIn = HTTPResponsePart

    /// An outbound event that marks a connection's responses as dispensable, so that a close does not wait for them.
    struct DiscardOnCloseEvent: Sendable {}

    /// How long a close waits for a client that does not read.
    private static let timeout = TimeAmount.seconds(5)

    private var unsent = 0
    /// Whether the current response ends with its body, so that no bytes are written for its end part.
    private var endsWithBody = false
    private var isDispensable = false
    private var heldClose: EventLoopPromise<Void>?
    private var deadline: Scheduled<Void>?

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let head): endsWithBody = head.headerFields.contains(.contentLength)
        case .body: break
        case .end: if endsWithBody, promise == nil { return context.write(data, promise: nil) }
        }
        unsent += 1
        let sent = promise ?? context.eventLoop.makePromise()
        sent.futureResult.assumeIsolated().whenComplete { _ in
            self.unsent -= 1
            if self.unsent == 0 { self.closeIfHeld(context) }
        }
        context.write(data, promise: sent)
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        guard mode == .all, unsent > 0, !isDispensable else {
            context.close(mode: mode, promise: promise)
            return
        }
        guard let heldClose else {
            self.heldClose = promise ?? context.eventLoop.makePromise()
            deadline = context.eventLoop.assumeIsolated().scheduleTask(in: PendingResponses.timeout) {
                self.closeIfHeld(context)
            }
            return
        }
        heldClose.futureResult.cascade(to: promise)
    }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard event is DiscardOnCloseEvent else {
            context.triggerUserOutboundEvent(event, promise: promise)
            return
        }
        isDispensable = true
        promise?.succeed()
    }

    func handlerRemoved(context: ChannelHandlerContext) { closeIfHeld(context) }

    private func closeIfHeld(_ context: ChannelHandlerContext) {
        deadline?.cancel()
        deadline = nil
        guard let promise = heldClose else { return }
        heldClose = nil
        context.close(promise: promise)
    }
}
