import NIOCore

/// Delays closing a connection until what was written to it has been sent.
///
/// Writing only queues bytes, and closing a channel drops its queue. Without this handler, stopping the server would cut
/// off whatever a slow client has not yet received.
final class PendingResponses: ChannelOutboundHandler, RemovableChannelHandler {
    typealias OutboundIn = IOData

    /// An outbound event that marks a connection's responses as dispensable, so that a close does not wait for them.
    struct DiscardOnCloseEvent: Sendable {}

    /// How long a close waits for a client that does not read.
    private static let timeout = TimeAmount.seconds(5)

    private var unsent = 0
    private var isDispensable = false
    private var heldClose: EventLoopPromise<Void>?
    private var deadline: Scheduled<Void>?

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
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
        closeIfHeld(context)
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
