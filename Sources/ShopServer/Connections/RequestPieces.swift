import NIOCore

/// The end of the pipeline at which requests and responses are bytes.
///
/// Splits the received bytes so that no piece contains bytes of two requests, which lets later handlers count the bytes
/// of each request.
///
/// While a body of known length is expected, a piece contains at most the rest of it; otherwise it contains lines up to
/// and including an empty one. Every request ends at the end of such a piece.
final class RequestPieces: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundOut = IOData

    var assembler: RequestAssembler?
    private var context: ChannelHandlerContext?

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        guard let assembler else { return context.fireChannelRead(data) }
        while !assembler.isOver, let piece = bytes.readPiece(body: assembler.missingBytes) {
            assembler.count(piece)
            context.fireChannelRead(wrapInboundOut(piece))
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) { (assembler, self.context) = (nil, nil) }

    /// Sends a complete response past the handlers that encode responses.
    func send(_ response: EncodedResponse) {
        guard let context else { return }
        if let body = response.body {
            context.write(wrapOutboundOut(.byteBuffer(response.head)), promise: nil)
            context.writeAndFlush(wrapOutboundOut(.byteBuffer(body)), promise: nil)
        } else {
            context.writeAndFlush(wrapOutboundOut(.byteBuffer(response.head)), promise: nil)
        }
    }
}

extension ByteBuffer {
    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")

    /// Reads the next piece: at most `body` bytes if that is greater than 0, otherwise the lines up to an empty one, as
    /// far as they have arrived. Returns `nil` if no bytes are left.
    fileprivate mutating func readPiece(body: Int) -> ByteBuffer? {
        guard readableBytes > 0 else { return nil }
        return readSlice(length: body > 0 ? Swift.min(body, readableBytes) : lengthToEmptyLine)
    }

    /// The number of bytes up to and including the first empty line; all bytes if there is none.
    private var lengthToEmptyLine: Int {
        let bytes = readableBytesView
        var line = bytes.startIndex
        while let end = bytes[line...].firstIndex(of: ByteBuffer.lineFeed) {
            if end == line || end == line + 1 && bytes[line] == ByteBuffer.carriageReturn {
                return end + 1 - bytes.startIndex
            }
            line = end + 1
        }
        return bytes.count
    }
}
