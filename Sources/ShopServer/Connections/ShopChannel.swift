import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOSSL

/// Configures each connection: TLS, the handlers that pass on complete requests, and then Hummingbird's own handlers.
struct ShopChannel: ServerChildChannel {
    /// The size of the receive buffer in bytes, which also limits how many pipelined requests wait in a connection.
    /// Requests without a large body fit in it. It is small because every open connection keeps such a buffer, which
    /// for a terminal's event stream means hours.
    private static let readBytes = 512

    let base: HTTP1Channel
    let policy: ClientPolicy
    let cachedResponse: RequestGate.Lookup
    /// A connection without a request for this long is closed, unless a response is in progress.
    let idleTimeout: TimeAmount
    /// The certificate of new connections; `nil` for unencrypted ones.
    let encryption: LiveCertificate?
    /// The executor of connections whose event loop is its own; others get one for their loop.
    let executor: EventLoopTaskExecutor

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
        let buffers = FixedSizeRecvByteBufferAllocator(capacity: ShopChannel.readBytes)
        return channel.setOption(.recvAllocator, value: buffers).flatMapThrowing {
            let handlers = channel.pipeline.syncOperations
            if let encryption { try handlers.addHandler(NIOSSLServerHandler(context: encryption.context)) }
            try handlers.addHandlers([PendingResponses(), RequestPieces()])
        }.flatMap {
            base.setup(channel: channel, logger: logger)
        }.flatMapThrowing { value in
            let handlers = channel.pipeline.syncOperations
            let connection = policy.connect(channel.remoteAddress?.ipAddress)
            let pieces = try handlers.handler(type: RequestPieces.self)
            let assembler = RequestAssembler(policy, connection)
            let gate = RequestGate(
                policy, connection, pieces, idleTimeout: idleTimeout, cachedResponse: cachedResponse)
            let decoder = try handlers.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            try handlers.addHandlers([assembler, gate], position: .after(decoder))
            pieces.assembler = assembler
            return value
        }
    }

    func handle(value: HTTP1Channel.Value, logger: Logger) async {
        let loop = value.channel.eventLoop
        guard !executor.isOf(loop) else { return await base.handle(value: value, logger: logger) }
        // Keeps the connection on its own thread, except for store access.
        await withTaskExecutorPreference(EventLoopTaskExecutor(loop)) {
            await base.handle(value: value, logger: logger)
        }
    }
}
