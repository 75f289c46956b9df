import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOSSL

/// Sets each connection up: encryption, the gate, and Hummingbird's own handlers behind it.
struct ShopChannel: ServerChildChannel {
    /// The most bytes that are read at once: so many pipelined requests may wait in a connection.
    private static let readBytes = 8 * 1_024

    let base: HTTP1Channel
    let guests: Guests
    /// `nil` for connections that are not encrypted.
    let encryption: NIOSSLContext?

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
        let buffers = FixedSizeRecvByteBufferAllocator(capacity: ShopChannel.readBytes)
        return channel.setOption(.recvAllocator, value: buffers).flatMapThrowing {
            let handlers = channel.pipeline.syncOperations
            if let encryption { try handlers.addHandler(NIOSSLServerHandler(context: encryption)) }
            try handlers.addHandler(ByteCounter())
        }.flatMap {
            base.setup(channel: channel, logger: logger)
        }.flatMapThrowing { value in
            let handlers = channel.pipeline.syncOperations
            let gate = RequestGate(guests, guests.connect(channel.remoteAddress?.ipAddress))
            let decoder = try handlers.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            try handlers.addHandler(gate, position: .after(decoder))
            try handlers.handler(type: ByteCounter.self).gate = gate
            return value
        }
    }

    func handle(value: HTTP1Channel.Value, logger: Logger) async {
        await base.handle(value: value, logger: logger)
    }
}
