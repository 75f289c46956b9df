import Hummingbird
import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1

/// One terminal that listens. What it does not take in time is not kept for it: it is cut off, and comes back to be
/// told what it missed.
///
/// What it is told is written by whoever tells it, while the task that answers only waits for the end: thousands listen, and
/// a task that writes needs 5 kB of stack.
final class EventStream: Sendable {
    private struct State {
        var isOver = false
        /// Pieces on their way to the connection's thread.
        var unwritten = 0
        var whenOver: CheckedContinuation<Void, Never>?
    }

    /// Pieces that may be on their way.
    private static let mostUnwritten = 64
    /// Bytes that may wait in the connection, here and in the system, before nothing more is taken.
    private static let waterMark = ChannelOptions.Types.WriteBufferWaterMark(low: 2_048, high: 16_384)
    private static let systemBuffer: SocketOptionValue = 16 * 1_024

    private let channel: any Channel
    /// Where its answer is written.
    private let gate: NIOLoopBound<ChannelHandlerContext>
    private let state = NIOLockedValueBox(State())

    /// A stream on that connection, which is prepared for it: what waits there is bounded, and the stream ends when the other
    /// side is gone.
    static func prepared(on channel: any Channel) async throws -> EventStream {
        try await channel.eventLoop.submit {
            let handlers = channel.pipeline.syncOperations
            let gate = try handlers.context(handlerType: RequestGate.self)
            let stream = EventStream(on: channel, NIOLoopBound(gate, eventLoop: channel.eventLoop))
            try channel.syncOptions?.setOption(.writeBufferWaterMark, value: EventStream.waterMark)
            try channel.syncOptions?.setOption(.socketOption(.so_sndbuf), value: EventStream.systemBuffer)
            try handlers.addHandler(HangUp { [weak stream] in stream?.end() }, position: .first)
            channel.closeFuture.whenComplete { [weak stream] _ in stream?.end() }
            channel.triggerUserOutboundEvent(PendingResponses.AreDispensable(), promise: nil)
            return stream
        }.get()
    }

    private init(on channel: any Channel, _ gate: NIOLoopBound<ChannelHandlerContext>) {
        (self.channel, self.gate) = (channel, gate)
    }

    /// Returns once it is over; ends it where its task is cancelled.
    func ended() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLockedValue { state in
                    if !state.isOver { state.whenOver = continuation }
                    return state.isOver
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            end()
        }
    }

    /// Has it sent, unless too much waits already: then the stream is cut off, and the outcome is `false`.
    func send(_ piece: ByteBuffer) -> Bool {
        let isTaken = state.withLockedValue { state in
            guard !state.isOver, state.unwritten < EventStream.mostUnwritten, channel.isWritable else { return false }
            state.unwritten += 1
            return true
        }
        guard isTaken else {
            cut()
            return false
        }
        channel.eventLoop.execute { [self] in
            state.withLockedValue { $0.unwritten -= 1 }
            gate.value.writeAndFlush(NIOAny(HTTPServerResponsePart.body(.byteBuffer(piece))), promise: nil)
        }
        return true
    }

    /// Ends it when what waits is sent. One that takes nothing right now is cut off.
    func end() {
        finish()
        if !channel.isWritable { cut() }
    }

    private func finish() {
        let whenOver = state.withLockedValue { state in
            defer { (state.isOver, state.whenOver) = (true, nil) }
            return state.whenOver
        }
        whenOver?.resume()
    }

    private func cut() {
        finish()
        channel.close(promise: nil)
    }
}

/// Tells when the other side says that it sends no more, which it does by going away.
private final class HangUp: ChannelInboundHandler, Sendable {
    typealias InboundIn = Any

    private let onHangUp: @Sendable () -> Void

    init(_ onHangUp: @escaping @Sendable () -> Void) { self.onHangUp = onHangUp }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case ChannelEvent.inputClosed = event { onHangUp() }
        context.fireUserInboundEventTriggered(event)
    }
}
