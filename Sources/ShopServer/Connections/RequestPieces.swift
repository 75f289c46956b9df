import NIOCore

/// Hands bytes on in pieces of which none belongs to two requests, so that behind it is known which bytes are whose.
///
/// A piece is a line, or what is there of a body whose length is known: a request ends with one of both.
final class RequestPieces: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    var assembler: RequestAssembler?

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        guard let assembler else { return context.fireChannelRead(data) }
        while !assembler.isOver, let piece = bytes.readPiece(body: assembler.missingBytes) {
            assembler.count(piece)
            context.fireChannelRead(wrapInboundOut(piece))
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) { assembler = nil }
}

extension ByteBuffer {
    private static let lineFeed = UInt8(ascii: "\n")

    /// The next line, as far as it is there, or at most `body` bytes where these are expected; `nil` at the end.
    fileprivate mutating func readPiece(body: Int) -> ByteBuffer? {
        guard readableBytes > 0 else { return nil }
        let bytes = readableBytesView
        let line = { bytes.firstIndex(of: ByteBuffer.lineFeed).map { $0 - bytes.startIndex + 1 } ?? bytes.count }
        return readSlice(length: body > 0 ? Swift.min(body, bytes.count) : line())
    }
}
