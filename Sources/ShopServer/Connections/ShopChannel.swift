import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOSSL

/// Sets each connection up: encryption, the handlers that let whole requests through, and Hummingbird's own behind them.
struct ShopChannel: ServerChildChannel {
    /// The most bytes that are read at once: so many pipelined requests may wait in a connection. A request without a
    /// large body fits in; each connection keeps as many for as long as it is open, a terminal's stream for hours.
    private static let readBytes = 512

    let base: HTTP1Channel
    let guests: Guests
    let immediateAnswer: ImmediateAnswers.Find
    /// `nil` for connections that are not encrypted.
    let encryption: NIOSSLContext?
    /// Where connections are answered unless their loop is another one.
    let executor: EventLoopTaskExecutor

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
        let buffers = FixedSizeRecvByteBufferAllocator(capacity: ShopChannel.readBytes)
        return channel.setOption(.recvAllocator, value: buffers).flatMapThrowing {
            let handlers = channel.pipeline.syncOperations
            if let encryption { try handlers.addHandler(NIOSSLServerHandler(context: encryption)) }
            try handlers.addHandler(RequestPieces())
        }.flatMap {
            base.setup(channel: channel, logger: logger)
        }.flatMapThrowing { value in
            let handlers = channel.pipeline.syncOperations
            let connection = guests.connect(channel.remoteAddress?.ipAddress)
            let assembler = RequestAssembler(guests, connection)
            let decoder = try handlers.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            try handlers.addHandlers([assembler, RequestGate(guests, connection)], position: .after(decoder))
            try handlers.handler(type: RequestPieces.self).assembler = assembler
            let state = try handlers.handler(type: HTTPConnectionStateHandler.self)
            try handlers.addHandler(
                ImmediateAnswers(for: connection.peer, find: immediateAnswer), position: .after(state))
            return value
        }
    }

    func handle(value: HTTP1Channel.Value, logger: Logger) async {
        let loop = value.channel.eventLoop
        guard !executor.isOf(loop) else { return await base.handle(value: value, logger: logger) }
        // A connection changes threads only for the store.
        await withTaskExecutorPreference(EventLoopTaskExecutor(loop)) {
            await base.handle(value: value, logger: logger)
        }
    }
}
