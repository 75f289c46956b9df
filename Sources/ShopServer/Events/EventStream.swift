import Hummingbird
import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1

/// An event stream to one terminal. Unsent data is limited: a client that does not read in time is disconnected, and
/// receives what it missed when it reconnects.
///
/// Events are written by the sender, while the task of the response only waits for the end of the stream: thousands of
/// streams may be open, and a task that writes needs 5 kB of stack.
final class EventStream: Sendable {
    private struct State {
        var isOver = false
        /// The number of pieces that were handed to the connection's event loop but not yet written.
        var unwritten = 0
        var whenOver: CheckedContinuation<Void, Never>?
    }

    /// The largest value of `unwritten`.
    private static let maxUnwritten = 64
    /// The bytes that may be buffered in the channel before it stops being writable, and the size of the socket's send
    /// buffer.
    private static let waterMark = ChannelOptions.Types.WriteBufferWaterMark(low: 2_048, high: 16_384)
    private static let systemBuffer: SocketOptionValue = 16 * 1_024

    private let channel: any Channel
    /// The handler context through which the response is written.
    private let gate: NIOLoopBound<ChannelHandlerContext>
    private let state = NIOLockedValueBox(State())

    /// Creates a stream on that connection and configures the channel for it: limits its buffers, and ends the stream
    /// when the client disconnects.
    static func prepared(on channel: any Channel) async throws -> EventStream {
        try await channel.eventLoop.submit {
            let handlers = channel.pipeline.syncOperations
            let gate = try handlers.context(handlerType: RequestGate.self)
            let stream = EventStream(on: channel, NIOLoopBound(gate, eventLoop: channel.eventLoop))
            try channel.syncOptions?.setOption(.writeBufferWaterMark, value: EventStream.waterMark)
            try channel.syncOptions?.setOption(.socketOption(.so_sndbuf), value: EventStream.systemBuffer)
            try handlers.addHandler(DisconnectHandler { [weak stream] in stream?.end() }, position: .first)
            channel.closeFuture.whenComplete { [weak stream] _ in stream?.end() }
            channel.triggerUserOutboundEvent(PendingResponses.DiscardOnCloseEvent(), promise: nil)
            return stream
        }.get()
    }

    private init(on channel: any Channel, _ gate: NIOLoopBound<ChannelHandlerContext>) {
        (self.channel, self.gate) = (channel, gate)
    }

    /// Returns once the stream has ended. Ends the stream if the task is cancelled.
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

    /// Sends the piece. If too much is unsent already, disconnects the client and returns `false`.
    func send(_ piece: ByteBuffer) -> Bool {
        let isTaken = state.withLockedValue { state in
            guard !state.isOver, state.unwritten < EventStream.maxUnwritten, channel.isWritable else { return false }
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

    /// Ends the stream after the pending data is sent. Disconnects the client if it is not reading.
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

/// Calls `onDisconnect` when the client closes its sending side, which it does when it disconnects.
private final class DisconnectHandler: ChannelInboundHandler, Sendable {
    typealias InboundIn = Any

    private let onDisconnect: @Sendable () -> Void

    init(_ onDisconnect: @escaping @Sendable () -> Void) { self.onDisconnect = onDisconnect }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case ChannelEvent.inputClosed = event { onDisconnect() }
        context.fireUserInboundEventTriggered(event)
    }
}
