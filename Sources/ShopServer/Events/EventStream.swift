import Hummingbird
import NIOCore

/// One terminal that listens. What it does not take in time is not kept for it: it is cut off, and comes back to be
/// told what it missed.
final class EventStream: Sendable {
    /// Pieces that may wait for a reader.
    private static let mostWaiting = 64
    /// Bytes that may wait in the connection, here and in the system, before pieces do.
    private static let waterMark = ChannelOptions.Types.WriteBufferWaterMark(low: 2_048, high: 8_192)
    private static let systemBuffer: SocketOptionValue = 16 * 1_024

    /// What is to be sent, in its order. Ends when the stream does.
    let pieces: AsyncStream<ByteBuffer>
    private let queue: AsyncStream<ByteBuffer>.Continuation
    private let channel: any Channel

    init(on channel: any Channel) {
        self.channel = channel
        (pieces, queue) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(EventStream.mostWaiting))
    }

    /// Prepares the connection: bounds what waits in it, and ends the stream when the other side is gone.
    func prepare() async throws {
        channel.closeFuture.whenComplete { [weak self] _ in self?.end() }
        try await channel.setOption(.writeBufferWaterMark, value: EventStream.waterMark).get()
        try await channel.setOption(.socketOption(.so_sndbuf), value: EventStream.systemBuffer).get()
        try await channel.pipeline.addHandler(HangUp { [weak self] in self?.end() }, position: .first).get()
        channel.triggerUserOutboundEvent(PendingResponses.AreDispensable(), promise: nil)
    }

    /// Has it sent, unless too much waits already: then the stream is cut off, and the outcome is `false`.
    func send(_ piece: ByteBuffer) -> Bool {
        guard case .dropped = queue.yield(piece) else { return true }
        cut()
        return false
    }

    /// Ends it when what waits is sent. One that takes nothing right now is cut off.
    func end() {
        queue.finish()
        if !channel.isWritable { cut() }
    }

    private func cut() {
        queue.finish()
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
