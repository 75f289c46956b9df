import NIOCore
import NIOHTTP1

/// A request as far as it has come.
struct IncomingRequest {
    /// `nil` until it is whole.
    var head: HTTPRequestHead?
    var body = RequestContent()
    /// Bytes that came for it, without those that came together with the end of the request before it.
    private(set) var received = 0
    private var latest: ByteBuffer?

    mutating func count(_ bytes: ByteBuffer) {
        received += bytes.readableBytes
        latest = bytes
    }

    /// Whether some of it is there.
    var hasBegun: Bool { received > 0 || head != nil }

    /// What came last, while it is made out.
    var text: String { latest.map { String(buffer: $0) } ?? "" }

    mutating func forgetText() { latest = nil }
}

/// The bytes of a body, however many pieces they came in.
struct RequestContent {
    private(set) var whole = ByteBuffer()

    var readableBytes: Int { whole.readableBytes }

    mutating func append(_ bytes: ByteBuffer) {
        if whole.readableBytes == 0 {
            whole = bytes
        } else {
            whole.writeImmutableBuffer(bytes)
        }
    }
}

/// Tells a gate of bytes before they are made out.
final class ByteCounter: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    var gate: RequestGate?

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        gate?.receive(unwrapInboundIn(data))
        context.fireChannelRead(data)
    }

    func handlerRemoved(context: ChannelHandlerContext) { gate = nil }
}
